/** A value as records hold it: read-only at any depth. */
export type Immutable<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Immutable<T[Name]> }
      : T;
