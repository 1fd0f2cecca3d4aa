import { parsedJson } from '../answer.ts';
import { answerHeaders, forwardedHeaders, uploadHeaders } from './forwarding.ts';
import { headerLine, type RecordedAnswer, type RecordedExchange, type RecordedMessage } from './recording.ts';
import { Redactor, type Side } from './redactor.ts';
import { routeOf } from './routes.ts';

/** What to record, and where to. */
export interface RecorderOptions {
  /** Address of the deployment: what the application's base URL would be without the recorder. */
  readonly baseUrl: string;
  /**
   * Appends a line to the recording; the line ends with a line break. It is called for one line at a time, and
   * an answer waits until its line is written.
   */
  readonly write: (line: string) => void | Promise<void>;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
}

/** Stands between an application and a deployment, and records what they say to each other. */
export interface Recorder {
  /**
   * Passes a request on to the deployment and returns its answer as it is, except that upload URLs lead to
   * the recorder. An answer of 502 says that the deployment could not be reached.
   *
   * @throws what `write` throws.
   */
  handle(request: Request): Promise<Response>;
}

/** Prefix of the paths that stand for presigned URLs. */
const uploadPrefix = '/recorded-uploads/';

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

const requestHeaders: readonly string[] = [
  'content-type',
  'authorization',
  'x-api-key',
  'x-idempotency-key',
  'idempotency-key',
];
const responseHeaders: readonly string[] = [
  'content-type',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'idempotent-replayed',
];

/**
 * Creates a recorder. What it writes holds no keys, addresses, names or contents: they are replaced by
 * placeholders before a line is made.
 *
 * @throws TypeError if `baseUrl` is not an http or https URL.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  return new ProxyRecorder(options);
}

/** The body of an answer, and what the application gets. */
interface Answered {
  readonly response: Response;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

class ProxyRecorder implements Recorder {
  readonly #base: string;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  readonly #write: RecorderOptions['write'];
  readonly #redactor = new Redactor();
  /** The real URLs, by the paths that the application knows. */
  readonly #uploads = new Map<string, string>();
  #written: Promise<void>;

  constructor({ baseUrl, write, fetch: send, now = Date.now }: RecorderOptions) {
    this.#base = baseFrom(baseUrl);
    this.#fetch = send ?? ((...args) => globalThis.fetch(...args));
    this.#now = now;
    this.#write = write;
    this.#written = this.#append(Promise.resolve(), headerLine(now()));
  }

  async handle(request: Request): Promise<Response> {
    const at = this.#now();
    const body = new Uint8Array(await request.arrayBuffer());
    const { pathname, search, origin } = new URL(request.url);
    const upload = this.#uploads.get(pathname);
    const answered = await this.#pass(
      request,
      body,
      upload ?? `${this.#base}${pathname}${search}`,
      upload !== undefined,
    );
    const ms = Math.max(0, this.#now() - at);
    const line = this.#line(
      request,
      body,
      { at, ms, upload },
      answered instanceof Error ? undefined : answered,
    );
    this.#written = this.#append(this.#written, line);
    await this.#written;
    return answered instanceof Error
      ? unreachable(answered)
      : this.#forApplication(request, answered, origin);
  }

  /** One line after the other. After a failure nothing more is written: the recording would have a gap. */
  #append(before: Promise<void>, line: string): Promise<void> {
    const written = before.then(() => this.#write(line));
    // Whoever waits for a line hears of the failure; nobody has to.
    written.catch(() => {});
    return written;
  }

  async #pass(
    { method, headers }: Request,
    body: Uint8Array<ArrayBuffer>,
    url: string,
    isUpload: boolean,
  ): Promise<Answered | Error> {
    try {
      const response = await this.#fetch(url, {
        method,
        headers: isUpload ? uploadHeaders(headers) : forwardedHeaders(headers),
        // An object store refuses a PUT without a length, so nothing is streamed.
        ...(body.length > 0 && method !== 'GET' && method !== 'HEAD' && { body }),
        ...(body.length === 0 && method === 'PUT' && { body }),
        redirect: 'manual',
      });
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #forApplication({ method, url }: Request, { response, bytes }: Answered, origin: string): Response {
    const { status, statusText, headers } = response;
    const isEmpty = bodiless.has(status) || method === 'HEAD';
    const own = isEmpty ? null : this.#withOwnUploadUrls(new URL(url).pathname, bytes, origin);
    return new Response(own, { status, statusText, headers: answerHeaders(headers, own?.length) });
  }

  /** Replaces presigned URLs by URLs of the recorder, and leaves every other byte as it is. */
  #withOwnUploadUrls(path: string, bytes: Uint8Array<ArrayBuffer>, origin: string): Uint8Array<ArrayBuffer> {
    if (routeOf('POST', path)?.operation !== 'createUpload') return bytes;
    const text = new TextDecoder().decode(bytes);
    const urls = uploadUrlsIn(parsedJson(text));
    let own = text;
    for (const url of urls) {
      const ownPath = `${uploadPrefix}${crypto.randomUUID()}`;
      const literals = [JSON.stringify(url), JSON.stringify(url).replaceAll('/', String.raw`\/`)];
      const literal = literals.find((one) => own.includes(one));
      if (literal === undefined) continue;
      this.#uploads.set(ownPath, url);
      own = own.replace(literal, () => JSON.stringify(`${origin}${ownPath}`));
    }
    return own === text ? bytes : new TextEncoder().encode(own);
  }

  #line(
    request: Request,
    body: Uint8Array,
    { at, ms, upload }: { readonly at: number; readonly ms: number; readonly upload: string | undefined },
    answered: Answered | undefined,
  ): string {
    const { pathname, search } = new URL(request.url);
    // Headers come first: a key that they hold is then recognised anywhere else.
    const headers = this.#headers(request.headers, requestHeaders);
    const exchange: RecordedExchange = {
      at: new Date(at).toISOString(),
      ms,
      request: {
        method: request.method,
        path: upload === undefined ? this.#redactor.path(pathname) : this.#redactor.uploadUrl(upload),
        ...(search.length > 1 && { query: this.#redactor.query(search.slice(1)) }),
        headers,
        ...(upload === undefined ? this.#body(body, 'request') : { bytes: body.length }),
      },
      ...(answered && { response: this.#answer(answered) }),
    };
    return `${JSON.stringify(exchange)}\n`;
  }

  #answer({ response, bytes }: Answered): RecordedAnswer {
    const xml = /xml/i.test(response.headers.get('content-type') ?? '');
    const code = xml
      ? /<Code>([A-Za-z]{3,60})<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1]
      : undefined;
    return {
      status: response.status,
      headers: this.#headers(response.headers, responseHeaders),
      ...this.#body(bytes, 'answer'),
      ...(code !== undefined && { code }),
    };
  }

  #headers(headers: Headers, names: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, this.#redactor.header(name, value)]];
      }),
    );
  }

  #body(bytes: Uint8Array, side: Side): Pick<RecordedMessage, 'json' | 'bytes'> {
    if (bytes.length === 0) return {};
    const value = parsedJson(new TextDecoder().decode(bytes));
    if (value === undefined) return { bytes: bytes.length };
    try {
      return { json: this.#redactor.json(value, side) };
    } catch (error) {
      if (error instanceof RangeError) return { bytes: bytes.length };
      throw error;
    }
  }
}

function baseFrom(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError('baseUrl must be an http or https URL, for example https://api.example.com');
  }
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function unreachable(error: Error): Response {
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  const message = `The recorder could not reach the deployment${code}`;
  return Response.json(
    { success: false, error: { code: 'DEPLOYMENT_UNREACHABLE', message } },
    { status: 502 },
  );
}

/** The presigned URLs of an answer, wherever it has them. */
function uploadUrlsIn(value: unknown): string[] {
  return membersNamed('uploadUrl', value).filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
}

function membersNamed(wanted: string, value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'string' && name === wanted ? [member] : membersNamed(wanted, member, depth + 1),
  );
}
