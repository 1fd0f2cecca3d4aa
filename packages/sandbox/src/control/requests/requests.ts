import { formatTimestamp, oneOf, type OperationName } from '@mailrig/contract';
import { callback } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { atOnce } from '../../service/kernel/steps.ts';
import { copyOf } from '../../service/state/copy.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { Store } from '../../service/state/store.ts';
import { withoutKeys } from '../../service/wire/redact.ts';
import { type ControlContext, covers, ScopedControls } from '../context.ts';
import { checkOptions, notFound } from '../control-error.ts';
import { count, flag, operationName } from '../fields.ts';
import { listVerb, type ListVerb, type Numbered, wholeRecordsOf } from '../list-verbs/list.ts';
import type { Test } from '../list-verbs/search.ts';
import {
  failedSends,
  failedSendsText,
  type RefusalGroup,
  RefusalTally,
  requestRow,
  type RequestRow,
} from './rows.ts';
import { Sends } from './sends.ts';
import { isStatus, outcomeTests, requestSearchTest, requestStatus } from './search.ts';
import { byId, invoke, type Verb, type RecordReference } from '../verb.ts';

/** A request that reached the API, with its response and with its key redacted. */
export interface RequestView extends Omit<LoggedRequest, 'at'> {
  /** When its response was ready. ISO 8601. */
  readonly at: string;
}

const outcomes = ['ok', 'error', 'fault'] as const satisfies (keyof typeof outcomeTests)[];

/** Which requests; all conditions must hold. */
export interface RequestFilter {
  /** Name of the operation, for example `sendEmail`. */
  readonly operation?: OperationName | undefined;
  /** Method, for example `POST`. */
  readonly method?: string | undefined;
  /** Status of the response, such as `404`, or a class of them, such as `4xx`. */
  readonly status?: number | string | undefined;
  /** `ok`: a success; `error`: an error, or no response at all; `fault`: it met a fault. */
  readonly outcome?: (typeof outcomes)[number] | undefined;
  /** Error code of the response. */
  readonly code?: string | undefined;
  /** The field at fault. */
  readonly field?: string | undefined;
  /** Id of the message that the request sent. */
  readonly sentId?: string | undefined;
  /** Whether the service ignored fields, for example because they are misspelt. */
  readonly ignoredFields?: boolean | undefined;
  /**
   * A search such as `status:4xx operation:send -grace`. Text is searched for in path, query, ids, error code,
   * and the bodies of request and response; words such as `header:` search one place.
   */
  readonly q?: string | undefined;
  /** Maximum number of requests. Default: over HTTP 50, and at most 1,000; all in TypeScript. */
  readonly limit?: number | undefined;
}

const requestFields = {
  operation: z.optional(operationName),
  method: z.optional(z.string()),
  status: z.optional(requestStatus),
  outcome: z.optional(oneOf(outcomes)),
  code: z.optional(z.string()),
  field: z.optional(z.string()),
  sentId: z.optional(z.string()),
  ignoredFields: z.optional(flag),
  q: z.optional(z.string()),
};
const filterRows = z.object({
  ...requestFields,
  limit: z.optional(count),
} satisfies Record<keyof RequestFilter, unknown>);

export const listRequests: ListVerb<
  RequestFilter,
  'requests',
  RequestRow,
  RequestView,
  {
    /** The reasons for refusals among those that match, most frequent first, at most 10. */
    readonly refusals: readonly RefusalGroup[];
  }
> = listVerb({
  path: '/requests',
  summary: 'The request log, newest first; keys are redacted',
  name: 'requests',
  fields: requestFields,
  find: (context, filter) => {
    const { store } = context.service;
    const sends = new Sends(store.requests.entries());
    const isMatch = requestTest(filter, store, sends);
    const refusals = new RefusalTally();
    return {
      blocks: (cursor) => blocksOf(context, cursor),
      matches: (entry) => {
        const isFound = covers(context, entry.accountId) && isMatch(entry);
        if (isFound) refusals.add(entry);
        return isFound;
      },
      row: (entry) => requestRow(entry, store, sends),
      whole: requestView,
      first: () => ({ refusals: refusals.groups }),
    };
  },
});

const blockSize = 64;

/** The entries before a number, newest first. */
function* blocksOf(
  { service }: ControlContext,
  before = Infinity,
): Generator<readonly Numbered<LoggedRequest>[]> {
  const entries = service.store.requests.entries();
  let end = entries.findLastIndex(({ sequence }) => sequence < before) + 1;
  for (; end > 0; end -= blockSize) {
    const block = entries.slice(Math.max(0, end - blockSize), end).reverse();
    yield block.map((entry) => [entry.sequence, entry] as const);
  }
}

export const getRequest: Verb<RecordReference, RequestView> = {
  method: 'GET',
  path: '/requests/{id}',
  summary: 'One request in the log with its response, by its request id',
  input: byId,
  run: (context, { id }) => {
    const entry = context.service.store.requests
      .entries()
      .findLast(({ requestId, accountId }) => requestId === id && covers(context, accountId));
    if (!entry) throw notFound(`request ${id} in the request log`);
    return requestView(entry);
  },
};

export const clearRequests: Verb<void, void> = {
  method: 'DELETE',
  path: '/requests',
  summary: 'Empty the request log',
  run: (context) => context.service.store.requests.clear(({ accountId }) => covers(context, accountId)),
};

/** Calls `listener` with every further request until the returned function is called. */
export function watchRequests(
  context: ControlContext,
  listener: (request: LoggedRequest) => void,
): () => void {
  return context.service.store.requests.subscribe((entry) => {
    if (covers(context, entry.accountId)) listener(entry);
  });
}

const comparedFields = ['operation', 'method', 'code', 'field', 'sentId'] as const;

function requestTest(filter: RequestFilter, store: Store, sends: Sends): Test<LoggedRequest> {
  const { status, outcome, ignoredFields } = filter;
  const wanted = { ...filter, method: filter.method?.toUpperCase() };
  const q = requestSearchTest(filter.q, store, sends);
  return (entry) =>
    comparedFields.every((name) => wanted[name] === undefined || entry[name] === wanted[name]) &&
    (status === undefined || isStatus(entry.status, String(status))) &&
    (outcome === undefined || outcomeTests[outcome](entry)) &&
    (ignoredFields === undefined || (entry.ignoredFields !== undefined) === ignoredFields) &&
    (!q || q(entry));
}

/** A copy of an entry, with keys redacted in its body as well. */
export function requestView(entry: LoggedRequest): RequestView {
  return copyOf(withoutKeys({ ...entry, at: formatTimestamp(entry.at) }));
}

const listenerRow = z.object({ listener: callback<(request: RequestView) => void>() });

/**
 * The request log of the API, with keys redacted: those of the whole sandbox or, under
 * `sandbox.account(…)`, of one account.
 *
 * ```ts
 * sandbox.requests.count({ operation: 'sendEmail' });
 * sandbox.requests.last({ status: '4xx' })?.code;
 * ```
 */
export class RequestControls extends ScopedControls {
  /** The requests that match, newest first. */
  list(filter: RequestFilter = {}): readonly RequestView[] {
    return this.#find(filter);
  }

  /** How many of the requests in the log match. */
  count(filter: RequestFilter = {}): number {
    checkOptions(filterRows, filter);
    return atOnce(invoke(listRequests, this.context, filter, { limit: 0 })).total ?? 0;
  }

  /** The newest request that matches. */
  last(filter: RequestFilter = {}): RequestView | undefined {
    return this.#find(filter, { limit: 1 })[0];
  }

  /**
   * The request with this request id. Throws a `ControlError` if the log does not have it.
   *
   * @param id Its request id (`req_…`).
   */
  get(id: string): RequestView {
    return invoke(getRequest, this.context, { id });
  }

  /**
   * Calls `listener` after every further request, until you call the returned function. If the listener
   * throws, the request fails.
   *
   * @param listener Gets each request after its response.
   */
  subscribe(listener: (request: RequestView) => void): () => void {
    checkOptions(listenerRow, { listener });
    return watchRequests(this.context, (entry) => listener(requestView(entry)));
  }

  /** Empties the request log. */
  clear(): void;
  clear(given: object = {}): void {
    invoke(clearRequests, this.context, given);
  }

  #find(filter: RequestFilter, more: object = {}): readonly RequestView[] {
    checkOptions(filterRows, filter);
    return wholeRecordsOf(listRequests, this.context, filter, more);
  }
}

/** As {@link failedSendsText}, of the requests in the log. */
export function refusals(context: ControlContext): string {
  return failedSendsText(atOnce(invoke(listRequests, context, failedSends)));
}
