import { limits } from '../values/limits.ts';
import type { Reference } from '../wire/json-schema.ts';
import type { OpenApiHeader, OpenApiParameter } from './document.ts';

/** The response headers (R31 to R35, A2, A27, A28, A44). */
export const headers: Readonly<Record<string, OpenApiHeader>> = {
  'X-RateLimit-Limit': {
    description: 'Requests that the API key may make in one minute, over all endpoints together.',
    schema: { type: 'integer', examples: [limits.requestsPerWindow] },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that the API key has left in this minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the minute ends. ISO 8601.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Request-Id': { description: 'Id of this response, as in `meta`.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', const: 'Bearer' } },
  'Idempotent-Replayed': {
    description: 'Present if this repeats the response to an earlier send with the same idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
};

/** The headers of every response under `/api/v1`. */
export const rateHeaders: Readonly<Record<string, Reference>> = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

/** The headers that may hold the idempotency key of a send, besides the body (A41). */
export const idempotencyParameters: readonly OpenApiParameter[] = [
  'X-Idempotency-Key',
  'Idempotency-Key',
].map((name) => ({
  name,
  in: 'header',
  description: 'The same as `idempotencyKey` in the body. If both are given, they must be equal.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
}));
