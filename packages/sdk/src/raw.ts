import type { RetryRule } from '@mailrig/contract';
import type { Endpoint } from './call/endpoint.ts';

/** Methods of `mail.request`. */
export type RawMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What `mail.request` sends. */
export interface RawRequest {
  /** Query parameters; those that are `undefined` are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** An endpoint outside the table of operations: repeated as its method allows (decision A23), read as it comes. */
export function rawEndpoint(method: RawMethod, path: string): Endpoint<unknown> {
  return {
    operation: `${method} ${path}`,
    method,
    path,
    retry: retryRules[method] ?? 'if-not-done',
    keepNulls: true,
    findings: () => [],
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
