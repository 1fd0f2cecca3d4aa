import type { HeaderSource } from '../operations/operation.ts';
import type { Answer } from '../wire/envelope.ts';

/** A request as every mount hands it over. */
export interface IncomingRequest {
  readonly method: string;
  /** Scheme and authority, for example `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path as it came, percent-encoded. */
  readonly path: string;
  /** Query as it came, with its `?`; empty where there is none. */
  readonly query: string;
  readonly headers: HeaderSource;
  /** Ends when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /** The whole body; `undefined` where it has more than `limit` bytes. */
  read(limit: number): Body | Promise<Body>;
}

/** Content of a body: text where the mount had text. */
export type Body = string | Uint8Array | undefined;

/** What a mount has to do: answer, or treat the connection as a fault says. */
export type Reply = Answer | { readonly network: 'reset' | 'drop' | 'hang' };

/** Takes a URL apart as {@link IncomingRequest} wants it. */
export function urlParts(url: string): Pick<IncomingRequest, 'origin' | 'path' | 'query'> {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname, query: search };
}

/** Reads a stream up to `limit` bytes. */
export async function readStream(stream: ReadableStream<Uint8Array> | null, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return joinChunks(chunks, length);
}

/** One array from several; the very same where there is one. */
export function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
