import { type EmailStatus, emailStatuses, type Environment, oneOf, parseMailbox } from '@mailrig/contract';
import { type Rows, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { environment } from '../service/state/fields.ts';
import type { Message } from '../control/messages/message.ts';
import { textOrPattern, type TextOrPattern } from '../control/messages/search.ts';

/** Conditions for an email; all of them must hold. */
export interface ExpectedEmail {
  /** Recipients, each among to, cc and bcc: a complete address (case and display name do not matter), or a pattern. */
  readonly to?: TextOrPattern | readonly TextOrPattern[];
  /** Sender: a complete address (case and display name do not matter), or a pattern. */
  readonly from?: TextOrPattern;
  /** The whole subject, or a pattern. */
  readonly subject?: TextOrPattern;
  /** A part of the HTML, or a pattern. */
  readonly html?: TextOrPattern;
  /** A part of the plain text, or a pattern. */
  readonly text?: TextOrPattern;
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

const rows = {
  to: z.optional(
    z.union([textOrPattern, z.array(textOrPattern)], {
      error: 'must be a text, a pattern, or an array of them',
    }),
  ),
  from: z.optional(textOrPattern),
  subject: z.optional(textOrPattern),
  html: z.optional(textOrPattern),
  text: z.optional(textOrPattern),
  templateId: z.optional(z.string()),
  status: z.optional(oneOf(emailStatuses)),
  environment: z.optional(environment),
} satisfies Rows<ExpectedEmail>;

const fields = Object.keys(rows) as readonly ExpectedField[];
export const expectedEmail = z.object(rows);

/**
 * Checks the conditions: a misspelt one would match any email.
 *
 * @throws TypeError naming the field, and the one that was probably meant, or what is right.
 */
export function checkFields(expected: ExpectedEmail): void {
  const wrong = wrongOption(expectedEmail, expected);
  if (!wrong) return;
  const { field, message } = wrong;
  throw new TypeError(
    `toHaveSentEmail: ${field === '' ? 'the expected email' : `the field ${field}`} ${message}`,
  );
}

/** Compares a message with the expectation, field by field. */
export function comparisons(message: Message, expected: ExpectedEmail): Comparison[] {
  return fields
    .filter((field) => expected[field] !== undefined)
    .map((field) => ({
      field,
      holds: holds(field, message, expected),
      expected: expected[field],
      actual: field === 'to' ? recipientsOf(message) : message[field],
    }));
}

const recipientsOf = ({ to, cc, bcc }: Message): string[] => [...to, ...cc, ...bcc];

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

function isAddress(text: string, expected: TextOrPattern): boolean {
  return matches(text, expected, () => {
    const key = parseMailbox(String(expected))?.key;
    return key === undefined ? text === expected : parseMailbox(text)?.key === key;
  });
}

function matches(
  text: string,
  expected: TextOrPattern,
  compare: (text: string, expected: string) => boolean,
): boolean {
  // A search begins at the start, also with the flag g.
  return typeof expected === 'string' ? compare(text, expected) : text.search(expected) !== -1;
}
