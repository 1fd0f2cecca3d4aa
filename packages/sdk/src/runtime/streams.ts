/**
 * Streams of the caller's that the client has taken over.
 */

import { isResponse } from './realms.ts';

/** Calls that hold a stream and may read it. */
const holders = new WeakMap<object, number>();
const listened = new WeakSet<object>();
const read = new WeakSet<object>();

/**
 * Listens to a stream of Node's, whose error would otherwise end the process while nobody reads it. Whoever reads it gets
 * the error then.
 *
 * @param stream Anything; only a stream is listened to.
 */
export function listen(stream: unknown): void {
  if (!isStream(stream) || listened.has(stream)) return;
  if (!('on' in stream) || typeof stream.on !== 'function') return;
  listened.add(stream);
  stream.on('error', () => undefined);
}

/** Marks a stream as being read, so that it is not destroyed. */
export function reading(stream: unknown): void {
  if (typeof stream === 'object' && stream !== null) read.add(stream);
}

/**
 * Takes over the streams and responses among some values.
 *
 * @returns Ends this: the ones that nobody read are destroyed.
 */
export function hold(values: readonly unknown[]): () => void {
  const streams = values.flatMap((value) => (isStream(value) ? [value] : []));
  for (const stream of streams) {
    listen(stream);
    holders.set(stream, (holders.get(stream) ?? 0) + 1);
  }
  return () => {
    for (const stream of streams) {
      const left = (holders.get(stream) ?? 1) - 1;
      holders.set(stream, left);
      if (left === 0 && !read.has(stream)) destroy(stream);
    }
  };
}

/** The streams and responses in an email, also under a misspelt name or in a wrong place: their send is refused. */
export function streamsIn(email: unknown): readonly unknown[] {
  try {
    const members: unknown[] = Object.values(Object(email));
    return members.every((member) => typeof member !== 'object')
      ? []
      : members.flat().flatMap(streamsInMember);
  } catch {
    // The send fails with what a getter throws.
    return [];
  }
}

function streamsInMember(one: unknown): readonly unknown[] {
  if (typeof one !== 'object') return [];
  if (isResponse(one)) return [one.body];
  if (isStream(one) || ArrayBuffer.isView(one)) return [one];
  const parts: unknown[] = [...Object.values(Object(one)), Reflect.get(Object(one), 'stream')];
  return [...new Set(parts)].map((each) => (isResponse(each) ? each.body : each));
}

/** Whether a value is a stream: of Node's, or of the platform. */
export function isStream(value: unknown): value is object {
  try {
    return typeof value === 'object' && value !== null && ('destroy' in value || 'getReader' in value);
  } catch {
    // A proxy may throw. Whoever reads it fails with that.
    return false;
  }
}

function destroy(stream: object): void {
  const end: unknown = Reflect.get(stream, 'destroy') ?? Reflect.get(stream, 'cancel');
  if (typeof end !== 'function') return;
  // A stream that somebody else reads cannot be cancelled.
  void (async () => Reflect.apply(end, stream, []) as unknown)().catch(() => undefined);
}
