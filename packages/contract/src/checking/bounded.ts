import * as z from 'zod/mini';

/** Mistakes that one response lists at most. */
export const mostListed = 100;

/** Thrown while a value is checked, as soon as it has more mistakes than a response lists. */
export class TooManyMistakes extends RangeError {
  override readonly name = 'TooManyMistakes';
}

/**
 * An array of any size in a request. zod reports every mistake of every item, which takes seconds and a gigabyte for a
 * million of them, so a large one is checked item by item first.
 *
 * An array with a fixed limit needs none of this: `z.maxLength` refuses it before its items are checked.
 *
 * @throws TooManyMistakes at the first mistake above {@link mostListed}; `check` reports it.
 */
export function bounded<T extends z.core.$ZodType>(schema: T) {
  const gate = z.transform((value: unknown) => {
    let mistakes = 0;
    const items = Array.isArray(value) && value.length > mostListed ? value : [];
    for (const item of items) {
      mistakes += z.safeParse(schema, [item]).error?.issues.length ?? 0;
      if (mistakes > mostListed) throw new TooManyMistakes();
    }
    return value;
  });
  return z.pipe(gate, schema);
}
