import { parseAddress, parseMailbox } from './addresses.ts';
import { parseTimestamp } from './timestamps.ts';
import * as z from './schema.ts';

/** A closed set on the way in, an open one on the way out: a newer service may know more values. */
export type Open<T extends string> = T | (string & {});

/** A field that a response should fill from `values`, without refusing a value added later. */
export function openEnum<const T extends readonly string[]>(values: T): z.ZodMiniType<Open<T[number]>> {
  return z.string({ examples: values }) as z.ZodMiniType<Open<T[number]>>;
}

/** A check that fails with `message` where `accepts` says no. */
export function rule<T>(
  accepts: (value: T) => boolean,
  message: string,
  about?: z.About,
): z.core.$ZodCheck<T> {
  return z.check(
    ({ value: input, issues }) => {
      if (!accepts(input)) issues.push({ code: 'custom', input, path: [], message, continue: true });
    },
    { about },
  );
}

/** At most `most` characters, counted as code points (an emoji is one). */
export function atMost(most: number): z.core.$ZodCheck<string> {
  return rule(
    (text) => text.length <= most || (text.length <= most * 2 && [...text].length <= most),
    `must be at most ${most} characters`,
    { check: 'max_length', maximum: most },
  );
}

/** A number of `minimum` or more. */
export function from(minimum: number): z.core.$ZodCheck<number> {
  return rule((value) => value >= minimum, `must be at least ${minimum}`, {
    check: 'greater_than',
    value: minimum,
    inclusive: true,
  });
}

/** A number of `maximum` or less. */
export function upTo(maximum: number): z.core.$ZodCheck<number> {
  return rule((value) => value <= maximum, `must be at most ${maximum}`, {
    check: 'less_than',
    value: maximum,
    inclusive: true,
  });
}

/** No empty text. */
export const notEmpty = rule((text: string) => text !== '', 'must not be empty', {
  check: 'min_length',
  minimum: 1,
});

/** No line break: a header must stay on its line. */
export const oneLine = rule((text: string) => !/[\r\n]/.test(text), 'must not contain line breaks');

/** One of a closed set. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T): z.ZodMiniType<T[number]> {
  return z.enumOf(values, `must be one of ${values.join(', ')}`);
}

/** What is said of a text that is no bare address. */
export const addressMessage = 'must be an email address, for example ada@example.com';
const mailboxMessage = 'must be an email address, for example ada@example.com or "Ada" <ada@example.com>';

/** A bare email address. */
export const address = z
  .string()
  .check(rule((text: string) => parseAddress(text) !== undefined, addressMessage));

/** An email address, with or without a display name. */
export const mailbox = z
  .string()
  .check(rule((text: string) => parseMailbox(text) !== undefined, mailboxMessage));

const mostReported = 20;

/** One mailbox, or several in an array; the first 20 wrong ones are reported, each at its own index. */
export const mailboxes = z
  .union([z.string(), z.array(z.string())], 'must be an email address or an array of them')
  .check(
    z.check((context) => {
      const { value } = context;
      const list = typeof value === 'string' ? [value] : value;
      let reported = 0;
      for (const [index, text] of list.entries()) {
        if (parseMailbox(text)) continue;
        const path = typeof value === 'string' ? [] : [index];
        context.issues.push({ code: 'custom', input: text, path, message: mailboxMessage });
        if (++reported === mostReported) break;
      }
    }),
  );

/** An ISO 8601 date or date and time (decision A18). */
export const timestampInput = z
  .string()
  .check(
    rule(
      (text: string) => parseTimestamp(text) !== undefined,
      'must be an ISO 8601 date or time, for example 2026-01-31T09:30:00Z',
    ),
  );

/** Free-form JSON object. */
export const jsonObject = z.record(z.unknown());

/** Custom email headers (decision A57): token names, values on one line. */
export const emailHeaders = z.record(z.string()).check(
  z.check((context) => {
    for (const [name, value] of Object.entries(context.value)) {
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
        context.issues.push({
          code: 'custom',
          input: name,
          path: [name],
          message: 'is not a valid header name',
        });
      } else if (/[\r\n\0]/.test(value)) {
        context.issues.push({
          code: 'custom',
          input: value,
          path: [name],
          message: 'must not contain line breaks',
        });
      }
    }
  }),
);
