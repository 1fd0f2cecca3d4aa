import { isObject, oneOf } from '@mailrig/contract';
import { type Rows, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

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
  return {
    operation: isText ? `${method} ${path}` : 'request',
    method,
    path,
    isLiteral: true,
    // Idempotent methods (RFC 9110).
    retry: ['GET', 'PUT', 'DELETE'].includes(method) ? 'safe' : 'if-not-done',
    keepNulls: true,
    unknownFields: () => [],
    invalidFields: (request) => {
      const wrong = wrongOption(methodRow, { method }) ?? wrongOption(rawRows, request);
      return wrong ? [wrong] : [];
    },
    read: (payload) => ({ ok: true, value: payload }),
  };
}
