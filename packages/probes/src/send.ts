import { limits } from '@mailrig/contract';
import { type Answer, parsedJson } from './answer.ts';
import type { Deployment } from './deployment.ts';
import type { Pace } from './pace.ts';
import type { ProbeRequest } from './requests.ts';

const timeout = 30_000;
const parallel = 10;

/** Sends a request and reads the whole answer. */
async function send(deployment: Deployment, request: ProbeRequest): Promise<Answer> {
  const { fetch: ask = fetch } = deployment;
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
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: parsedJson(text) };
}

/** Sends a request below the rate limit; if it meets the limit all the same, once more in the next window. */
export async function sendPaced(deployment: Deployment, request: ProbeRequest, pace: Pace): Promise<Answer> {
  await pace.before();
  const answer = await send(deployment, request);
  pace.note(answer.headers);
  if (answer.status !== 429 || request.expects?.includes(429)) return answer;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  await pace.restart(seconds > 0 ? Math.min(seconds * 1_000, limits.rateWindow) : limits.rateWindow);
  return send(deployment, request);
}

/** Sends a request until it is answered with its last status, or until the rate limit must have been met. */
export async function sendBurst(deployment: Deployment, request: ProbeRequest): Promise<Answer> {
  let latest = await send(deployment, request);
  const limit = Number(latest.headers.get('x-ratelimit-limit') ?? limits.requestsPerWindow);
  const most = Math.min(limit > 0 ? limit : limits.requestsPerWindow, 1_000) + parallel;
  for (let sent = 1; sent < most && latest.status !== request.until; sent += parallel) {
    const answers = await Promise.all(Array.from({ length: parallel }, () => send(deployment, request)));
    latest = answers.find(({ status }) => status === request.until) ?? latest;
  }
  return latest;
}

/** A presigned URL is whole; everything else is below the base URL. */
function urlOf({ baseUrl }: Deployment, { path }: ProbeRequest): string {
  return path.startsWith('/') ? baseUrl.replace(/\/+$/, '') + path : path;
}

function credentials({ apiKey }: Deployment, { auth }: ProbeRequest): Record<string, string> {
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

function bodyOf({ json, text }: ProbeRequest): readonly [body?: string, contentType?: string] {
  return json === undefined ? (text ?? []) : [JSON.stringify(json), 'application/json'];
}
