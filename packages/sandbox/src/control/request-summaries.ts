import { formatTimestamp, type OperationName } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { JournalEntry } from '../state/journal-entry.ts';
import type { Store } from '../state/store.ts';
import { redactKeys } from '../wire/redact.ts';
import { type ControlContext, covers } from './context.ts';
import { operationName } from './fields.ts';
import { isStatus, outcomeTests, requestSearchTest, statusForm, statusHint } from './request-search.ts';
import { scan } from './scan.ts';
import type { Test } from './search.ts';
import { type PageChoice, pageFields } from './selection-page.ts';
import type { Verb } from './verb.ts';

/** A request in one line, for long lists. */
export interface RequestSummary extends Pick<
  JournalEntry,
  'requestId' | 'accountId' | 'operation' | 'method' | 'status' | 'code' | 'field' | 'fault' | 'durationMs'
> {
  /** The first 200 characters of the path and the query. */
  readonly target: string;
  /** Number of fields that the service ignored; absent if there are none (A122). */
  readonly ignoredFields?: number;
  /** When it was answered. ISO 8601. */
  readonly at: string;
}

/** Requests that were refused for the same reason. */
export interface RefusalGroup {
  readonly operation?: string;
  /** Error code of the answers. */
  readonly code: string;
  /** The field at fault, if all of them named the same one. */
  readonly field?: string;
  readonly count: number;
}

/** One page of a long list of requests. */
export interface RequestSummariesView {
  /** Newest first. */
  readonly requests: readonly RequestSummary[];
  /** How many requests match; absent if a cursor was given. */
  readonly total?: number;
  /** Gives the next page; absent on the last one. */
  readonly cursor?: string;
  /** The reasons for refusals among those that match, most frequent first, at most 10; absent if a cursor was given. */
  readonly refusals?: readonly RefusalGroup[];
}

const outcomes = ['ok', 'error', 'fault'] as const satisfies (keyof typeof outcomeTests)[];

/** Which page of which requests; all conditions must hold. */
export interface RequestPage extends PageChoice {
  /** Name of the operation, for example `sendEmail`. */
  readonly operation?: OperationName | undefined;
  /** Method, for example `POST`. */
  readonly method?: string | undefined;
  /** Status of the answer, such as `404`, or a class of them, such as `4xx`. */
  readonly status?: string | undefined;
  /** Answered with success, answered with an error or not at all, or met by a fault. */
  readonly outcome?: (typeof outcomes)[number] | undefined;
  /** Error code of the answer. */
  readonly code?: string | undefined;
  /** The field at fault. */
  readonly field?: string | undefined;
  /** Id of the message that the request sent. */
  readonly sentId?: string | undefined;
  /**
   * A search such as `status:4xx operation:send -grace`. Text is looked for in path, query, ids, error code,
   * and the bodies of request and answer; words such as `header:` look in one place.
   */
  readonly q?: string | undefined;
}

export const listRequestSummaries: Verb<RequestPage, Promise<RequestSummariesView>> = {
  method: 'GET',
  path: '/request-summaries',
  summary: 'The request journal in one line for each request, newest first, page by page',
  input: z.object({
    operation: z.optional(operationName),
    method: z.optional(z.string()),
    status: z.optional(z.string().check(z.regex(statusForm, { error: statusHint }))),
    outcome: z.optional(z.enum(outcomes, { error: `must be one of ${outcomes.join(', ')}` })),
    code: z.optional(z.string()),
    field: z.optional(z.string()),
    sentId: z.optional(z.string()),
    q: z.optional(z.string()),
    ...pageFields,
  }),
  run: async (context, { limit = 50, cursor, ...filter }) => {
    const isMatch = requestTest(filter, context.service.store);
    const refusals = new Map<string, RefusalGroup>();
    const isFirst = cursor === undefined;
    const page = await scan(
      blocksOf(context, cursor ?? Infinity),
      (entry) => {
        if (!covers(context, entry.accountId) || !isMatch(entry)) return false;
        if (isFirst && entry.code !== undefined) addTo(refusals, entry, entry.code);
        return true;
      },
      limit,
      isFirst,
      context.signal,
    );
    const last = page.items.at(-1);
    return {
      requests: page.items.map(requestSummary),
      ...(page.total !== undefined && { total: page.total }),
      ...(page.hasMore && last && { cursor: String(last.sequence) }),
      ...(isFirst && { refusals: [...refusals.values()].sort((a, b) => b.count - a.count).slice(0, 10) }),
    };
  },
};

/** A request in one line. */
export function requestSummary(entry: JournalEntry): RequestSummary {
  const { requestId, accountId, operation, method, path, query, status, code, field, fault } = entry;
  return {
    requestId,
    at: formatTimestamp(entry.at),
    ...(accountId !== undefined && { accountId }),
    ...(operation !== undefined && { operation }),
    method,
    target: `${path}${query}`.slice(0, 200),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(field !== undefined && { field: redactKeys(field) }),
    ...(fault !== undefined && { fault }),
    ...(entry.ignoredFields && { ignoredFields: entry.ignoredFields.length }),
    durationMs: entry.durationMs,
  };
}

const blockSize = 64;

/** The entries before a number, newest first. */
function* blocksOf({ service }: ControlContext, before: number): Generator<readonly JournalEntry[]> {
  const entries = service.store.requests.entries();
  let end = entries.findLastIndex(({ sequence }) => sequence < before) + 1;
  for (; end > 0; end -= blockSize) yield entries.slice(Math.max(0, end - blockSize), end).reverse();
}

function requestTest(filter: RequestPage, store: Store): Test<JournalEntry> {
  const { operation, status, outcome, code, field, sentId } = filter;
  const method = filter.method?.toUpperCase();
  const q = requestSearchTest(filter.q, store);
  return (entry) =>
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method) &&
    (status === undefined || isStatus(entry.status, status)) &&
    (outcome === undefined || outcomeTests[outcome](entry)) &&
    (code === undefined || entry.code === code) &&
    (field === undefined || entry.field === field) &&
    (sentId === undefined || entry.sentId === sentId) &&
    (!q || q(entry));
}

function addTo(groups: Map<string, RefusalGroup>, { operation, field }: JournalEntry, code: string): void {
  const key = JSON.stringify([operation, code, field]);
  groups.set(key, {
    ...(operation !== undefined && { operation }),
    code,
    ...(field !== undefined && { field: redactKeys(field) }),
    count: (groups.get(key)?.count ?? 0) + 1,
  });
}
