import type { Operation, RetryRule } from '../operations/operation.ts';
import { pageQuerySchema } from '../resources/pagination.ts';
import { type JsonSchema, objectOf, schemaRef } from '../wire/json-schema.ts';
import { type OpenApiOperation, type OpenApiParameter, type OpenApiResponse } from './document.ts';
import { errorResponses } from './errors.ts';
import { idempotencyParameters, rateHeaders } from './headers.ts';
import { membersOf } from './payloads.ts';
import { schemaOf } from './schemas.ts';
import type { DescribedService } from './described-service.ts';
import { summaryOf } from '../operations/descriptions.ts';

const retryRules: Readonly<Record<RetryRule, string>> = {
  safe: 'This call is safe to repeat.',
  'with-idempotency-key': 'A request that carries an idempotency key is safe to repeat.',
  'if-not-done':
    'Repeat it only if the service did nothing: the request never reached it, or the response is `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`.',
};

const text: JsonSchema = { type: 'string' };

const beyondDocument =
  'The documentation of the service lacks this operation; its published clients call it.';

/** The OpenAPI operation for a row under `/api/v1`. */
export function apiOperation(row: Operation, service: DescribedService): OpenApiOperation {
  const parameters = [
    ...pathParameters(row),
    ...queryParameters(row, service),
    ...(row.name === 'sendEmail' ? idempotencyParameters : []),
  ];
  return {
    operationId: row.name,
    summary: summaryOf(row),
    description: row.published ? `${beyondDocument} ${retryRules[row.retry]}` : retryRules[row.retry],
    tags: [row.resource],
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(row.body, 'input') } },
      },
    }),
    responses: {
      ...Object.fromEntries(successes(row, service).map((status) => [status, success(row, status, service)])),
      ...errorResponses(row, service.wire),
    },
  };
}

/** The presigned upload: no API key, raw bytes, errors in XML (A73). */
export function uploadOperation(
  row: Operation,
  uploadBaseUrl: string,
  { limits }: DescribedService,
): OpenApiOperation {
  const refusal = (description: string): OpenApiResponse => ({
    description,
    content: { 'application/xml': { schema: { type: 'string' } } },
  });
  return {
    operationId: row.name,
    summary: summaryOf(row),
    description: [
      'Use the `uploadUrl` of `createUpload` as it is, with its query, and send no API key.',
      `The body is the file itself, not JSON, at most ${limits.uploadBytes} bytes.`,
      retryRules[row.retry],
    ].join(' '),
    tags: [row.resource],
    servers: [
      { url: uploadBaseUrl, description: 'Host of the presigned URLs, which is not that of the API.' },
    ],
    security: [],
    parameters: [
      ...pathParameters(row),
      { name: 'token', in: 'query', required: true, description: 'Signature of the URL.', schema: text },
      { name: 'expires', in: 'query', description: 'End of the URL.', schema: text },
    ],
    requestBody: {
      required: true,
      description: 'With the `Content-Type` that was given to `createUpload`.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
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

/** The statuses of a success (A19). */
function successes(
  { status, statusAtOnce, response }: Operation,
  { wire }: DescribedService,
): readonly number[] {
  if (response && wire?.successStatus === '200') return [200];
  return statusAtOnce === undefined ? [status] : [status, statusAtOnce];
}

function success(row: Operation, status: number, { wire }: DescribedService): OpenApiResponse {
  const isReplay = row.name === 'sendEmail' && wire?.replay !== 'conflict';
  const headers = {
    ...rateHeaders,
    ...(isReplay && { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } }),
  };
  if (!row.response) return { description: 'Done; no body.', headers };
  const documented = schemaOf(row.response, 'output');
  const members = wire ? membersOf(row, status, documented, wire) : { data: documented };
  const schema: JsonSchema = { allOf: [schemaRef('SuccessEnvelope'), objectOf(members)] };
  return { description: 'Done.', headers, content: { 'application/json': { schema } } };
}

function pathParameters({ path }: Operation): OpenApiParameter[] {
  const names = path.split('/').flatMap((part) => (part.startsWith('{') ? [part.slice(1, -1)] : []));
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters(row: Operation, { wire }: DescribedService): OpenApiParameter[] {
  // The service reads `page` and `limit` for contact lists only if it pages them (A37).
  const isPaged = row.name === 'listContactLists' && wire && wire.listsContainer !== 'bare';
  const query = isPaged ? pageQuerySchema : row.query;
  if (!query) return [];
  const { properties = {} } = schemaOf(query, 'input') as JsonSchema;
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(Object.keys(schema).length === 0 && { description: 'Ignored.' }),
    schema,
  }));
}
