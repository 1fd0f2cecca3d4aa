import type { Sandbox } from '@mailrig/sandbox';

/** Scenarios as apps write them, good and bad, over plain `fetch`. They import nothing: some run as programs. */

/** An email that the default account can send. */
const hello = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', html: '<p>Hello</p>' };

/** Makes a request, with a time limit. Throws if it was not answered with success, in JSON. */
export async function request<Data>(
  fork: Sandbox,
  method: string,
  path: string,
  json?: object,
): Promise<Data> {
  const answer = await fork.fetch(`${fork.baseUrl}/api/v1${path}`, {
    method,
    signal: AbortSignal.timeout(30_000),
    headers: { authorization: `Bearer ${fork.liveApiKey}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  // A response of 204 has no body.
  const body = answer.status === 204 ? { success: true } : JSON.parse(text);
  if (!body.success) throw new Error(`${answer.status} ${body.error?.code}`);
  return body.data;
}

/** Sends an email. */
export function send(fork: Sandbox, fields: object = {}): Promise<unknown> {
  return request(fork, 'POST', '/emails', { ...hello, ...fields });
}

/** Tries up to three times. */
export async function stubbornly<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1) throw error;
    return stubbornly(work, tries - 1);
  }
}

/** Retries without an idempotency key. */
export const naive = (fork: Sandbox) => stubbornly(() => send(fork));

/** Takes every failure for success. */
export const careless = (fork: Sandbox) => send(fork).catch(() => {});

/** Retries with an idempotency key. */
export const correct = (fork: Sandbox) => stubbornly(() => send(fork, { idempotencyKey: 'sign-up-1' }));

/** Does not retry, and says so if it fails. */
export const honest = (fork: Sandbox) => send(fork);

/** Waits by the timers that a sweep replaces. */
export const waiting = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
