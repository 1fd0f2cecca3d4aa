/** Streams and promises of the caller's that the client has taken over. */

import { isPromise, isResponse } from './realms.ts';

/** Calls that hold a stream and may read it. */
const holders = new WeakMap<object, number>();
const listened = new WeakSet<object>();
const read = new WeakSet<object>();

/**
 * Listens to a stream of Node's, whose error would otherwise end the process while nobody reads it. Its reader gets
 * the error then. The same for a promise, which is refused wherever a value is wanted.
 *
 * @param stream Anything; only a stream or a promise is listened to.
 */
export function listen(stream: unknown): void {
  if (!isAsync(stream) || listened.has(stream)) return;
  if (isPromise(stream)) stream.catch(() => undefined);
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
  values.forEach(listen);
  const streams = values.filter(isAsync);
  for (const stream of streams) {
    holders.set(stream, (holders.get(stream) ?? 0) + 1);
  }
  return () => {
    for (const stream of streams) {
      const count = (holders.get(stream) ?? 1) - 1;
      holders.set(stream, count);
      if (count === 0 && !read.has(stream)) destroy(stream);
    }
  };
}

/** Levels of arrays and objects around a stream in an email, with one where none belongs. */
const deepestStream = 4;

/** The streams, responses and promises in an email, also under a misspelt name or where none belongs: their send is refused. */
export function streamsIn(value: unknown, levels = deepestStream): readonly unknown[] {
  if (typeof value !== 'object' || value === null || levels < 0) return [];
  const one: object = value;
  if (isResponse(value)) return [value.body];
  if (isAsync(value)) return [value];
  if (ArrayBuffer.isView(one)) return [];
  try {
    const isCollection = one instanceof Set || one instanceof Map;
    const parts: unknown[] = isCollection
      ? [...one.values()]
      : [...Object.values(one), Reflect.get(one, 'stream')];
    return parts.flatMap((part) => streamsIn(part, levels - 1));
  } catch {
    // The send fails with what a getter throws.
    return [];
  }
}

/** The streams in the items of a list; none for another source, whose items come later. */
export function streamsInItems(source: unknown): readonly unknown[] {
  try {
    return Array.isArray(source) ? streamsIn(source, deepestStream + 1) : [];
  } catch {
    // A proxy may throw. The run fails with that.
    return [];
  }
}

/** Whether a value comes later: from a stream of Node's or of the platform, or from a promise. */
export function isAsync(value: unknown): value is object {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      // Other objects also have a `destroy`, such as the records of a database.
      ('pipe' in value || 'getReader' in value || isPromise(value))
    );
  } catch {
    // A proxy may throw. Its reader fails with that.
    return false;
  }
}

function destroy(stream: object): void {
  // A stream that somebody else reads cannot be cancelled.
  void (async () => {
    const end: unknown = Reflect.get(stream, 'destroy') ?? Reflect.get(stream, 'cancel');
    if (typeof end === 'function') await Reflect.apply(end, stream, []);
  })().catch(() => undefined);
}
