import { isMarkedAs } from '../control/copies.ts';
import { Mailbox } from '../control/messages/mailbox.ts';
import type { Message } from '../control/messages/message.ts';
import { checkFields, type Comparison, comparisons, type ExpectedEmail } from './expected-email.ts';

/** Something with a mailbox: a sandbox, or the controls of one of its accounts. */
export interface HasMailbox {
  /** The mail that was captured. */
  readonly mailbox: Mailbox;
}

/** Whether an email was sent, with a message for the test report. */
export interface Verdict {
  /** Whether it is as expected. */
  readonly pass: boolean;
  /** The message if the opposite was expected. */
  message(): string;
}

/**
 * Finds an email among all captured ones of a sandbox or an account, live and simulated. Throws a `TypeError`
 * naming an expected field that emails do not have, or if there is no mailbox.
 */
export function sentEmail(received: unknown, expected: ExpectedEmail = {}): Verdict {
  if (!hasMailbox(received)) {
    throw new TypeError('toHaveSentEmail is for a sandbox: expect(sandbox).toHaveSentEmail({ to })');
  }
  checkFields(expected);
  const judged = received.mailbox
    .list()
    .map((message) => ({ message, compared: comparisons(message, expected) }));
  const match = judged.find(({ compared }) => compared.every(({ holds }) => holds));
  if (match) {
    return { pass: true, message: () => unexpected(match.message, match.compared) };
  }
  // Later, the call may be over.
  const calls = Mailbox.underWay(received.mailbox);
  const message = () => `${missing(judged, expected, calls)}${Mailbox.refusals(received.mailbox)}`;
  return { pass: false, message };
}

function hasMailbox(value: unknown): value is HasMailbox {
  return typeof value === 'object' && value !== null && isMarkedAs('mailbox', Reflect.get(value, 'mailbox'));
}

interface Judged {
  readonly message: Message;
  readonly compared: readonly Comparison[];
}

function unexpected(message: Message, compared: readonly Comparison[]): string {
  const which = compared.length === 0 ? 'No email was expected' : 'No such email was expected';
  return `${which}, but one was sent: ${title(message)}\n${lines(compared)}`.trimEnd();
}

function missing(judged: readonly Judged[], expected: ExpectedEmail, calls: number): string {
  const wanted = Object.entries(expected)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field} ${show(value)}`);
  const yet = calls === 0 ? '' : ` yet, ${calls} ${calls === 1 ? 'call' : 'calls'} under way`;
  const problem = `No email was sent${wanted.length > 0 ? ` with ${wanted.join(', ')}` : ''}${yet}.`;
  // The list is newest first, so the newer one of two equally close emails is shown.
  const [nearest] = judged.toSorted((a, b) => score(b) - score(a));
  if (!nearest) return `${problem} The mailbox is empty.`;
  const { length } = judged;
  const among = length === 1 ? 'The only message' : `The nearest of ${length} messages`;
  return `${problem}\n\n${among} is ${title(nearest.message)}:\n${lines(nearest.compared)}`;
}

const score = ({ compared }: Judged): number => compared.filter(({ holds }) => holds).length;

function title({ id, status, environment, subject, to }: Message): string {
  const why = environment === 'test' ? ', sent with a test key: never delivered or listed' : '';
  return `${id} (${status}${why}) to ${to.join(', ')}: ${JSON.stringify(subject)}`;
}

function lines(compared: readonly Comparison[]): string {
  return compared
    .map(({ field, holds, expected, actual }) =>
      holds ? `  ✓ ${field} ${show(actual)}` : `  ✗ ${field} ${show(actual)}\n    expected ${show(expected)}`,
    )
    .join('\n');
}

function show(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.map(show).join(', ');
  if (value instanceof RegExp) return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
