import { formatTimestamp, type OperationName } from '@mailrig/contract';
import * as z from 'zod/mini';
import { copyOf } from '../state/copy.ts';
import type { JournalEntry } from '../state/journal-entry.ts';
import { withoutKeys } from '../wire/redact.ts';
import { type ControlContext, covers } from './context.ts';
import { notFound } from './control-error.ts';
import { count, flag, operationName } from './fields.ts';
import { requestSearchTest } from './request-search.ts';
import { ScopedControls } from './scoped-controls.ts';
import { invoke, type Verb } from './verb.ts';

/** A request that reached the API, with its answer and with its key redacted. */
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
  /** Whether the service ignored fields of the body, for example because they are misspelt (A122). */
  readonly ignoredFields?: boolean | undefined;
  /** A search such as `status:4xx path:/contact-lists has:ignored-fields`. */
  readonly q?: string | undefined;
  /** Maximum number of requests. Default: all in the journal. */
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
    ignoredFields: z.optional(flag),
    q: z.optional(z.string()),
    limit: z.optional(count),
  }),
  run: (context, filter) => {
    const found = matching(context, filter);
    return { requests: found.slice(0, filter.limit ?? found.length).map(requestView), total: found.length };
  },
};

/** Names a request of the journal. */
interface RequestReference {
  /** Its request id (`req_…`). */
  readonly id: string;
}

export const getRequest: Verb<RequestReference, RequestView> = {
  method: 'GET',
  path: '/requests/{id}',
  summary: 'One request of the journal with its answer, by its request id',
  input: z.object({ id: z.string() }),
  run: (context, { id }) => {
    const entry = context.service.store.requests
      .entries()
      .findLast(({ requestId, accountId }) => requestId === id && covers(context, accountId));
    if (!entry) throw notFound(`request ${id} in the journal`);
    return requestView(entry);
  },
};

export const clearRequests: Verb<void, void> = {
  method: 'DELETE',
  path: '/requests',
  summary: 'Empty the request journal',
  run: (context) => context.service.store.requests.clear(({ accountId }) => covers(context, accountId)),
};

/** Calls `listener` with every further request until the returned function is called. */
export function watchRequests(
  context: ControlContext,
  listener: (request: JournalEntry) => void,
): () => void {
  return context.service.store.requests.subscribe((entry) => {
    if (covers(context, entry.accountId)) listener(entry);
  });
}

function matching(
  context: ControlContext,
  { operation, status, ignoredFields, q }: RequestFilter,
): JournalEntry[] {
  const isMatch = requestSearchTest(q, context.service.store);
  return context.service.store.requests
    .entries()
    .filter(
      (entry) =>
        covers(context, entry.accountId) &&
        (operation === undefined || entry.operation === operation) &&
        (status === undefined || entry.status === status) &&
        (ignoredFields === undefined || (entry.ignoredFields !== undefined) === ignoredFields) &&
        (!isMatch || isMatch(entry)),
    )
    .reverse();
}

/** A copy of an entry, with keys redacted in its body as well. */
export function requestView(entry: JournalEntry): RequestView {
  return copyOf(withoutKeys({ ...entry, at: formatTimestamp(entry.at) }));
}

/**
 * The journal of requests to the API, with keys redacted: those of the whole sandbox or, under
 * `sandbox.account(…)`, of one account.
 */
export class RequestControls extends ScopedControls {
  /** The requests that match, newest first. */
  list(filter: RequestFilter = {}): readonly RequestView[] {
    return invoke(listRequests, this.context, filter).requests;
  }

  /** How many of the requests in the journal match. */
  count(filter: RequestFilter = {}): number {
    return invoke(listRequests, this.context, { ...filter, limit: 0 }).total;
  }

  /** The newest request that matches. */
  last(filter: RequestFilter = {}): RequestView | undefined {
    return this.list({ ...filter, limit: 1 })[0];
  }

  /** The request with this request id. Throws a `ControlError` if the journal does not have it. */
  get(id: string): RequestView {
    return invoke(getRequest, this.context, { id });
  }

  /**
   * Calls `listener` after every further request, until you call the returned function. If the listener
   * throws, the request fails.
   */
  subscribe(listener: (request: RequestView) => void): () => void {
    return watchRequests(this.context, (entry) => listener(requestView(entry)));
  }

  /** Empties the journal. */
  clear(): void {
    invoke(clearRequests, this.context, {});
  }
}
