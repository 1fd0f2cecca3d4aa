import * as z from 'zod/mini';
import type { Store } from '../../service/state/store.ts';
import type { JournalEntry } from '../../service/state/journal-entry.ts';
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
): Test<JournalEntry> | undefined {
  return searchTest(q, { ...wordTests(store), ...attemptWords((entry) => [entry], sends) }, isAnywhere);
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
} as const satisfies Readonly<Record<string, Test<JournalEntry>>>;

/**
 * The words that look at the requests to send emails: by idempotency key, by number of the attempt, by fault.
 *
 * @param requestsOf The requests of an item.
 */
export function attemptWords<T>(
  requestsOf: (item: T) => readonly JournalEntry[],
  sends: Pick<Sends, 'factsOf'>,
): WordTests<T, 'idempotency' | 'attempt' | 'fault'> {
  const keys = textWord<JournalEntry>((entry) => [sends.factsOf(entry)?.idempotencyKey]);
  const faults = textWord<JournalEntry>(({ fault, faultMet }) => [fault, faultMet && faultText(faultMet)]);
  const some = (test: Test<JournalEntry>) => (item: T) => requestsOf(item).some(test);
  return {
    idempotency: (value) => some(keys(value)),
    attempt: (value) =>
      /^[1-9]\d{0,8}$/.test(value)
        ? some((entry) => sends.factsOf(entry)?.attempt === Number(value))
        : 'must be a number from 1 on',
    fault: (value) => some(faults(value)),
  };
}

function wordTests({
  accounts,
}: Store): WordTests<
  JournalEntry,
  Exclude<keyof typeof requestWords, keyof ReturnType<typeof attemptWords>>
> {
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
    has: choiceWord<JournalEntry>({
      'ignored-fields': ({ ignoredFields }) => ignoredFields !== undefined,
    }),
    account: (value) => {
      const isDomain = textWord<string>((id) => [accounts.get(id)?.domain.name])(value);
      return ({ accountId = '' }) => accountId === value || isDomain(accountId);
    },
    message: (value) => (entry) => entry.sentId === value,
    header: headerWord,
    ...timeWords(({ at }) => at),
  };
}

function isAnywhere(test: Test<string>): Test<JournalEntry> {
  return ({ method, path, query, operation, requestId, code, sentId, body, answer }) =>
    test(`${method} ${path}${query}`) ||
    [operation, requestId, code, sentId, answer?.body].some((text) => text !== undefined && test(text)) ||
    (body !== undefined && test(redactKeys(JSON.stringify(body))));
}
