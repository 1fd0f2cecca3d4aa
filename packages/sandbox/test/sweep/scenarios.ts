import type { Sandbox } from '@mailrig/sandbox';
import { hello } from '../conformance/emails.ts';
import { call } from '../harness.ts';

/** Scenarios as apps write them, good and bad, over plain `fetch`. */

/** Makes a request, with a time limit. Throws if it was not answered with success, in JSON. */
export async function request<Data>(
  fork: Sandbox,
  method: string,
  path: string,
  json?: object,
): Promise<Data> {
  const signal = AbortSignal.timeout(30_000);
  const answer = await call(fork, method, `/api/v1${path}`, { signal, ...(json && { json }) });
  // An answer of 204 has no body.
  const body = answer.status === 204 ? { success: true } : JSON.parse(answer.text);
  if (!body.success) throw new Error(answer.outcome);
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
