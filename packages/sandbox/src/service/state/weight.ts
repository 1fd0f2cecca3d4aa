import { StoredContent } from './stored-content.ts';

/** Bytes of an object without its members, and of a member. */
const objectBytes = 56;
const memberBytes = 12;

/**
 * About how many bytes only `before` holds: its members that `after`, the record that replaced it, does not share.
 * Counts the length of texts and files, and a little for each object and member.
 */
export function bytesOnlyIn(before: object, after?: object): number {
  let bytes = objectBytes;
  for (const name in before) {
    const value: unknown = Reflect.get(before, name);
    if (!after || Reflect.get(after, name) !== value) bytes += memberBytes + bytesOf(value);
  }
  return bytes;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return value.byteLength;
  // It is in a file.
  if (value instanceof StoredContent) return objectBytes;
  return bytesOnlyIn(value);
}
