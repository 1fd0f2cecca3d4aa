/** Values for the `{names}` in requests. `{name:256}` is filled up to 256 characters, with one that takes two bytes. */
export type Values = ReadonlyMap<string, string>;

/** The names that the texts of a JSON value contain. */
export function namesIn(value: unknown): string[] {
  const names: string[] = [];
  replaceTexts(value, (name) => {
    names.push(name);
    return undefined;
  });
  return names;
}

/** The value with its `{names}` replaced; a name without a value stays. */
export function fill<T>(value: T, values: Values, write: (text: string) => string = (text) => text): T {
  return replaceTexts(value, (name) => {
    const found = values.get(name);
    return found === undefined ? undefined : write(found);
  }) as T;
}

function replaceTexts(value: unknown, replacement: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(\w+)(?::(\d+))?\}/g, (whole, name: string, length?: string) => {
      const found = replacement(name);
      if (found === undefined || length === undefined) return found ?? whole;
      return found.padEnd(Number(length), 'é').slice(0, Number(length));
    });
  }
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacement));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replacement)]),
  );
}
