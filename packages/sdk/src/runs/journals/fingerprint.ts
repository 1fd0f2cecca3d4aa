import { plain } from '@mailrig/contract/checking';
import { sha256 } from '../../runtime/files.ts';
import { isArrayBuffer, isBlob } from '../../runtime/realms.ts';
import { isAsync } from '../../runtime/streams.ts';

/**
 * A short text by which a journal recognises an item of a run when the run starts again: only equal items have the same.
 * `undefined` if JSON cannot hold the item.
 */
export async function fingerprint(item: unknown): Promise<string | undefined> {
  const text = asText(item);
  if (text === undefined) return undefined;
  const hash = await sha256(new TextEncoder().encode(text));
  if (hash === undefined)
    throw new Error('there is no crypto.subtle: browsers have it only on https and localhost');
  return hash.slice(0, 22);
}

function asText(item: unknown): string | undefined {
  try {
    return JSON.stringify(item, canonical);
  } catch {
    return undefined;
  }
}

/** Sorts the members of objects, and replaces the bytes of files by their sizes. */
function canonical(this: unknown, name: string, value: unknown): unknown {
  // `toJSON` has already turned a `Buffer` into an array.
  const size = sizeOf(Reflect.get(Object(this), name));
  if (size !== undefined) return { size };
  // What else a stream has differs from start to start.
  if (isAsync(value)) return { path: Reflect.get(value, 'path') };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(plain(value)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function sizeOf(value: unknown): number | undefined {
  if (isBlob(value)) return value.size;
  return isArrayBuffer(value) || ArrayBuffer.isView(value) ? value.byteLength : undefined;
}
