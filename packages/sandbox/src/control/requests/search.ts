import * as z from 'zod/mini';
import type { Store } from '../../service/state/store.ts';
import type { MetFault } from '../../service/state/fault-rule.ts';
import { metFaultOf } from '../../service/routing/request-log.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import {
  choiceWord,
  headerWord,
  searchTest,
  type Test,
  textWord,
  timeWords,
  type WordTests,
} from '../list-verbs/search.ts';
import { faultText } from './fault-text.ts';
import type { Sends } from './sends.ts';
import type { requestWords } from '../list-verbs/search-words.ts';

/**
 * The test that a request passes if it matches a search; `undefined` if the search is empty.
 *
 * @throws ControlError if the search cannot be read.
 */
export function requestSearchTest(
  q: string | undefined,
  store: Store,
  sends: Sends,
): Test<LoggedRequest> | undefined {
  const attempts = attemptWords<LoggedRequest>({
    key: (entry) => sends.factsOf(entry)?.idempotencyKey,
    isAttempt: (entry, number) => sends.factsOf(entry)?.attempt === number,
    faults: (entry) => [metFaultOf(entry) ?? []].flat(),
  });
  return searchTest(q, { ...wordTests(store), ...attempts }, isAnywhere);
}

const statusForm = /^[1-5](\d\d|xx)$/i;

const statusHint = 'must be a status such as 404 or 4xx';

/** A status such as `404`, or a class of them such as `4xx`. */
export const requestStatus = z
  .union([z.number(), z.string()], { error: statusHint })
  .check(z.refine((value) => statusForm.test(String(value)), { error: statusHint }));

/** Whether a status is `wanted`: `404`, or a class such as `4xx`. */
export function isStatus(status: number | undefined, wanted: string): boolean {
  const text = String(status);
  return /xx$/i.test(wanted) ? text[0] === wanted[0] : text === wanted;
}

/** How a request ended. */
export const outcomeTests = {
  ok: ({ status }) => status !== undefined && status < 400,
  error: ({ status }) => status === undefined || status >= 400,
  fault: ({ fault }) => fault !== undefined,
} as const satisfies Readonly<Record<string, Test<LoggedRequest>>>;

/** The words about the requests that send an email, for anything that has an idempotency key, attempts and faults. */
export function attemptWords<T>({ key, isAttempt, faults }: Attempted<T>): WordTests<T, AttemptWord> {
  return {
    idempotency: textWord((item) => [key(item)]),
    attempt: (value) =>
      /^[1-9]\d{0,8}$/.test(value) ? (item) => isAttempt(item, Number(value)) : 'must be a number from 1 on',
    fault: textWord((item) => faults(item).flatMap((fault) => [fault.id, faultText(fault)])),
  };
}

type AttemptWord = 'idempotency' | 'attempt' | 'fault';

/** How the words about attempts test an item. */
interface Attempted<T> {
  readonly key: (item: T) => string | undefined;
  readonly isAttempt: (item: T, number: number) => boolean;
  readonly faults: (item: T) => readonly MetFault[];
}

function wordTests({
  accounts,
}: Store): WordTests<LoggedRequest, Exclude<keyof typeof requestWords, AttemptWord>> {
  return {
    method: (value) => {
      const wanted = value.toUpperCase();
      return ({ method }) => method === wanted;
    },
    status: (value) => (statusForm.test(value) ? ({ status }) => isStatus(status, value) : statusHint),
    operation: textWord(({ operation }) => [operation]),
    path: textWord(({ path, query }) => [`${path}${query}`]),
    code: textWord(({ code }) => [code]),
    field: textWord(({ field }) => [field && redactKeys(field)]),
    outcome: choiceWord(outcomeTests),
    has: choiceWord<LoggedRequest>({ 'ignored-fields': ({ ignoredFields }) => ignoredFields !== undefined }),
    account: (value) => {
      const isDomain = textWord<string>((id) => [accounts.get(id)?.domain.name])(value);
      return ({ accountId = '' }) => accountId === value || isDomain(accountId);
    },
    message: (value) => (entry) => entry.sentId === value,
    header: headerWord,
    ...timeWords(({ at }) => at),
  };
}

function isAnywhere(test: Test<string>): Test<LoggedRequest> {
  return ({ method, path, query, operation, requestId, code, sentId, body, response }) =>
    test(`${method} ${path}${query}`) ||
    [operation, requestId, code, sentId, response?.body].some((text) => text !== undefined && test(text)) ||
    (body !== undefined && test(redactKeys(JSON.stringify(body))));
}
