import { useState } from 'preact/hooks';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** A value that this browser keeps, under `mailrig-<name>`. A kept value of another type than the initial one is ignored. */
export function useKept<T>(name: string, initial: T): readonly [value: T, keep: (value: T) => void] {
  const isAlike = (value: unknown): value is T =>
    typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial);
  const [value, setValue] = useState(() => keptValue(name, isAlike) ?? initial);
  return [value, (next) => (setValue(() => next), keepValue(name, next))];
}

/** The kept value; `undefined` if nothing is kept or `accepts` refuses it. */
export function keptValue<T>(
  name: string,
  accepts: (value: unknown) => value is T,
  browser: { readonly localStorage: Store } = globalThis,
): T | undefined {
  try {
    const value: unknown = JSON.parse(browser.localStorage.getItem(`mailrig-${name}`) ?? 'null');
    return accepts(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value that JSON can hold. Without storage, the value lasts as long as the page. */
export function keepValue(
  name: string,
  value: unknown,
  browser: { readonly localStorage: Store } = globalThis,
): void {
  try {
    browser.localStorage.setItem(`mailrig-${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or turned off.
  }
}

/** Accepts a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
