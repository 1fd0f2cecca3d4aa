/** What the runtime offers for files and streams. */

import { builtin, inBrowser, inSimulatedPage, nodeVersion } from './platform.ts';
import { now } from './time.ts';

/** A file, which is opened when it is read. Returns `undefined` if there is no file system. */
export function openFile(path: string): AsyncIterable<Uint8Array> | undefined {
  const files = builtin('fs');
  return files && { [Symbol.asyncIterator]: () => files.createReadStream(path)[Symbol.asyncIterator]() };
}

/**
 * A text that differs after each change of the file. Returns `undefined` for a file that changed within the last
 * second, because a second change may leave its size and time as they are, and for one that cannot be read.
 */
export function fileVersion(path: string): string | undefined {
  try {
    const { ino, size, mtimeMs } = builtin('fs')?.statSync(path) ?? {};
    return mtimeMs !== undefined && now() - mtimeMs > 1_000 ? `${ino} ${size} ${mtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256 as 43 characters that are safe in URLs. `undefined` if the runtime has none, as in a page without https. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  const hash = await subtle?.digest('SHA-256', bytes);
  if (!hash) return undefined;
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Whether `fetch` can stream a body with a known `content-length`. Node's can; other runtimes leave the length out. */
export function canStreamUploads(): boolean {
  return nodeVersion() !== undefined && !inBrowser();
}

/**
 * Whether an `XMLHttpRequest` can report the progress of an upload, as only it can in a browser. Not in jsdom and
 * happy-dom: there it bypasses what replaces `fetch` in a test.
 */
export function canListenToUploads(): boolean {
  return 'XMLHttpRequest' in globalThis && !inSimulatedPage();
}

/** The path of a `file:` URL. `undefined` for one of another host or kind, or if there is no file system. */
export function pathOf(url: URL): string | undefined {
  try {
    return builtin('url')?.fileURLToPath(url.href);
  } catch {
    return undefined;
  }
}

/** Reads a stream, also in a browser that cannot iterate over it. */
export function streamIterator<Item>(stream: ReadableStream<Item>): AsyncIterator<Item> {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}
