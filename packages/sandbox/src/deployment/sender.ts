import { limits } from '@mailrig/contract';
import { curlCommand } from '@mailrig/contract/checking';
import { type DeploymentResponse, instantOf, timeOf } from './response.ts';
import type { Deployment } from './deployment.ts';
import { filled, pathOf, type StepRequest, type Values } from './step.ts';

/** How long a response may take, in milliseconds. */
const timeout = 30_000;
/** Requests of a burst that are open at the same time. */
const parallel = 10;
/** Requests that other programs may make with the same key before the limit refuses one of ours. */
const reserve = 5;
/** Waits before a read is repeated, in milliseconds, unless the response has a `Retry-After`. */
const pauses = [500, 1_000];
const longestPause = 10_000;

/** Sends requests below the rate limit of their key (R29). */
export class Sender {
  readonly #deployment: Deployment;
  /** Waits some milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** When the window ends, by the clock here. */
  #windowEnd = 0;
  /** How many requests the window had, including those of other programs. */
  #sent = 0;

  constructor(deployment: Deployment, wait: (milliseconds: number) => Promise<void>) {
    this.#deployment = deployment;
    this.wait = wait;
  }

  /** The right time, in milliseconds since 1970. */
  now(): number {
    return (this.#deployment.now?.() ?? new Date()).getTime();
  }

  /** Sends a request; if it exceeds the limit anyway, once more in the next window. */
  async send(request: StepRequest): Promise<DeploymentResponse> {
    if (request.until !== undefined) return this.#sendBurst(request);
    const response = await this.#sendWithRetries(request);
    if (response.status !== 429 || request.expects?.includes(429)) return response;
    await this.#waitForWindow(retryAfter(response, limits.rateWindow) ?? limits.rateWindow);
    return this.#sendWithRetries(request);
  }

  /** Sends a request until it gets its last status, or until the rate limit must have been met. */
  async #sendBurst(request: StepRequest): Promise<DeploymentResponse> {
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
  async #sendWithRetries(request: StepRequest): Promise<DeploymentResponse> {
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
    if (this.#sent >= limits.requestsPerWindow - reserve) {
      const untilWindow = Math.max(this.#windowEnd - this.now(), 0) + 1_000;
      await this.#waitForWindow(Math.min(untilWindow, limits.rateWindow));
    }
    const response = await this.#sendOnce(request);
    // A deployment without a right header gets the whole window.
    const wait = (instantOf(response.headers.get('x-ratelimit-reset')) ?? 0) - (timeOf(response) ?? Infinity);
    this.#windowEnd = response.receivedAt.getTime() + (wait > 0 ? wait : limits.rateWindow);
    // Without the header, only a 429 makes it wait.
    const remaining = response.headers.get('x-ratelimit-remaining') ?? '';
    if (/^\d+$/.test(remaining)) this.#sent = limits.requestsPerWindow - Number(remaining);
    return response;
  }

  async #waitForWindow(milliseconds: number): Promise<void> {
    await this.wait(milliseconds);
    this.#sent = 0;
  }

  /** Sends a request and reads the whole response. */
  async #sendOnce(request: StepRequest): Promise<DeploymentResponse> {
    const { fetch: ask = fetch, now = () => new Date() } = this.#deployment;
    const { url, ...init } = httpOf(this.#deployment, request);
    const signal = AbortSignal.timeout(timeout);
    const response = await ask(url, { ...init, redirect: 'manual', signal });
    const receivedAt = now();
    const { status, headers } = response;
    const text = new Response(await response.text());
    return { status, headers, json: await text.json().catch(() => undefined), receivedAt };
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

const wrongKey = 'sk_test_mailrig_probe';
/** The headers of each way to authenticate. */
const credentials = (key: string) => ({
  bearer: { Authorization: `Bearer ${key}` },
  none: {},
  wrong: { Authorization: `Bearer ${wrongKey}` },
  'x-api-key': { 'X-Api-Key': key },
  'wrong x-api-key': { Authorization: `Bearer ${key}`, 'X-Api-Key': wrongKey },
});

/** A request as it is sent. A presigned URL is whole; everything else is below the base URL. */
function httpOf({ baseUrl, apiKey }: Deployment, { method, path, auth, json, text }: StepRequest) {
  const [body, type] = json === undefined ? (text ?? []) : [JSON.stringify(json), 'application/json'];
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return {
    method,
    url: path.startsWith('/') ? base + path : path,
    headers: {
      ...credentials(apiKey)[auth ?? 'bearer'],
      ...(type !== undefined && { 'Content-Type': type }),
    },
    ...(body !== undefined && { body }),
  };
}

const longestBody = 500;

/** The request as a command, with the key as a variable of the shell, and without presigned URLs. */
export function curlOf({ baseUrl }: Deployment, request: StepRequest, values: Values): string {
  const known = new Map([...values].filter(([name]) => !name.endsWith('Url')));
  const http = httpOf({ baseUrl, apiKey: '$MAILRIG_API_KEY' }, filled(request, known));
  const body =
    http.body && http.body.length > longestBody ? `${http.body.slice(0, longestBody)}…` : http.body;
  // The shell replaces variables in double quotes only.
  return curlCommand({ ...http, body }).replace(/'([^']*\$MAILRIG_API_KEY)'/, '"$1"');
}

/**
 * Where a redirect leads, and the base URL under which the same path is there; `undefined` if it is no web address.
 * Queries and credentials are left out, and whatever `sent` has instead of the `{names}` in `request`.
 */
export function redirectOf(
  { status, headers }: DeploymentResponse,
  deployment: Deployment,
  request: StepRequest,
  sent: StepRequest,
): string | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || !request.path.startsWith('/') || !location) return;
  const target = URL.parse(location, httpOf(deployment, sent).url);
  if (!target || !/^https?:$/.test(target.protocol)) return;
  const { origin, pathname } = target;
  const path = pathOf(sent);
  if (!pathname.endsWith(path))
    return `redirected to ${origin}${request.path === sent.path ? pathname : ''} (${status})`;
  const base = origin + pathname.slice(0, -path.length);
  const isOther = base !== httpOf(deployment, { ...sent, path: '/' }).url.slice(0, -1);
  return `redirected to ${base}${pathOf(request)} (${status})${isOther ? `: try the base URL ${base}` : ''}`;
}
