import { sha256 } from '../runtime.ts';

/** Short text that equal items share, and others do not. `undefined` if the item is nothing that JSON can hold. */
export async function fingerprint(item: unknown): Promise<string | undefined> {
  const text = asText(item);
  return text === undefined ? undefined : (await sha256(text)).slice(0, 22);
}

function asText(item: unknown): string | undefined {
  try {
    return JSON.stringify(item, sorted);
  } catch {
    return undefined;
  }
}

/** Puts the members of objects in order. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
