import { limits } from '../limits.ts';
import type { Operation, RetryRule } from '../operation.ts';
import { pageQuerySchema } from '../pagination.ts';
import {
  type JsonSchema,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  schemaRef,
} from './document.ts';
import { errorResponses } from './errors.ts';
import { idempotencyParameters, rateHeaders } from './headers.ts';
import { schemaOf } from './schemas.ts';

const retryRules: Readonly<Record<RetryRule, string>> = {
  safe: 'A program may repeat it: a repeat does no harm.',
  'with-idempotency-key': 'A program may repeat it if it carries an idempotency key.',
  'if-not-done':
    'A program may repeat it only if the service did nothing: the request never reached it, or the response is `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`.',
};

/** A row of the table of operations under `/api/v1`. */
export function apiOperation(row: Operation): OpenApiOperation {
  const parameters = [
    ...pathParameters(row),
    ...queryParameters(row),
    ...(row.name === 'sendEmail' ? idempotencyParameters : []),
  ];
  return {
    operationId: row.name,
    summary: row.summary,
    description: retryRules[row.retry],
    tags: [row.resource],
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(row.body, 'input') } },
      },
    }),
    responses: { [row.status]: success(row), ...errorResponses(row) },
  };
}

/** The presigned upload: no API key, raw bytes, errors in XML (A73). */
export function uploadOperation(row: Operation, uploadBaseUrl: string): OpenApiOperation {
  const refusal = (description: string): OpenApiResponse => ({
    description,
    content: { 'application/xml': { schema: { type: 'string' } } },
  });
  return {
    operationId: row.name,
    summary: row.summary,
    description: [
      'Use the `uploadUrl` of `createUpload` as it is, with its query, and send no API key.',
      `The body is the file itself, at most ${limits.uploadBytes} bytes.`,
      retryRules[row.retry],
    ].join(' '),
    tags: [row.resource],
    servers: [
      { url: uploadBaseUrl, description: 'Host of the presigned URLs, which is not that of the API.' },
    ],
    security: [],
    parameters: [
      ...pathParameters(row),
      { name: 'token', in: 'query', description: 'Signature of the URL.', schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      description: 'With the `Content-Type` that was given to `createUpload`.',
      content: { '*/*': { schema: {} } },
    },
    responses: {
      [row.status]: {
        description: 'The bytes are stored. Confirm the upload next.',
        headers: { ETag: { description: 'Fingerprint of the bytes.', schema: { type: 'string' } } },
      },
      403: refusal('The URL has expired, was confirmed already, or was signed for something else.'),
      404: refusal('There is no such upload.'),
      413: refusal('The file is larger than uploads may be.'),
    },
  };
}

function success(row: Operation): OpenApiResponse {
  const headers = {
    ...rateHeaders,
    ...(row.name === 'sendEmail' && {
      'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' },
    }),
  };
  if (!row.response) return { description: 'Done; no body.', headers };
  const schema: JsonSchema = {
    allOf: [
      schemaRef('SuccessEnvelope'),
      { type: 'object', properties: { data: schemaOf(row.response, 'output') }, required: ['data'] },
    ],
  };
  return { description: 'Done.', headers, content: { 'application/json': { schema } } };
}

function pathParameters({ path }: Operation): OpenApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query }: Operation): OpenApiParameter[] {
  if (!query) return [];
  const properties = propertiesOf(schemaOf(query, 'input'));
  const paging = propertiesOf(schemaOf(pageQuerySchema, 'input'));
  return Object.entries(properties).map(([name, schema]) => {
    const known = Object.keys(schema).length > 0;
    return {
      name,
      in: 'query',
      ...(!known && { description: 'Counts only if the service pages this list.' }),
      schema: (known ? schema : paging[name]) ?? {},
    };
  });
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}
