import type * as z from 'zod/mini';

/** A wrong set of options: one name misspelt, or one value of another type. */
export interface WrongOption {
  readonly name: string;
  readonly given: object;
}

type Rows = Readonly<Record<string, z.ZodMiniType>>;

/** Values of every type. */
const values = ['wrong', 1.5, true, { wrong: 1 }, ['wrong'], null, () => 1];

/** Each name of a set of options with its last letter doubled. */
export function misspelt(schema: { readonly shape: Rows }): WrongOption[] {
  return Object.keys(schema.shape).map((name) => ({ name, given: { [`${name}${name.at(-1)}`]: 1 } }));
}

/** Each option with a value that its row does not take. A row that takes all values is checked elsewhere. */
export function mistyped(schema: { readonly shape: Rows }): WrongOption[] {
  return Object.entries(schema.shape).flatMap(([name, row]) => {
    const wrong = values.find((value) => !row.safeParse(value).success);
    return wrong === undefined ? [] : [{ name, given: { [name]: wrong } }];
  });
}
