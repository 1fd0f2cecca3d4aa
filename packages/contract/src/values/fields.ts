import * as z from 'zod/mini';
import { hiddenMistake, parseAddress, parseMailbox } from './addresses.ts';
import { bounded } from '../checking/bounded.ts';
import { mustBeOneOf } from '../checking/names.ts';
import { parseTimestamp } from './timestamps.ts';

/** JSON Schema keywords for a schema that zod does not generate: set them in `override`. */
export const describedKeywords = new WeakMap<z.core.$ZodType, z.core.JSONSchema.BaseSchema>();

/** Stores keywords of JSON Schema for a schema. */
export function described<S extends z.core.$ZodType>(schema: S, keywords: z.core.JSONSchema.BaseSchema): S {
  describedKeywords.set(schema, keywords);
  return schema;
}

/**
 * A response field that holds one of `values` today. Its type has only those, so that a comparison with a misspelt one
 * does not compile. Other values, which a newer service may add, are accepted.
 */
export function openEnum<const T extends readonly string[]>(values: T): z.ZodMiniType<T[number]> {
  return described(z.string(), { examples: [...values] }) as z.ZodMiniType<T[number]>;
}

/**
 * A field of a request, or of a call of the control plane, that holds one of `values`.
 *
 * @param values The values, at least one.
 */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.literal(values, { error: ({ input }) => mustBeOneOf(values, input) });
}

/**
 * The message for a text that is not a bare address.
 *
 * @param text What was given.
 */
export function addressMessage(text: string): string {
  if (hasSeveral(text)) return 'must be one email address, not several';
  return `must be an email address, for example ada@example.com${hiddenMistake(text)}`;
}

/** A name without quotes, and the `<` before its address. */
const nameBefore = /^[^"<>,;]*</;

/** Whether a text has several addresses, which some callers write into one field. A name may also have an `@`. */
function hasSeveral(text: string): boolean {
  const between = text.replace(nameBefore, '').split('@').slice(1, -1);
  return between.some((part) => /[,;\s]/.test(part));
}

function mailboxMessage(text: string): string {
  if (hasSeveral(text)) return 'must be one email address, not several';
  if (nameBefore.exec(text)?.[0].includes('@')) return 'must have its name in quotes, because of the @';
  return `must be an email address, for example ada@example.com or "Ada" <ada@example.com>${hiddenMistake(text)}`;
}

/** A whole number from 0 on. */
export const count = z.lazy(() => z.int().check(z.gte(0)));

/** A bare email address (A49). */
export const address = z.lazy(() => text(parseAddress, addressMessage));

/** An email address, with or without a display name (A48). */
export const mailbox = z.lazy(() => text(parseMailbox, mailboxMessage));

function text(parse: (text: string) => object | undefined, message: (text: string) => string) {
  const error = ({ input }: { readonly input?: unknown }) => message(String(input));
  return z.string().check(z.refine((value) => parse(value) !== undefined, { error }));
}

/** Wrong addresses that are reported for one field. */
const mostAddresses = 20;

/**
 * One mailbox, or an array of them. Their number has no limit (A50). The first 20 wrong
 * ones are reported, each at its own index.
 */
export const mailboxes = z.lazy(() =>
  bounded(
    z.union([z.string(), z.array(z.string())], { error: 'must be an email address or an array of them' }),
  ).check(z.check(requireMailboxes)),
);

function requireMailboxes({ value, issues }: z.core.ParsePayload<string | string[]>): void {
  const list = typeof value === 'string' ? [value] : value;
  let reported = 0;
  for (const [index, input] of list.entries()) {
    if (parseMailbox(input)) continue;
    const path = typeof value === 'string' ? [] : [index];
    const hint = hasSeveral(input) ? ': pass an array, with one address in each item' : '';
    issues.push({ code: 'custom', input, path, message: `${mailboxMessage(input)}${hint}` });
    if (++reported === mostAddresses) return;
  }
}

/** An ISO 8601 date or date and time (A18). */
export const timestampInput = z.lazy(() =>
  z.string().check(
    z.refine((text) => parseTimestamp(text) !== undefined, {
      error: 'must be an ISO 8601 date or time, for example 2026-01-31T09:30:00Z',
    }),
  ),
);
