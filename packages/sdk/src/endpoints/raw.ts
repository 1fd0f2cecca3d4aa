import { type RetryRule, unknownFieldMistake, unknownFields } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** HTTP methods that `mail.request` takes. */
export type RawMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Input of `mail.request`. */
export interface RawRequest {
  /** Query parameters. Those that are `undefined` are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const rows = z.object({ query: z.optional(z.unknown()), body: z.optional(z.unknown()) });

/** An endpoint outside the table of operations. Its method decides about retries (A23); its payload is not checked. */
export function rawEndpoint(method: RawMethod, path: string): Endpoint<unknown> {
  return {
    operation: `${method} ${path}`,
    method,
    path,
    isLiteral: true,
    retry: retryRules[method] ?? 'if-not-done',
    keepNulls: true,
    unknownFields: (input) => unknownFields(rows, input).map(unknownFieldMistake),
    invalidFields: () => [],
    read: (payload) => ({ ok: true, value: payload }),
  };
}

const retryRules: Readonly<Record<RawMethod, RetryRule>> = {
  GET: 'safe',
  PUT: 'safe',
  DELETE: 'safe',
  POST: 'if-not-done',
  PATCH: 'if-not-done',
};
