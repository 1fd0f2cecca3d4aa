import { limits } from '@mailrig/contract';
import { type DeploymentResponse, instantOf, timeOf } from './response.ts';
import type { Deployment } from './deployment.ts';
import type { StepRequest } from './step.ts';

/** How long a response may take, in milliseconds. */
const timeout = 30_000;
/** Requests of a burst that are open at the same time. */
const parallel = 10;
/** Requests that other programs may make with the same key before the limit refuses one of ours. */
const reserve = 5;
/** Waits before a read is repeated, in milliseconds, unless the response has a `Retry-After`. */
const pauses = [500, 1_000];
const longestPause = 10_000;

/** Sends the requests of a run, below the rate limit of their key (R29). */
export class Sender {
  readonly #deployment: Deployment;
  /** Waits within the window of the rate limit, in milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** When the window ends, by the clock here. */
  #windowEnd = 0;
  /** How many requests the window had, including those of other programs. */
  #sent = 0;

  constructor(deployment: Deployment, wait: (milliseconds: number) => Promise<void>) {
    this.#deployment = deployment;
    this.wait = wait;
  }

  /** Sends a request; if it exceeds the limit anyway, once more in the next window. */
  async send(request: StepRequest): Promise<DeploymentResponse> {
    const response = await this.#sendPatiently(request);
    if (response.status !== 429 || request.expects?.includes(429)) return response;
    await this.#waitForWindow(retryAfter(response, limits.rateWindow) ?? limits.rateWindow);
    return this.#sendPatiently(request);
  }

  /** Sends a request until it is answered with its last status, or until the rate limit must have been met. */
  async sendBurst(request: StepRequest): Promise<DeploymentResponse> {
    let latest = await this.#sendOnce(request);
    const limit = Number(latest.headers.get('x-ratelimit-limit') ?? limits.requestsPerWindow);
    const most = Math.min(limit > 0 ? limit : limits.requestsPerWindow, 1_000) + parallel;
    for (let sent = 1; sent < most && latest.status !== request.until; sent += parallel) {
      const responses = await Promise.all(Array.from({ length: parallel }, () => this.#sendOnce(request)));
      latest = responses.find(({ status }) => status === request.until) ?? latest;
    }
    return latest;
  }

  /** Sends a request. A read that gets a 5xx or no response is repeated; a timeout took long enough. */
  async #sendPatiently(request: StepRequest): Promise<DeploymentResponse> {
    for (const pause of request.method === 'GET' ? pauses : []) {
      const response = await this.#sendBelowLimit(request).catch((error: unknown) => {
        if (isTimeout(error)) throw error;
      });
      if (response && response.status < 500) return response;
      await this.wait((response && retryAfter(response, longestPause)) ?? pause);
    }
    return this.#sendBelowLimit(request);
  }

  /** Waits for a new window if this one has too few requests left. */
  async #sendBelowLimit(request: StepRequest): Promise<DeploymentResponse> {
    if (this.#sent >= limits.requestsPerWindow - reserve)
      await this.#waitForWindow(
        Math.min(Math.max(this.#windowEnd - this.#now(), 0) + 1_000, limits.rateWindow),
      );
    const response = await this.#sendOnce(request);
    const [reset, time] = [instantOf(response.headers.get('x-ratelimit-reset')), timeOf(response)];
    // A deployment without a right header gets the whole window.
    const left =
      reset === undefined || time === undefined || reset <= time ? limits.rateWindow : reset - time;
    this.#windowEnd = response.receivedAt.getTime() + left;
    // Without the header, a 429 tells when to wait.
    const remaining = response.headers.get('x-ratelimit-remaining');
    if (remaining !== null && /^\d+$/.test(remaining))
      this.#sent = limits.requestsPerWindow - Number(remaining);
    return response;
  }

  #now(): number {
    return (this.#deployment.now?.() ?? new Date()).getTime();
  }

  async #waitForWindow(milliseconds: number): Promise<void> {
    await this.wait(milliseconds);
    this.#sent = 0;
  }

  /** Sends a request and reads the whole response. */
  async #sendOnce(request: StepRequest): Promise<DeploymentResponse> {
    const { fetch: ask = fetch, now = () => new Date() } = this.#deployment;
    const { json, text = [] } = request;
    const [body, contentType] = json === undefined ? text : [JSON.stringify(json), 'application/json'];
    const response = await ask(urlOf(this.#deployment, request), {
      method: request.method,
      headers: {
        ...credentials(this.#deployment, request),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    const receivedAt = now();
    const { status, headers } = response;
    return { status, headers, json: parsedJson(await response.text()), receivedAt };
  }
}

/** Whether a request had no response in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** How long a response asks to wait, in milliseconds; `undefined` if it does not. */
function retryAfter({ headers }: DeploymentResponse, most: number): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1_000, most) : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A presigned URL is whole; everything else is below the base URL. */
export function urlOf({ baseUrl }: Deployment, { path }: Pick<StepRequest, 'path'>): string {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return path.startsWith('/') ? base + path : path;
}

function credentials({ apiKey }: Deployment, { auth }: StepRequest): Record<string, string> {
  const wrong = 'sk_test_mailrig_probe';
  switch (auth) {
    case 'none':
      return {};
    case 'wrong':
      return { authorization: `Bearer ${wrong}` };
    case 'x-api-key':
      return { 'x-api-key': apiKey };
    case 'wrong x-api-key':
      return { authorization: `Bearer ${apiKey}`, 'x-api-key': wrong };
    default:
      return { authorization: `Bearer ${apiKey}` };
  }
}
