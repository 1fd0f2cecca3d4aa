import { elapsed } from '../kernel/timers.ts';
import type { JournalEntry } from '../state/journal-entry.ts';
import type { Store } from '../state/store.ts';
import { redactCredentials, redactKeys } from '../wire/redact.ts';
import { keyFrom } from './authenticate.ts';
import type { IncomingRequest } from './request.ts';

/** Facts about a request that the pipeline finds out. */
export type JournalFacts = Partial<
  Pick<
    JournalEntry,
    'accountId' | 'operation' | 'body' | 'ignoredFields' | 'status' | 'code' | 'fault' | 'clientFault'
  >
>;

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key']);

/**
 * Adds a request to the journal, with its key redacted in headers, path and query. The body is stored
 * as it came; the control plane redacts it.
 *
 * @param arrivedAt When it came, by {@link elapsed}.
 */
export function journal(
  store: Store,
  request: IncomingRequest,
  requestId: string,
  arrivedAt: number,
  facts: JournalFacts,
): void {
  const at = store.clock.now();
  const durationMs = Math.round((elapsed() - arrivedAt) * 100) / 100;
  const key = keyFrom(request.headers);
  const shown = (value: string) =>
    redactKeys(key !== undefined && value.includes(key) ? value.replaceAll(key, '***') : value);
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = credentialHeaders.has(name) ? redactCredentials(value) : shown(value);
  });
  store.requests.append((sequence) => ({
    sequence,
    at,
    requestId,
    method: request.method,
    path: shown(request.path),
    query: shown(withoutToken(request.query)),
    headers,
    ...facts,
    durationMs,
  }));
}

/** A query without the token of a presigned URL. */
function withoutToken(query: string): string {
  return query.replace(/(^|[?&])(token=)[^&]*/g, '$1$2***');
}
