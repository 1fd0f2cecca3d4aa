import type { LoggedRequest } from './logged-request.ts';
import { StoredContent } from './stored-content.ts';

/** Bytes of an object without its members, and of a member. */
const objectBytes = 56;
const memberBytes = 12;
/** Bytes of an entry of the request log without its bodies: most of it is headers. */
const entryBytes = 1_200;

/** About how many bytes only `before` holds: its members that `after`, which replaced it, does not share. */
export function bytesOnlyIn(before: object, after?: object): number {
  const [old, fresh] = [before as Members, after as Members | undefined];
  let bytes = objectBytes;
  for (const name in old) {
    if (!fresh || fresh[name] !== old[name]) bytes += memberBytes + bytesOf(old[name], fresh?.[name]);
  }
  return bytes;
}

/** About how many bytes an entry of the request log has. Each request drops one, so this does not look at headers. */
export function bytesOfEntry({ body, response }: LoggedRequest): number {
  return entryBytes + bytesOf(body) + (response?.body?.length ?? 0);
}

type Members = Readonly<Record<string, unknown>>;

function bytesOf(value: unknown, after?: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return value.byteLength;
  // It is in a file.
  if (value instanceof StoredContent) return objectBytes;
  if (Array.isArray(value)) return bytesOfList(value, Array.isArray(after) ? after : []);
  return bytesOnlyIn(value, typeof after === 'object' && after !== null ? after : undefined);
}

/** By index, because a batch of verifications has thousands of findings, and each of its turns replaces one. */
function bytesOfList(old: readonly unknown[], fresh: readonly unknown[]): number {
  let bytes = objectBytes + old.length * memberBytes;
  for (let index = 0; index < old.length; index += 1) {
    if (fresh[index] !== old[index]) bytes += bytesOf(old[index], fresh[index]);
  }
  return bytes;
}
