import { limits } from '@mailrig/contract';
import { validationError } from '../call/request.ts';
import { endedError } from '../call/failures.ts';
import { after, longestTimer, openScope, type Scope, untilEnd } from '../runtime/time.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { sourceFailed } from '../errors/client-errors.ts';
import { streamIterator } from '../runtime/files.ts';
import { isArrayBuffer, isBlob } from '../runtime/realms.ts';
import { reading } from '../runtime/streams.ts';

/**
 * A file to upload: bytes, or a stream of bytes. A `Buffer` is a `Uint8Array`, a `File` is a `Blob`, and
 * Node's `Readable` is an async iterable. Strings are refused, because one could be a path or the content.
 */
export type FileSource =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/**
 * Reads a source into bytes, within the time limit of its call; `timeout` is for each part of a stream. Streams are read
 * to the end: a presigned URL needs the size before the first byte, and a retry needs the bytes again. So are Blobs: few
 * implementations of `fetch` take one of another package, and a Blob of a file fails if the file has changed, which must
 * not happen halfway.
 *
 * @throws ValidationError if the source is empty or has no bytes to read, or if a Blob or a stream has more than 40 MiB,
 * more than the service accepts in any reading of its limits (A69).
 * @throws AbortError or TimeoutError if the call ends before the stream does.
 */
export async function readFile(
  operation: string,
  file: FileSource,
  { signal, totalTimeout, timeout = longestTimer }: RequestOptions,
  field = 'file',
): Promise<Uint8Array<ArrayBuffer>> {
  const scope = openScope(signal, totalTimeout);
  const call: FileReading = { operation, field, scope, timeout };
  try {
    const content = await untilEnd(scope, read(call, file)).catch((cause: unknown) => {
      if (scope.endedBy()) throw endedError(scope, { operation, outcome: 'not-sent' });
      // Anything of the caller's may fail, such as a stream that is locked.
      throw sourceFailed(operation, 'file cannot be read', 'not-sent', cause);
    });
    if (content.byteLength === 0) throw wrong(call, 'must not be empty');
    return content;
  } finally {
    scope.close();
  }
}

interface FileReading {
  readonly operation: string;
  /** Field of the file, for mistakes in it. */
  readonly field: string;
  readonly scope: Scope;
  /** Milliseconds that a stream may take for each part. */
  readonly timeout: number;
}

async function read(call: FileReading, file: FileSource): Promise<Uint8Array<ArrayBuffer>> {
  if (isBlob(file)) {
    checkSize(call, file.size);
    return new Uint8Array(await file.arrayBuffer());
  }
  if (isArrayBuffer(file)) return viewed(new Uint8Array(file));
  if (ArrayBuffer.isView(file)) return viewed(file);
  if (typeof file === 'object' && file !== null) {
    reading(file);
    if (Symbol.asyncIterator in file) return collect(call, file[Symbol.asyncIterator]());
    if ('getReader' in file) return collect(call, streamIterator(file));
  }
  const hint =
    typeof file === 'string' ? ': for text, give new Blob([text]); for a path, openAsBlob(path)' : '';
  throw wrong(call, `must be a Blob, bytes or a stream of bytes${hint}`);
}

/** Copies memory that `fetch` cannot send, which is shared, resizable or of another realm; shares any other memory. */
function viewed({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer && !buffer.resizable)
    return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

async function collect(
  call: FileReading,
  chunks: AsyncIterator<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of untilEnded(call, chunks)) {
    if (!ArrayBuffer.isView(chunk)) throw wrong(call, 'must yield bytes, as Uint8Array');
    size += chunk.byteLength;
    checkSize(call, size);
    // A copy, because a source may fill the same memory again for each part.
    parts.push(viewed(chunk).slice());
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Stops reading as soon as the call ends or a part takes too long, even in the middle of a read. */
async function* untilEnded<T>(
  { scope, timeout }: FileReading,
  iterator: AsyncIterator<T>,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const next = iterator.next();
      const stuck = Promise.withResolvers<never>();
      const fail = () => stuck.reject(new Error(`it gave nothing for ${timeout} ms (option timeout)`));
      const step = await untilEnd(scope, Promise.race([next, stuck.promise])).finally(after(timeout, fail));
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Not awaited: a stuck stream may never close.
    void (async () => iterator.return?.())().catch(() => undefined);
  }
}

function checkSize({ operation, field }: FileReading, size: number): void {
  if (size <= limits.uploadBytes) return;
  const message = `must have at most ${limits.uploadBytes} bytes`;
  throw validationError(operation, { field, message, code: 'ATTACHMENT_TOO_LARGE' });
}

function wrong({ operation, field }: FileReading, message: string): Error {
  return validationError(operation, { field, message });
}
