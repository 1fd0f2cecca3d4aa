import { sha256 } from '../runtime.ts';

/** Short text that equal items share, and others do not. `undefined` if the item holds what JSON cannot. */
export async function fingerprint(item: unknown): Promise<string | undefined> {
  try {
    return (await sha256(JSON.stringify(item, sorted))).slice(0, 22);
  } catch {
    return undefined;
  }
}

/** Puts the members of objects in order. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
