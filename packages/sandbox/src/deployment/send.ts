import { limits } from '@mailrig/contract';
import type { Answer } from './answer.ts';
import type { Deployment } from './deployment.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { StepRequest } from './step.ts';

const timeout = 30_000;
const parallel = 10;

/** Sends a request and reads the whole response. */
async function send(deployment: Deployment, request: StepRequest): Promise<Answer> {
  const { fetch: ask = fetch, now = () => new Date() } = deployment;
  const [body, contentType] = bodyOf(request);
  const response = await ask(urlOf(deployment, request), {
    method: request.method,
    headers: {
      ...credentials(deployment, request),
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

/** Sends a request below the rate limit; if it meets the limit all the same, once more in the next window. */
export async function sendWithinLimit(
  deployment: Deployment,
  request: StepRequest,
  limiter: RateLimiter,
): Promise<Answer> {
  const answer = await sendPatiently(deployment, request, limiter);
  if (answer.status !== 429 || request.expects?.includes(429)) return answer;
  await limiter.waitForWindow(retryAfter(answer, limits.rateWindow) ?? limits.rateWindow);
  return sendPatiently(deployment, request, limiter);
}

/** Waits before a read is repeated, in milliseconds, unless the response asks for another. */
const pauses = [500, 1_000];
const longestPause = 10_000;

/** Sends a request. A read that gets a 5xx or no response is repeated; a timeout took long enough. */
async function sendPatiently(
  deployment: Deployment,
  request: StepRequest,
  limiter: RateLimiter,
): Promise<Answer> {
  for (const pause of request.method === 'GET' ? pauses : []) {
    const answer = await sendNoted(deployment, request, limiter).catch((error: unknown) => {
      if (isTimeout(error)) throw error;
    });
    if (answer && answer.status < 500) return answer;
    await limiter.wait((answer && retryAfter(answer, longestPause)) ?? pause);
  }
  return sendNoted(deployment, request, limiter);
}

async function sendNoted(
  deployment: Deployment,
  request: StepRequest,
  limiter: RateLimiter,
): Promise<Answer> {
  await limiter.waitIfNear();
  const answer = await send(deployment, request);
  limiter.note(answer.headers);
  return answer;
}

/** Whether a request had no response in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** How long a response asks to wait, in milliseconds; `undefined` if it does not. */
function retryAfter({ headers }: Answer, most: number): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds * 1_000, most) : undefined;
}

/** Sends a request until it is answered with its last status, or until the rate limit must have been met. */
export async function sendBurst(deployment: Deployment, request: StepRequest): Promise<Answer> {
  let latest = await send(deployment, request);
  const limit = Number(latest.headers.get('x-ratelimit-limit') ?? limits.requestsPerWindow);
  const most = Math.min(limit > 0 ? limit : limits.requestsPerWindow, 1_000) + parallel;
  for (let sent = 1; sent < most && latest.status !== request.until; sent += parallel) {
    const answers = await Promise.all(Array.from({ length: parallel }, () => send(deployment, request)));
    latest = answers.find(({ status }) => status === request.until) ?? latest;
  }
  return latest;
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

function bodyOf({ json, text }: StepRequest): readonly [body?: string, contentType?: string] {
  return json === undefined ? (text ?? []) : [JSON.stringify(json), 'application/json'];
}
