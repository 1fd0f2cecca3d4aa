import type { HeaderSource } from '../rules/context.ts';
import { Refusal } from '../wire/refusal.ts';

/** Who may call a sandbox over the network. */
export interface Access {
  /** Host names, in the form of URLs, that it answers to besides loopback names; `*` stands for all. */
  readonly hosts: readonly string[];
  /** Origin at which callers reach the server, if it is not the one that requests name. */
  readonly publicUrl?: string | undefined;
  /** Whether it also answers to names that cannot be registered, as other containers use. Default: no. */
  readonly unregistrableHosts?: boolean;
  /** Origins whose pages may use the API and the uploads, besides pages on loopback; `*` stands for all. */
  readonly origins: readonly string[];
}

/** A request in the form that every mount translates to. */
export interface IncomingRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Scheme and authority, for example `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Path as it came, percent-encoded. */
  readonly path: string;
  /** Query as it came, with its `?`; empty if there is none. */
  readonly query: string;
  /** Its headers; their names ignore case. */
  readonly headers: HeaderSource;
  /** Who may call; absent in process, because everybody may. */
  readonly access?: Access | undefined;
  /** Whether the caller is on this machine; absent in process, because it is the program itself. */
  readonly isLocal?: boolean | undefined;
  /** Whether it came through a mock of the whole process, which other code may have mounted. */
  readonly isMocked?: boolean | undefined;
  /** Aborts when the caller gives up. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The whole body; `undefined` if it is longer.
   *
   * @param limit The most bytes to read.
   */
  read(limit: number): Body | Promise<Body>;
  /** The body part by part, for one of any size. */
  parts(): AsyncIterable<Uint8Array>;
}

/** The body of a request, which may have been read already. */
export type BodySource = Pick<IncomingRequest, 'read'>;

/** Thrown if the caller disconnects before its request is complete, and so cannot get a response. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';

  constructor(cause?: unknown) {
    super('The caller went away before its request was complete.', { cause });
  }
}

/** Thrown if other code of the process has read the body before. Sending the same request again does not help. */
export class BodyTaken extends Refusal {
  constructor() {
    super(
      'VALIDATION_ERROR',
      'The body of the request was read before it reached the sandbox, probably by another handler: there, read request.clone() instead of request',
      { reason: 'body_read_before' },
    );
  }
}

/** Content of a body: text if the mount had text. */
export type Body = string | Uint8Array | undefined;

/** Headers in an object, by their names in lower case. It is read faster than a `Headers`. */
export class PlainHeaders implements HeaderSource {
  readonly #headers: Readonly<Record<string, string | string[] | undefined>>;

  constructor(headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name];
    return (Array.isArray(value) ? value.join(', ') : value) ?? null;
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const name of Object.keys(this.#headers)) visit(this.get(name) ?? '', name);
  }
}

/** Whether a body has more than so many bytes. In UTF-8, no unit of a text takes more than three. */
export function isLonger(body: string | Uint8Array, bytes: number): boolean {
  if (typeof body !== 'string') return body.length > bytes;
  return body.length * 3 > bytes && encoder.encode(body).length > bytes;
}

const encoder = new TextEncoder();

/** Splits a URL into the parts of an {@link IncomingRequest}. */
export function urlParts({
  origin,
  pathname,
  search,
}: URL): Pick<IncomingRequest, 'origin' | 'path' | 'query'> {
  return { origin, path: pathname, query: search };
}

/** Collects the chunks of a body: into one buffer if its length was announced, otherwise joined at the end. */
export class BodyCollector {
  readonly #limit: number;
  readonly #whole: Uint8Array | undefined;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** @param announced Header `Content-Length`, `null` if there is none. */
  constructor(limit: number, announced: string | null | undefined) {
    this.#limit = limit;
    const length = Number(announced ?? Number.NaN);
    if (Number.isSafeInteger(length) && length >= 0 && length <= limit) this.#whole = new Uint8Array(length);
  }

  /** Takes a chunk; false once the body is larger than the limit. */
  add(chunk: Uint8Array): boolean {
    const end = this.#length + chunk.length;
    if (end > this.#limit) return false;
    if (this.#whole && end <= this.#whole.length) this.#whole.set(chunk, this.#length);
    else this.#chunks.push(chunk);
    this.#length = end;
    return true;
  }

  /** The whole body. */
  finish(): Uint8Array {
    const placed = this.#chunks.reduce((length, chunk) => length - chunk.length, this.#length);
    if (this.#whole && placed === this.#whole.length && this.#chunks.length === 0) return this.#whole;
    const body = new Uint8Array(this.#length);
    if (this.#whole) body.set(this.#whole.subarray(0, placed));
    let offset = placed;
    for (const chunk of this.#chunks) {
      body.set(chunk, offset);
      offset += chunk.length;
    }
    return body;
  }
}

/** Reads a stream up to `limit` bytes. */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  announced: string | null,
): Promise<Body> {
  const collector = new BodyCollector(limit, announced);
  const reader = stream?.getReader();
  try {
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk?.value) return collector.finish();
      if (collector.add(chunk.value)) continue;
      await reader?.cancel();
      return undefined;
    }
  } catch (error) {
    throw new CallerGone(error);
  }
}

/** The parts of a stream. */
export async function* streamParts(stream: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    yield* stream ?? [];
  } catch (error) {
    throw new CallerGone(error);
  }
}
