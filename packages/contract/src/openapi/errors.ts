import { type ErrorCode, errorCodes, type ErrorDetailsByCode, errorMeanings } from '../operations/errors.ts';
import { commonErrors, errorsOf } from '../operations/descriptions.ts';
import type { Operation } from '../operations/operation.ts';
import { apiPrefix, operations } from '../operations.ts';
import { type WireOptions, wirePresets } from '../wire/wire-options.ts';
import { type JsonSchema, objectOf, schemaRef } from '../wire/json-schema.ts';
import { type OpenApiResponse } from './document.ts';
import { rateHeaders } from './headers.ts';

const text: JsonSchema = { type: 'string' };
const texts: JsonSchema = { type: 'array', items: text };
const count: JsonSchema = { type: 'integer', minimum: 0 };

/** Members of `details` besides the wrong fields, for the codes that promise them. */
const detailsByCode: Readonly<Record<keyof ErrorDetailsByCode, JsonSchema>> = {
  RECIPIENT_SUPPRESSED: objectOf({ suppressed: texts }),
  TEMPLATE_RENDER_ERROR: objectOf({ missing: texts }),
  INSUFFICIENT_CREDITS: objectOf({ required: count, available: count }),
  IDEMPOTENCY_CONFLICT: { type: 'object', properties: { fields: texts } },
  ATTACHMENT_NOT_FOUND: objectOf({ reason: { ...text, enum: ['not_found', 'not_confirmed', 'expired'] } }),
  EMAIL_TOO_LARGE: { type: 'object', properties: { limit: { ...text, enum: ['attachments_total'] } } },
  ATTACHMENT_TOO_LARGE: objectOf({ limit: count }),
};

/** Bodies of error responses (R5, A21). */
export const errorSchemas: Readonly<Record<string, JsonSchema>> = {
  ErrorCode: {
    type: 'string',
    description: Object.entries(errorMeanings)
      .map(([code, meaning]) => `- \`${code}\` (${errorCodes[code as ErrorCode].status}): ${meaning}`)
      .join('\n'),
    examples: Object.keys(errorCodes),
  },
  FieldErrorDetails: {
    type: 'object',
    properties: {
      field: { ...text, description: 'Path of the first wrong field, for example `to[1]`.' },
      value: { description: 'Value of the field, cut to 256 characters.' },
      reason: { ...text, description: 'The mistake, as a word for programs.' },
      errors: {
        type: 'array',
        description: 'All wrong fields.',
        items: objectOf({ field: text, message: text }),
      },
    },
  },
  ...Object.fromEntries(
    Object.entries(detailsByCode).map(([code, details]) => [
      detailsName(code),
      { description: `\`details\` of ${code}.`, allOf: [schemaRef('FieldErrorDetails'), details] },
    ]),
  ),
  ErrorEnvelope: objectOf({
    success: { type: 'boolean', const: false },
    error: {
      ...objectOf({ code: schemaRef('ErrorCode'), message: text }),
      properties: { code: schemaRef('ErrorCode'), message: text, details: { type: 'object' } },
    },
    meta: schemaRef('ResponseMeta'),
  }),
};

/** An error that has only a message. */
const codeless: JsonSchema = objectOf({
  success: { type: 'boolean', const: false },
  error: objectOf({ message: text }),
  meta: schemaRef('ResponseMeta'),
});

/** Error codes of an operation: its own, the common ones, and those of every body. */
export function codesOf(row: Operation): readonly ErrorCode[] {
  if (!row.path.startsWith(apiPrefix)) return errorsOf(row);
  const ofBody: readonly ErrorCode[] = row.body ? ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] : [];
  return [...new Set([...errorsOf(row), ...commonErrors, ...ofBody])];
}

/** Error responses of an operation, by status. */
export function errorResponses(
  row: Operation,
  wire: WireOptions = wirePresets.examples,
): Record<string, OpenApiResponse> {
  const byStatus = Map.groupBy(codesOf(row), (code) => statusOf(code, row, wire));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, errorResponse(status, codes, wire)]),
  );
}

/** Status of an error: only those of a send depend on a wire option (A60). */
function statusOf(code: ErrorCode, { path }: Operation, { sendErrorStatus }: WireOptions): number {
  const { status, semanticStatus = status } = errorCodes[code];
  return sendErrorStatus === 'semantic' && path === operations.sendEmail.path ? semanticStatus : status;
}

function errorResponse(status: number, codes: readonly ErrorCode[], wire: WireOptions): OpenApiResponse {
  const retry = status === 429 || status === 503;
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorMeanings[code]}`).join('\n'),
    headers: {
      ...rateHeaders,
      ...(retry && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
    },
    content: { 'application/json': { schema: errorBody(status, codes, wire) } },
  };
}

/** The body of an error: in the envelope, bare (A2), or without a code (A26). */
function errorBody(
  status: number,
  codes: readonly ErrorCode[],
  { authError, rateLimitCode }: WireOptions,
): JsonSchema {
  if (status === 401 && authError === 'bare') {
    return objectOf({ error: objectOf({ code: { ...text, enum: [...codes] }, message: text }) });
  }
  const coded = rateLimitCode === 'absent' ? codes.filter((code) => code !== 'RATE_LIMIT_EXCEEDED') : codes;
  if (coded.length === codes.length) return envelopeOf(codes);
  return coded.length === 0 ? codeless : { anyOf: [envelopeOf(coded), codeless] };
}

function envelopeOf(codes: readonly ErrorCode[]): JsonSchema {
  const details = codes.filter((code) => Object.hasOwn(detailsByCode, code));
  const ofDetails = [
    ...(details.length < codes.length ? ['FieldErrorDetails'] : []),
    ...details.map(detailsName),
  ].map(schemaRef);
  return {
    allOf: [
      schemaRef('ErrorEnvelope'),
      {
        type: 'object',
        properties: {
          error: {
            type: 'object',
            properties: { code: { type: 'string', enum: [...codes] }, details: { anyOf: ofDetails } },
          },
        },
      },
    ],
  };
}

/** `ATTACHMENT_TOO_LARGE` → `AttachmentTooLargeDetails`. */
function detailsName(code: string): string {
  const words = code.split('_').map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`);
  return `${words.join('')}Details`;
}
