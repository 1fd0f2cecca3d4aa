/** Objects of another realm or package, which `instanceof` does not recognise. */

/** Whether a value is a Blob or a File, of any realm or package: jsdom, undici and fetch-blob have their own. */
export function isBlob(value: unknown): value is Blob {
  return isOf(value, ['Blob', 'File'], 'arrayBuffer');
}

/** Whether a value is a Response, of any realm or package. */
export function isResponse(value: unknown): value is Response {
  return isOf(value, ['Response'], 'arrayBuffer');
}

/** Whether a value is a promise, of any realm. Other objects with a `then`, such as queries, begin when it is called. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return isOf(value, ['Promise'], 'catch');
}

/** Whether a value is an ArrayBuffer, of any realm. */
export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return isOf(value, ['ArrayBuffer'], 'slice');
}

function isOf(value: unknown, kinds: readonly unknown[], method: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    // The classes of happy-dom have no other mark than their name.
    const kind: unknown = Reflect.get(value, Symbol.toStringTag) ?? value.constructor?.name;
    return kinds.includes(kind) && typeof Reflect.get(value, method) === 'function';
  } catch {
    // A getter may throw. The code that reads the value fails with that.
    return false;
  }
}
