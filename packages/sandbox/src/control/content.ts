/** A verb's result that is no JSON: a page, a message, a file. */
export class Content {
  readonly type: string;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;

  /** @param type MIME type for the header `Content-Type`. */
  constructor(type: string, body: Content['body']) {
    this.type = type;
    this.body = body;
  }
}
