/**
 * What is left of a record without its known fields: `const { id, name, ...rest } = record; rest satisfies Nothing`
 * stops compiling if the record gets another field, so that each copy of it must decide what to do with the field.
 */
export type Nothing = Readonly<Record<string, never>>;

/** `copy satisfies Within<typeof copy, Email>` stops compiling if the copy has a field that an email lacks. */
export type Within<Copy, T> = Readonly<Record<Exclude<keyof Copy, keyof T>, never>>;

/** `copy satisfies Complete<typeof copy, Email>` stops compiling if emails get a field, also an optional one, that the copy lacks. */
export type Complete<Copy, T> = Within<T, Copy>;

/** `{ … } satisfies Whole<Email>` stops compiling if the object lacks a field of emails, also an optional one, or has another. */
export type Whole<T, Formed extends keyof T = never> = {
  readonly [K in keyof Required<T>]: K extends Formed ? unknown : T[K];
};
