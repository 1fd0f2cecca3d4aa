import { formatTimestamp, type OperationName } from '@mailrig/contract';
import * as z from 'zod/mini';
import { copyOf } from '../state/copy.ts';
import type { JournalEntry } from '../state/records.ts';
import { withoutKeys } from '../wire/redact.ts';
import { count, operationName } from './fields.ts';
import { covers, type Scope, type Verb } from './verb.ts';

/** A request that reached the API, with its key redacted. */
export interface RequestView extends Omit<JournalEntry, 'at'> {
  /** When it was answered. ISO 8601. */
  readonly at: string;
}

/** Which requests; all conditions must hold. */
export interface RequestFilter {
  /** Name of the operation, for example `sendEmail`. */
  readonly operation?: OperationName | undefined;
  /** Status of the answer. */
  readonly status?: number | undefined;
  /** Most to show. Default: all that the journal holds. */
  readonly limit?: number | undefined;
}

export const listRequests: Verb<
  RequestFilter,
  { readonly requests: readonly RequestView[]; readonly total: number }
> = {
  method: 'GET',
  path: '/requests',
  summary: 'The request journal, newest first; keys are redacted',
  input: z.object({
    operation: z.optional(operationName),
    status: z.optional(count),
    limit: z.optional(count),
  }),
  run: (scope, filter) => {
    const found = matching(scope, filter);
    return { requests: found.slice(0, filter.limit ?? found.length).map(requestView), total: found.length };
  },
};

export const clearRequests: Verb<void, void> = {
  method: 'DELETE',
  path: '/requests',
  summary: 'Empty the request journal',
  run: (scope) => scope.service.store.requests.clear(({ accountId }) => covers(scope, accountId)),
};

/** Calls `listener` with every further request until the returned function is called. */
export function watchRequests(scope: Scope, listener: (request: RequestView) => void): () => void {
  return scope.service.store.requests.subscribe((entry) => {
    if (covers(scope, entry.accountId)) listener(requestView(entry));
  });
}

function matching(scope: Scope, { operation, status }: RequestFilter): JournalEntry[] {
  return scope.service.store.requests
    .entries()
    .filter(
      (entry) =>
        covers(scope, entry.accountId) &&
        (operation === undefined || entry.operation === operation) &&
        (status === undefined || entry.status === status),
    )
    .reverse();
}

/** A copy of an entry, without keys in its body either. */
function requestView(entry: JournalEntry): RequestView {
  return copyOf(withoutKeys({ ...entry, at: formatTimestamp(entry.at) }));
}
