/**
 * The API as an OpenAPI 3.1 document, made from the table of operations.
 *
 * @packageDocumentation
 */
import { type Limits, limits as documentedLimits } from './values/limits.ts';
import type { Endpoints } from './operations/operation.ts';
import { apiPrefix, operationsOf } from './operations.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi/document.ts';
import { errorSchemas } from './openapi/errors.ts';
import { headers } from './openapi/headers.ts';
import { apiOperation, uploadOperation } from './openapi/operations.ts';
import { namedSchemas } from './openapi/schemas.ts';
import type { DescribedService } from './openapi/described-service.ts';
import { type WireOptions, wirePresets } from './wire/wire-options.ts';

export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiHeader,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  OpenApiServer,
} from './openapi/document.ts';
export type { JsonSchema, Reference } from './wire/json-schema.ts';

/** Options of the document. */
export interface OpenApiOptions {
  /** Address of the API, without `/api/v1`. Default `/`: the host that served the document. */
  readonly baseUrl?: string;
  /** Address of presigned uploads. Default `baseUrl`. */
  readonly uploadBaseUrl?: string;
  /** Which operations to describe (A126). Default `documented`. */
  readonly endpoints?: Endpoints;
  /**
   * The shapes of the responses; options that are left out have their defaults. The document then describes these
   * responses exactly. Default: every documented shape at once, with the fields optional that some services leave out.
   */
  readonly wire?: Partial<WireOptions>;
  /** Whether the service refuses unknown body fields (A122). Default `false`. */
  readonly strict?: boolean;
  /** Limits that differ from the documented ones. The document states the sizes of files. */
  readonly limits?: Partial<Pick<Limits, 'attachmentBytes' | 'inlineAttachmentBytes' | 'uploadBytes'>>;
  /** Version of the document. Default `1`, the version in the paths. */
  readonly version?: string;
}

/** The whole API as an OpenAPI 3.1 document, ready for `JSON.stringify`. */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const { baseUrl = '/', uploadBaseUrl = baseUrl, version = '1', endpoints = 'documented' } = options;
  const rows = operationsOf(endpoints);
  const service: DescribedService = {
    wire: options.wire && { ...wirePresets.examples, ...options.wire },
    strict: options.strict ?? false,
    limits: { ...documentedLimits, ...options.limits },
  };
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const row of rows) {
    const isApi = row.path.startsWith(`${apiPrefix}/`);
    (paths[row.path] ??= {})[row.method.toLowerCase()] = isApi
      ? apiOperation(row, service)
      : uploadOperation(row, uploadBaseUrl, service);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Transactional email, contact lists and email verification',
      version,
      description: `Sends emails, takes attachments, keeps contact lists and verifies addresses. Keys that begin with \`sk_live_\` send real email; those with \`sk_test_\` only simulate it. Every key may make 100 requests a minute. ${describedShapes(service)}`,
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
            meta: { allOf: [{ $ref: '#/components/schemas/ResponseMeta' }], required: ['path'] },
          },
          required: ['success', 'meta'],
        },
        ...errorSchemas,
        ...namedSchemas(service),
      },
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key as it is.' },
      },
    },
  };
}

/** Which of the documented shapes the document describes. */
function describedShapes({ wire }: DescribedService): string {
  if (!wire) return 'Fields missing from some documented responses are optional.';
  const chosen = Object.entries(wire).filter(
    ([option, value]) =>
      value !== Object.entries(wirePresets.examples).find(([name]) => name === option)?.[1],
  );
  if (chosen.length === 0) return 'Responses have the shapes of the documented examples.';
  const list = chosen.map(([option, value]) => `\`${option}: ${value}\``).join(', ');
  return `Responses have the shapes of the documented examples, except for these wire options: ${list}.`;
}
