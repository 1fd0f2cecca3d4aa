import { namesIn, wrongOption } from '@mailrig/contract';
import * as z from 'zod/mini';
import { invalidOption } from '../errors/mailrig-error.ts';
import { longestTimer } from '../runtime/runtime.ts';

/**
 * Refuses options that the client does not know, because a misspelt one would do nothing, and wrong values.
 *
 * @param rows A schema for each option.
 * @param operation The method, for the message. Default: the client.
 * @param fields Names of fields of the request, which some write among the options.
 * @throws MailrigError with the name that was probably meant, or with what is right. It shows no value.
 */
export function checkOptions(
  rows: z.core.$ZodType,
  given: unknown,
  operation?: string,
  fields: readonly string[] = [],
): void {
  const wrong = wrongOption(rows, given);
  if (!wrong) return;
  const { field, message } = wrong;
  if (field === '') throw invalidOption(`the options ${message}`, operation);
  const words =
    fields.includes(field) && !namesIn(rows).includes(field)
      ? 'belongs to the request: give it in the first argument, with the other fields'
      : message;
  throw invalidOption(`option ${field} ${words}`, operation);
}

/**
 * A duration in milliseconds.
 *
 * @param least The shortest that is allowed.
 */
export function milliseconds(least: number) {
  return z.custom<number>((value) => typeof value === 'number' && value >= least && value <= longestTimer, {
    error: `must be a number of milliseconds from ${least} to ${longestTimer}`,
  });
}

/**
 * Some rows of another set. A call, because a bundler keeps a destructuring even if nothing uses it.
 *
 * @param names The rows to leave out.
 */
export function without<T extends object, Name extends keyof T>(
  rows: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const left: readonly PropertyKey[] = names;
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !left.includes(name))) as Omit<T, Name>;
}
