import { type Answer, bodiless } from '../wire/envelope.ts';

/** An answer as the platform's own response. */
export function platformResponse({ status, headers, body }: Answer): Response {
  return new Response(body as BodyInit | null, { status, headers });
}

/** An answer as a response of the platform's class, at the least cost. */
export function responseOf(answer: Answer): Response {
  const { status, headers, body } = answer;
  // What the platform would read otherwise than it was written, refuse, or add a type to, is left to it.
  const plain = typeof body === 'string' && body.isWellFormed() && !body.startsWith('\uFEFF');
  if (plain && headers['content-type'] !== undefined && !bodiless.has(status)) {
    return new TextResponse(body, status, headers);
  }
  return platformResponse(answer);
}

/**
 * What `new Response(text, { status, headers })` is, without what that costs: headers, stream and
 * response of the platform are made for whoever asks for them, and most ask for the text alone.
 */
class TextResponse implements Response {
  readonly #status: number;
  readonly #text: string;
  readonly #headerValues: Readonly<Record<string, string>>;
  #headers: Headers | undefined;
  #platform: Response | undefined;
  #used = false;

  constructor(text: string, status: number, headers: Readonly<Record<string, string>>) {
    // Whoever asks is told that it is one. Not before: Node takes half its start to load its own.
    if (!(this instanceof Response)) passForPlatform(TextResponse.prototype);
    this.#text = text;
    this.#status = status;
    this.#headerValues = headers;
  }

  // Getters all: those of the platform's prototype, which has no setters, would refuse a value.
  get status(): number {
    return this.#status;
  }

  get statusText(): string {
    return '';
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get type(): ResponseType {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#headerValues));
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#asPlatform().body;
  }

  get bodyUsed(): boolean {
    return this.#platform?.bodyUsed ?? this.#used;
  }

  async text(): Promise<string> {
    if (this.#platform || this.#used) return this.#asPlatform().text();
    this.#used = true;
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asPlatform().arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.#asPlatform().blob();
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#asPlatform().bytes();
  }

  formData(): Promise<FormData> {
    return this.#asPlatform().formData();
  }

  clone(): Response {
    const { body } = this.#asPlatform().clone();
    // The headers may have been changed since the platform's response was made.
    return new Response(body, { status: this.status, headers: this.headers });
  }

  #asPlatform(): Response {
    if (!this.#platform) {
      this.#platform = new Response(this.#text, { status: this.status, headers: this.headers });
      if (this.#used) void this.#platform.text();
    }
    return this.#platform;
  }
}

/** Lets responses be of the platform's class, for whoever asks, with its constructor and its members. */
function passForPlatform(prototype: object): void {
  Object.setPrototypeOf(prototype, Response.prototype);
  Reflect.deleteProperty(prototype, 'constructor');
  for (const name of Object.getOwnPropertyNames(prototype)) {
    Object.defineProperty(prototype, name, { enumerable: true });
  }
}
