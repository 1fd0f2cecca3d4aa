import { createSandbox } from '@mailrig/sandbox';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a body that is still arriving is awaited, even if the program has replaced Promise', async () => {
  const sandbox = createSandbox();
  const request = new Request(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.testApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' }),
  });
  vi.stubGlobal('Promise', class OwnPromise<T> extends Promise<T> {});
  const response = await sandbox.fetch(request);
  expect([response.status, sandbox.mailbox.list().length]).toEqual([201, 1]);
});

test('a Request whose body was read already is refused, as by the platform’s own fetch', async () => {
  const sandbox = createSandbox();
  const request = new Request(`${sandbox.baseUrl}/api/v1/emails`, { method: 'POST', body: '{}' });
  await request.text();
  await expect(sandbox.fetch(request)).rejects.toThrow(TypeError);
});

test('a Request with further options is answered with them', async () => {
  const sandbox = createSandbox();
  const request = new Request(`${sandbox.baseUrl}/api/v1/emails`, { headers: { 'x-api-key': 'unknown' } });
  expect((await sandbox.fetch(request)).status).toBe(401);
  expect((await sandbox.fetch(request, { headers: { 'x-api-key': sandbox.testApiKey } })).status).toBe(200);
});

test('a platform Request is answered with a platform Response, as servers and service workers require', async () => {
  const sandbox = createSandbox();
  const headers = { 'x-api-key': sandbox.testApiKey };
  const response = await sandbox.fetch(new Request(`${sandbox.baseUrl}/api/v1/emails`, { headers }));
  expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
  expect(await Response.prototype.json.call(response)).toMatchObject({ success: true });
});
