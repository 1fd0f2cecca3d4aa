import { createSandbox } from '@mailrig/sandbox';
import { afterEach, expect, test, vi } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { email } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

/** A sandbox, and a `fetch` that passes on what it is called with. */
function watched() {
  const sandbox = createSandbox();
  const calls: [input: unknown, init: RequestInit | undefined][] = [];
  const fetch = async (input: string, init?: RequestInit): Promise<Response> => {
    calls.push([input, init]);
    return sandbox.fetch(input, init);
  };
  const { apiKey, baseUrl } = sandbox.clientOptions();
  return { sandbox, calls, fetch, options: { apiKey, baseUrl } };
}

test('a replaced global fetch gets an address and plain values, as the option fetch does', async () => {
  const { sandbox, calls, fetch, options } = watched();
  vi.stubGlobal('fetch', fetch);
  await new Mailrig(options).emails.send(email);
  vi.unstubAllGlobals();
  await new Mailrig({ ...options, fetch }).emails.send(email);
  const [ofGlobal, ofOption] = calls;
  expect(ofGlobal?.[0]).toBe(`${sandbox.baseUrl}/api/v1/emails`);
  expect(ofOption?.[0]).toBe(ofGlobal?.[0]);
  const shapeOf = ([, init]: (typeof calls)[number]) => [
    Object.keys(init ?? {}).toSorted(),
    typeof init?.body,
    Object.keys(init?.headers ?? {}).toSorted(),
  ];
  expect(calls.map(shapeOf)).toEqual([
    [
      ['body', 'headers', 'method', 'redirect', 'signal'],
      'string',
      expect.arrayContaining(['authorization', 'content-type', 'x-idempotency-key']),
    ],
    shapeOf(ofGlobal as (typeof calls)[number]),
  ]);
});

test('reads are answered by the service, never by a cache', async () => {
  const { calls, fetch, options } = watched();
  const mail = new Mailrig({ ...options, fetch });
  await mail.emails.list();
  await mail.emails.send(email);
  expect(calls.map(([, init]) => [init?.method, init?.cache])).toEqual([
    ['GET', 'no-store'],
    ['POST', undefined],
  ]);
});
