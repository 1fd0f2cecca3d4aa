import { isObject, oneOf } from '@mailrig/contract';
import { type Rows, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { invalidOption } from '../errors/mailrig-error.ts';
import { type Endpoint, isDotSegment } from './endpoint.ts';

/** HTTP methods that `mail.request` accepts. */
export type RawMethod = (typeof methods)[number];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Input of `mail.request`. */
export interface RawRequest {
  /** Query parameters. Those that are `undefined` are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const rawRows = z.object({
  query: z.optional(
    z.custom<Exclude<RawRequest['query'], undefined>>(isObject, {
      error: 'must be an object such as { page: 2 }',
    }),
  ),
  body: z.optional(z.unknown()),
} satisfies Rows<RawRequest>);
const methodRow = z.object({ method: oneOf(methods) });

/** An endpoint outside the table of operations. Its method decides about retries (A23); its payload is not checked. */
export function rawEndpoint(method: RawMethod, path: string): Endpoint<unknown> {
  const isText = typeof method === 'string' && typeof path === 'string';
  const operation = isText ? `${method} ${path}` : 'request';
  return {
    operation,
    method,
    path,
    isLiteral: true,
    // Idempotent methods (RFC 9110).
    retry: ['GET', 'PUT', 'DELETE'].includes(method) ? 'safe' : 'if-not-done',
    keepNulls: true,
    prepare(body) {
      if (body !== undefined && method === 'GET') {
        throw invalidOption(`the request cannot be made: ${method} takes no body`, operation);
      }
      const wrongMethod = wrongOption(methodRow, { method });
      const message = problemOfPath(path);
      const wrongPath = message === undefined ? undefined : { field: 'path', message, value: path };
      return { body, invalid: [wrongMethod, wrongPath].filter((wrong) => wrong !== undefined) };
    },
    unknownFields: () => [],
    invalidFields: (request) => [wrongOption(rawRows, request)].filter((wrong) => wrong !== undefined),
    read: (payload) => ({ ok: true, value: payload }),
  };
}

/** Checks a path, which the caller of `mail.request` writes. */
function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) {
    return 'must begin with one slash, for example /api/v1/emails';
  }
  if (/[?#]/.test(path)) return 'must not contain a query or a fragment: give the query as an option';
  if (/[\\\s\p{Cc}]/u.test(path)) return 'must not contain backslashes, spaces or control characters';
  return path.split('/').some((segment) => isDotSegment(segment))
    ? "must not contain '.' or '..' as a segment"
    : undefined;
}
