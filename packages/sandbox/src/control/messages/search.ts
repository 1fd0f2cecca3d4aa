import {
  type EmailStatus,
  emailStatuses,
  type Environment,
  environments,
  oneOf,
  parseMailbox,
} from '@mailrig/contract';
import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { statusOf } from '../../service/lifecycles/email.ts';
import { environment } from '../../service/state/fields.ts';
import type { Store } from '../../service/state/store.ts';
import { readContentOr } from '../../service/state/stored-content.ts';
import {
  choiceWord,
  headerWord,
  searchTest,
  type Test,
  textTest,
  textWord,
  timeWords,
  type WordTests,
} from '../list-verbs/search.ts';
import type { messageWords } from '../list-verbs/search-words.ts';
import { attemptWords } from '../requests/search.ts';
import type { Sent } from './refused-sends.ts';

/** Which messages; all conditions must hold, and case does not matter. */
export interface MessageFilter {
  /** An address, or a part of one, among the recipients (to, cc and bcc). */
  readonly to?: string | undefined;
  /** The sender's address, or a part of it. */
  readonly from?: string | undefined;
  /** A part of the subject. */
  readonly subject?: string | undefined;
  /** Current status. */
  readonly status?: EmailStatus | undefined;
  /** Sent with a live key, or simulated with a test key. Default: both. */
  readonly environment?: Environment | undefined;
  /**
   * A search such as `invoice from:ada -status:bounced`. Text is searched for in subject, html, text, sender
   * and recipients; words such as `has:attachment` search one place.
   */
  readonly q?: string | undefined;
}

/** A text, or a pattern to match. */
export type TextOrPattern = string | RegExp;

/** As a {@link MessageFilter}, for callers in the same process: addresses and subjects may also be patterns. */
export interface MailboxFilter extends Omit<MessageFilter, 'to' | 'from' | 'subject'> {
  /** An address, or a part of one, among the recipients (to, cc and bcc); or a pattern. */
  readonly to?: TextOrPattern | undefined;
  /** The sender's address, or a part of it; or a pattern. */
  readonly from?: TextOrPattern | undefined;
  /** A part of the subject, or a pattern. */
  readonly subject?: TextOrPattern | undefined;
}

/** A filter as text, for messages. */
export function filterText(filter: MailboxFilter): string {
  return JSON.stringify(filter, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value));
}

/** The schema of a {@link TextOrPattern}. */
export const textOrPattern = z.union([z.string(), z.instanceof(RegExp)], {
  error: 'must be a text or a pattern',
});

export const filterFields = {
  to: z.optional(z.string()),
  from: z.optional(z.string()),
  subject: z.optional(z.string()),
  status: z.optional(oneOf(emailStatuses)),
  environment: z.optional(environment),
  q: z.optional(z.string()),
} satisfies Rows<MessageFilter>;

/** The fields of a {@link MailboxFilter}. */
export const mailboxFields = {
  ...filterFields,
  to: z.optional(textOrPattern),
  from: z.optional(textOrPattern),
  subject: z.optional(textOrPattern),
} satisfies Rows<MailboxFilter>;

/**
 * The test that a message passes if it matches the filter. Without `now`, statuses are those at the time of each test.
 */
export function messageTest(
  filter: MailboxFilter,
  store: Store,
  now: () => number = () => store.clock.now(),
): Test<Sent> {
  const { status, environment: side } = filter;
  const to = addressTest(filter.to);
  const from = addressTest(filter.from);
  const subject = textTest(filter.subject);
  const q = searchTest(filter.q, wordTests(store, now), isAnywhere);
  return (message) =>
    (side === undefined || message.environment === side) &&
    (status === undefined || shownStatus(message, now()) === status) &&
    (!to || recipientsOf(message).some(to)) &&
    (!from || from(message.from)) &&
    (!subject || subject(message.subject)) &&
    (!q || q(message));
}

/** The status of a message at a time; `refused` if it never became one. */
function shownStatus(sent: Sent, now: number): EmailStatus | 'refused' {
  return sent.status === 'refused' ? sent.status : statusOf(sent, now);
}

/** All recipients of a message. */
export function recipientsOf({ to, cc, bcc }: Sent): readonly string[] {
  return cc.length + bcc.length === 0 ? to : [...to, ...cc, ...bcc];
}

function wordTests({ attachments }: Store, now: () => number): WordTests<Sent, keyof typeof messageWords> {
  const addressWord = (addressesOf: (message: Sent) => readonly string[]) => (value: string) => {
    const test = addressTest(value);
    return (message: Sent) => !test || addressesOf(message).some(test);
  };
  const equal = <Value extends string>(values: readonly Value[], of: (message: Sent) => Value) =>
    choiceWord(Object.fromEntries(values.map((value) => [value, (message: Sent) => of(message) === value])));
  return {
    to: addressWord(recipientsOf),
    from: addressWord(({ from }) => [from]),
    subject: textWord(({ subject }) => [subject]),
    status: equal([...emailStatuses, 'refused'] as const, (message) => shownStatus(message, now())),
    has: choiceWord<Sent>({
      attachment: ({ attachmentIds }) => attachmentIds.length > 0,
      html: ({ html }) => html !== undefined,
      text: ({ text }) => text !== undefined,
    }),
    filename: textWord(({ attachmentIds }) => attachmentIds.map((id) => attachments.get(id)?.filename)),
    header: headerWord,
    template: textWord(({ templateId }) => [templateId]),
    environment: equal(environments, (message) => message.environment),
    ...attemptWords<Sent>({
      key: ({ idempotencyKey }) => idempotencyKey,
      // The requests of one email are numbered from 1.
      isAttempt: ({ attempts = 0 }, number) => number <= attempts,
      faults: ({ faults = [] }) => faults,
    }),
    ...timeWords(({ createdAt }) => createdAt),
  };
}

/** Whether the subject, the content or an address of a message passes a test. Damaged content counts as empty. */
function isAnywhere(test: Test<string>): Test<Sent> {
  return (message) => {
    const { subject, from, html, text } = message;
    return (
      test(subject) ||
      test(from) ||
      recipientsOf(message).some(test) ||
      (html !== undefined && test(readContentOr(html, () => ''))) ||
      (text !== undefined && test(readContentOr(text, () => '')))
    );
  };
}

/** A test of addresses: a complete one must be equal, another text be part of one, a pattern match. */
function addressTest(wanted: TextOrPattern | undefined): Test<string> | undefined {
  const key = typeof wanted !== 'string' ? undefined : parseMailbox(wanted)?.key;
  return key === undefined ? textTest(wanted) : (text) => parseMailbox(text)?.key === key;
}
