import { check, isErrorCode, type Operation, operations } from '@mailrig/contract';
import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import fc from 'fast-check';
import { expect } from 'vitest';
import { rounds } from '../../../../tooling/nightly.ts';
import { newList } from '../conformance/contact-lists.ts';
import { newContact } from '../conformance/contacts.ts';
import { send as sendEmail } from '../conformance/emails.ts';
import { attach, bytesOf } from '../conformance/upload.ts';
import { submitted } from '../conformance/verifications.ts';
import { ask, call, payload, start } from '../harness.ts';
import { lineValues, parseSaved } from '../saved-state.ts';
import type { FuzzedRequest } from './requests.ts';
import { secret } from './values.ts';

/** Seed of every property. On failure, fast-check prints it with the path to the counterexample. */
export const seed = 20_260_101;

/** A sandbox with one of everything, and the ids that replace `{parameters}`. */
export interface World {
  readonly sandbox: Sandbox;
  /** By parameter name, in the order in which a path uses them. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

/** A response to a fuzzed request. */
export interface Reaction {
  readonly request: FuzzedRequest;
  /** The requested path, with its ids filled in. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A world with a list, a contact, an attachment, an email and a batch that is running. */
export async function world(): Promise<World> {
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: start,
    rateLimit: false,
    endpoints: 'published',
  });
  const list = await newList(sandbox, { customFields: [{ key: 'plan', label: 'Plan', type: 'text' }] });
  const contact = await newContact(sandbox, list.id, { email: 'ada@example.net' });
  const upload = await attach(sandbox, { contentType: 'text/plain; charset=utf-8', bytes: bytesOf('hi') });
  const email = payload<{ id: string }>(await sendEmail(sandbox, { attachmentIds: [upload.attachmentId] }));
  const batch = await submitted(sandbox, ['a@example.net', 'b@example.net']);
  sandbox.clock.advance('300ms');
  return {
    sandbox,
    ids: {
      listId: [list.id],
      id: [list.id, contact.id, upload.attachmentId, email.id, batch.verificationId, 'default', 'welcome'],
      key: [sandbox.testApiKey, sandbox.liveApiKey],
      email: ['ada%40example.net'],
      n: ['0'],
    },
  };
}

/** Sends a request and fills the world's ids into its path, unless the path was fuzzed. */
export async function send({ sandbox, ids }: World, request: FuzzedRequest): Promise<Reaction> {
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

/** Fails unless the API may answer like this: in the envelope, with all headers, never a 500. */
export function expectApiResponse(response: Reaction): void {
  const { headers, status } = response;
  expect(headers.get('x-ratelimit-limit')).toBe('100');
  expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect(Date.parse(headers.get('x-ratelimit-reset') ?? '')).toBeGreaterThan(0);
  expectEnvelope(response, 'x-request-id');
  if (status < 400 && status !== 204 && response.request.method !== 'HEAD') {
    const rows: readonly Operation[] = Object.values(operations);
    const row = rows
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
      .find(({ method, path }) => method === response.request.method && matches(path, response.path));
    const { data } = JSON.parse(response.text);
    if (row?.response) expect(check(row.response, data)).toMatchObject({ ok: true });
  }
  if (status >= 400 && response.text !== '') {
    const { code } = JSON.parse(response.text).error;
    expect(isErrorCode(code), code).toBe(true);
  }
}

/** Fails unless the control plane may answer like this: plain JSON or an error in the envelope, never a 500. */
export function expectControlResponse(response: Reaction): void {
  const { headers, status, text, request } = response;
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{24}$/);
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expectEnvelope(response, 'x-request-id');
  if (status === 204 || request.method === 'HEAD') expect(text).toBe('');
  else if (headers.get('content-type')?.includes('x-ndjson')) lineValues(text);
  else if (headers.get('content-type')?.includes('json')) JSON.parse(text);
}

/** Fails unless the response is in the envelope (R3, R5), or has no body when it may have none. */
export function expectEnvelope({ request, path, status, headers, text }: Reaction, idHeader: string): void {
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

/** Fails if a sequence left inconsistent data, a secret, or an internal error behind. */
export async function expectSound({ sandbox }: World): Promise<void> {
  expect(sandbox.check()).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(ownNames);
  for (const stray in {}) expect.fail(`Object.prototype has an enumerable ${stray}`);
  const { text: journal } = await call(sandbox, 'GET', '/_sandbox/requests?limit=1000&whole=true');
  expect(journal).not.toContain(secret);
  const events = await streamed(sandbox);
  expect(events).not.toContain(secret);
  expect(events).not.toContain('sandbox.error');
}

const ownNames = Object.getOwnPropertyNames(Object.prototype);

/** Reads the event stream up to the latest event. */
async function streamed(sandbox: World['sandbox']): Promise<string> {
  const { text: snapshot } = await call(sandbox, 'GET', '/_sandbox/snapshot');
  const last = parseSaved(snapshot).sections['events']?.entries.at(-1)?.[0];
  const response = await ask(sandbox, 'GET', '/_sandbox/events?since=0');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (last !== undefined && !text.includes(`id: ${last}\n`)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  return text;
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
}

/** How much to try. */
export interface Sequences {
  /** Number of sequences. By day half of them are sent, and at night twice as many ({@link rounds}). */
  readonly runs: number;
  /** Maximum number of requests in a sequence. */
  readonly maxLength: number;
  /** Checks the world after each sequence. */
  readonly after?: (world: World) => Promise<void>;
}

/** Sends sequences of requests to fresh worlds, and checks every response and the world afterwards. */
export async function assertSequences(
  request: fc.Arbitrary<FuzzedRequest>,
  look: (response: Reaction) => void,
  { runs, maxLength, after = expectSound }: Sequences,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength, size: 'max' }), async (requests) => {
      const place = await world();
      for (const one of requests) look(await send(place, one));
      await after(place);
    }),
    { seed, numRuns: rounds(runs) },
  );
}
