import * as z from 'zod/mini';
import { fieldsOf } from './objects.ts';

/** Mistakes that one response lists at most. */
export const mostListed = 100;

/** Thrown while a value is checked, as soon as it has more mistakes than a response lists. */
class TooManyMistakes extends RangeError {
  override readonly name = 'TooManyMistakes';
}

/**
 * An array or a record of any size in a request. zod reports every mistake of every item, which takes seconds and a
 * gigabyte for a million of them, so a large value is checked part by part first.
 *
 * An array with a fixed limit needs none of this: `z.maxLength` refuses it before its items are checked.
 *
 * @throws TooManyMistakes at the first mistake above {@link mostListed}; `check` reports it.
 */
export function bounded<T extends z.core.$ZodType>(schema: T) {
  const partsOf = schema._zod.def.type === 'record' ? membersOf : itemsOf;
  const bounds = z.transform((value: unknown) => {
    let mistakes = 0;
    for (const part of partsOf(value)) {
      mistakes += z.safeParse(schema, part).error?.issues.length ?? 0;
      if (mistakes > mostListed) throw new TooManyMistakes();
    }
    return value;
  });
  return z.pipe(bounds, schema);
}

/** The items of an array that may hold too many mistakes, each in an array of its own. */
function* itemsOf(value: unknown): Iterable<unknown[]> {
  if (Array.isArray(value) && value.length > mostListed) for (const item of value) yield [item];
}

/** The members of an object that may hold too many mistakes, each in an object of its own. */
function* membersOf(value: unknown): Iterable<object> {
  const fields = fieldsOf(value);
  const names = Object.keys(fields);
  if (names.length > mostListed) for (const name of names) yield { [name]: fields[name] };
}
