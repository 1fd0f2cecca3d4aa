/**
 * The API as an OpenAPI 3.1 document, made from the table of operations.
 *
 * @packageDocumentation
 */
import type { Endpoints } from './operation.ts';
import { apiPrefix, operationsOf } from './operations.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi/document.ts';
import { errorSchemas } from './openapi/errors.ts';
import { headers } from './openapi/headers.ts';
import { apiOperation, uploadOperation } from './openapi/operations.ts';
import { namedSchemas } from './openapi/schemas.ts';

export type {
  JsonSchema,
  OpenApiContent,
  OpenApiDocument,
  OpenApiHeader,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiServer,
  Reference,
} from './openapi/document.ts';

/** Options of the document. */
export interface OpenApiOptions {
  /** Address of the API, without `/api/v1`. Default `/`: the host that served the document. */
  readonly baseUrl?: string;
  /** Address of presigned uploads. Default `baseUrl`. */
  readonly uploadBaseUrl?: string;
  /** Which operations to describe (A126). Default `documented`. */
  readonly endpoints?: Endpoints;
  /** Version of the document. Default `1`, the version in the paths. */
  readonly version?: string;
}

/** The whole API as an OpenAPI 3.1 document, ready for `JSON.stringify`. */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { baseUrl = '/', uploadBaseUrl = baseUrl, version = '1', endpoints = 'documented' } = options;
  const rows = operationsOf(endpoints);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const row of rows) {
    const isApi = row.path.startsWith(`${apiPrefix}/`);
    (paths[row.path] ??= {})[row.method.toLowerCase()] = isApi
      ? apiOperation(row)
      : uploadOperation(row, uploadBaseUrl);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Transactional email, contact lists and email verification',
      version,
      description:
        'Sends emails, takes attachments, keeps contact lists and verifies addresses. Keys that begin with `sk_live_` send real email; those with `sk_test_` only simulate it. Every key may make 100 requests a minute. Responses are described in their documented form.',
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(rows.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ResponseMeta: {
          type: 'object',
          properties: {
            timestamp: { type: 'string', format: 'date-time', description: 'The service’s time.' },
            requestId: { type: 'string', description: 'Id of this response.' },
            path: { type: 'string', description: 'Path of the request, without its query.' },
          },
          required: ['timestamp', 'requestId'],
        },
        SuccessEnvelope: {
          type: 'object',
          properties: {
            success: { type: 'boolean', const: true },
            data: {},
            meta: { $ref: '#/components/schemas/ResponseMeta' },
          },
          required: ['success', 'meta'],
        },
        ...errorSchemas,
        ...namedSchemas(),
      },
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key as it is.' },
      },
    },
  };
}
