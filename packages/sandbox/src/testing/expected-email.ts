import { type EmailStatus, type Environment, type Names, parseMailbox, unknownName } from '@mailrig/contract';
import type { Message } from '../control/messages/message.ts';

/** A text, or a pattern to match. */
export type ExpectedText = string | RegExp;

/** Conditions for an email; all given ones must hold. */
export interface ExpectedEmail {
  /** Recipients, each among to, cc and bcc: a complete address (case and display name do not matter), or a pattern. */
  readonly to?: ExpectedText | readonly ExpectedText[];
  /** Sender: a complete address (case and display name do not matter), or a pattern. */
  readonly from?: ExpectedText;
  /** The whole subject, or a pattern. */
  readonly subject?: ExpectedText;
  /** A part of the HTML, or a pattern. */
  readonly html?: ExpectedText;
  /** A part of the plain text, or a pattern. */
  readonly text?: ExpectedText;
  /** The template that it was made from. */
  readonly templateId?: string;
  /** Its status; it changes as the sandbox's clock moves. */
  readonly status?: EmailStatus;
  /** Whether a live key sent it or a test key simulated it. */
  readonly environment?: Environment;
}

/** Name of a condition. */
export type ExpectedField = keyof ExpectedEmail;

/** One field of a message, compared with the expectation. */
export interface Comparison {
  readonly field: ExpectedField;
  readonly holds: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
}

const known: Names<ExpectedEmail> = {
  to: true,
  from: true,
  subject: true,
  html: true,
  text: true,
  templateId: true,
  status: true,
  environment: true,
};

const fields = Object.keys(known) as readonly ExpectedField[];

/**
 * Refuses unknown fields: a misspelled condition would match any email.
 *
 * @throws TypeError naming the unknown field, and the one that was probably meant.
 */
export function checkFields(expected: ExpectedEmail): void {
  const unknown = unknownName(expected, known);
  if (unknown) throw new TypeError(`toHaveSentEmail: the field ${unknown.name} ${unknown.message}`);
}

/** Compares a message with the expectation, field by field. */
export function comparisons(message: Message, expected: ExpectedEmail): Comparison[] {
  return fields
    .filter((field) => expected[field] !== undefined)
    .map((field) => ({
      field,
      holds: holds(field, message, expected),
      expected: expected[field],
      actual: actualOf(field, message),
    }));
}

function recipientsOf({ to, cc, bcc }: Message): string[] {
  return [...to, ...cc, ...bcc];
}

function actualOf(field: ExpectedField, message: Message): unknown {
  return field === 'to' ? recipientsOf(message) : message[field];
}

function holds(field: ExpectedField, message: Message, expected: ExpectedEmail): boolean {
  switch (field) {
    case 'to': {
      const recipients = recipientsOf(message);
      const wanted = [expected.to ?? []].flat();
      return wanted.every((one) => recipients.some((text) => isAddress(text, one)));
    }
    case 'from':
      return isAddress(message.from, expected.from ?? '');
    case 'html':
    case 'text':
      return matches(message[field] ?? '', expected[field] ?? '', (text, part) => text.includes(part));
    default:
      return matches(message[field] ?? '', expected[field] ?? '', (text, whole) => text === whole);
  }
}

function isAddress(text: string, expected: ExpectedText): boolean {
  return matches(text, expected, () => {
    const key = parseMailbox(String(expected))?.key;
    return key === undefined ? text === expected : parseMailbox(text)?.key === key;
  });
}

function matches(
  text: string,
  expected: ExpectedText,
  compare: (text: string, expected: string) => boolean,
): boolean {
  // A pattern with the flag g remembers its last position.
  return typeof expected === 'string' ? compare(text, expected) : new RegExp(expected).test(text);
}
