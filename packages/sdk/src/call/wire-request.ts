/** An HTTP request, the same on every attempt. */
export interface WireRequest {
  readonly operation: string;
  readonly method: string;
  /** Path below the base URL, without the query. */
  readonly path: string;
  /** The path before its parameters were filled in. */
  readonly pathTemplate?: string | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of JSON, or a file. A function makes a new stream for each attempt. */
  readonly body?: string | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>) | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Whether it is for an upload store, which must never get the API key (A73). */
  readonly toStore?: boolean;
  /** Replaces the client's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Levels of arrays and objects that a request or a response may have. Documented ones have five. */
export const deepest = 100;
