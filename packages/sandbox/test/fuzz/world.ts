import { check, isErrorCode, type Operation, operations } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { FuzzedRequest } from './requests.ts';
import { secret } from './values.ts';

/** Where every property begins: fast-check prints it, and the way to the failure, when one fails. */
export const seed = 20_260_101;

/** A sandbox that holds one of everything, and the ids that stand for `{parameters}`. */
export interface World {
  readonly sandbox: ReturnType<typeof createSandbox>;
  /** By parameter name, in the order in which a path tries them. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/** An answer, read to its end. */
export interface Answer {
  readonly request: FuzzedRequest;
  /** The path that was really asked for. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function world(): Promise<World> {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00Z', rateLimit: false });
  const call = async (path: string, body?: unknown) => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${secret}` } };
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1${path}`, {
      ...init,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { ...init.headers, 'content-type': 'application/json' },
      }),
    });
    return (await response.json()).data;
  };
  const list = await call('/contact-lists', {
    name: 'Readers',
    customFields: [{ key: 'plan', label: 'Plan', type: 'text' }],
  });
  const contact = await call(`/contact-lists/${list.id}/contacts`, { email: 'ada@example.net' });
  const upload = await call('/attachments/presigned-url', {
    filename: 'a.txt',
    contentType: 'text/plain; charset=utf-8',
    size: 2,
  });
  await sandbox.fetch(upload.uploadUrl, { method: 'PUT', body: new TextEncoder().encode('hi') });
  await call(`/attachments/${upload.attachmentId}/confirm`);
  const email = await call('/emails', {
    from: 'ada@example.com',
    to: 'bob@example.net',
    subject: 'Hello',
    html: '<p>Hello</p>',
    attachmentIds: [upload.attachmentId],
  });
  const batch = await call('/email-verification/batch', { emails: ['a@example.net', 'b@example.net'] });
  sandbox.clock.advance('300ms');
  return {
    sandbox,
    ids: {
      listId: [list.id],
      id: [list.id, contact.id, upload.attachmentId, email.id, batch.verificationId, 'default', 'welcome'],
      key: [sandbox.apiKey, sandbox.liveApiKey],
      email: ['ada%40example.net'],
      n: ['0'],
    },
  };
}

/** Sends a request; a path without a stranger's text in it gets the ids of the world. */
export async function send({ sandbox, ids }: World, request: FuzzedRequest): Promise<Answer> {
  const path = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    idFor(request.path, ids[name] ?? []),
  );
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.set(name, value);
  const bodiless = request.method === 'GET' || request.method === 'HEAD';
  const response = await sandbox.fetch(`${sandbox.baseUrl}${path}${request.query}`, {
    method: request.method,
    headers,
    ...(request.body !== undefined && !bodiless && { body: request.body }),
  });
  const endless = response.headers.get('content-type') === 'text/event-stream';
  if (endless) await response.body?.cancel();
  return {
    request,
    path: new URL(path, sandbox.baseUrl).pathname,
    status: response.status,
    headers: response.headers,
    text: endless ? '' : await response.text(),
  };
}

const prefixes: Readonly<Record<string, number>> = {
  'contact-lists/{id}': 0,
  'contacts/{id}': 1,
  'attachments/{id}': 2,
  'uploads/{id}': 2,
  'messages/{id}': 3,
  'email-verification/{id}': 4,
  'verifications/{id}': 4,
  'accounts/{id}': 5,
  'templates/{id}': 6,
};

function idFor(path: string, ids: readonly string[]): string {
  const place = Object.entries(prefixes).find(([text]) => path.includes(text))?.[1] ?? 0;
  return ids[ids.length > 2 ? place : 0] ?? 'missing';
}

/** Fails unless the answer is one that the API may give: in the envelope, with all its headers, no 500. */
export function expectApiAnswer(answer: Answer): void {
  const { headers, status } = answer;
  expect(headers.get('x-ratelimit-limit')).toBe('100');
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect(Date.parse(headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(0);
  expectEnvelope(answer, 'x-request-id');
  if (status < 400 && status !== 204 && answer.request.method !== 'HEAD') {
    const rows: readonly Operation[] = Object.values(operations);
    const row = rows
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
      .find(({ method, path }) => method === answer.request.method && matches(path, answer.path));
    const { data } = JSON.parse(answer.text);
    if (row?.response) expect(check(row.response, data)).toMatchObject({ ok: true });
  }
  if (status >= 400 && answer.text !== '') {
    const { code } = JSON.parse(answer.text).error;
    expect(isErrorCode(code), code).toBe(true);
  }
}

/** Fails unless the answer is one that the control plane may give: plain JSON, or an error in the envelope, no 500. */
export function expectControlAnswer(answer: Answer): void {
  const { headers, status, text, request } = answer;
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expectEnvelope(answer, 'x-request-id');
  if (status === 204 || request.method === 'HEAD') expect(text).toBe('');
  else if (headers.get('content-type')?.includes('json')) JSON.parse(text);
}

/** Fails unless the answer is in the envelope (api.md §1) or has no body where it may have none. */
export function expectEnvelope({ request, path, status, headers, text }: Answer, idHeader: string): void {
  const requestId = headers.get(idHeader);
  expect(requestId).toMatch(/^req_[0-9a-f]{24}$/);
  expect(status, text).toBeLessThan(500);
  if (status === 204 || request.method === 'HEAD') {
    expect(text).toBe('');
    return;
  }
  const body = JSON.parse(text);
  expect(body.meta.requestId).toBe(requestId);
  expect(body.meta.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect(body.meta.path).toBe(path.replace(/(.)\/$/, '$1'));
  expect(Object.keys(body).toSorted()).toEqual(
    ['meta', status < 400 ? 'data' : 'error', 'success'].toSorted(),
  );
  expect(body.success).toBe(status < 400);
  if (status >= 400) {
    expect(body.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(JSON.stringify(body.error)).not.toContain(secret);
  }
}

/** Fails where a sequence left something behind that does not agree, a secret, or a mistake of the sandbox. */
export async function expectSound({ sandbox }: World): Promise<void> {
  expect(sandbox.check()).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(ownNames);
  for (const stray in {}) expect.fail(`Object.prototype has an enumerable ${stray}`);
  const journal = await (await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/requests`)).text();
  expect(journal).not.toContain(secret);
  const events = await streamed(sandbox);
  expect(events).not.toContain(secret);
  expect(events).not.toContain('sandbox.error');
}

const ownNames = Object.getOwnPropertyNames(Object.prototype);

/** Everything that the stream of events has to tell up to now. */
async function streamed(sandbox: World['sandbox']): Promise<string> {
  const snapshot = await (await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/snapshot`)).json();
  const last = snapshot.events.entries.at(-1)?.[0];
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/events?since=0`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (last !== undefined && !text.includes(`id: ${last}\n`)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  return text;
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
}

/** How much is tried. */
export interface Sequences {
  /** Sequences. */
  readonly runs: number;
  /** Requests in one of them, at most. */
  readonly maxLength: number;
  /** What must hold after each. */
  readonly after?: (world: World) => Promise<void>;
}

/** Sends sequences of requests to fresh worlds and looks at every answer, and at the world afterwards. */
export async function assertSequences(
  request: fc.Arbitrary<FuzzedRequest>,
  look: (answer: Answer) => void,
  { runs, maxLength, after = expectSound }: Sequences,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength, size: 'max' }), async (requests) => {
      const place = await world();
      for (const one of requests) look(await send(place, one));
      await after(place);
    }),
    { seed, numRuns: runs },
  );
}
