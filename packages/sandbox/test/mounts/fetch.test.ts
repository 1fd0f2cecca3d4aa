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

test('a body of text is sent as the platform’s own fetch sends it', async () => {
  const sandbox = createSandbox({ clock: 'manual', requestLogSize: 20 });
  const url = `${sandbox.baseUrl}/api/v1/emails`;
  const key = { 'x-api-key': sandbox.testApiKey };
  const json = { ...key, 'content-type': 'application/json' };
  const email = {
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: 'Grüße \ud800',
    text: 'é'.repeat(40_000),
  };
  const inits: RequestInit[] = [
    { method: 'POST', headers: json, body: JSON.stringify(email) },
    { method: 'post', headers: json, body: '\ud800' },
    { method: 'POST', headers: json, body: '' },
    { method: 'POST', headers: key, body: '{}' },
  ];
  for (const init of inits) {
    const responses = [await sandbox.fetch(url, init), await sandbox.fetch(new Request(url, init))];
    expect(responses[0]?.status).toBe(responses[1]?.status);
    const [one, other] = sandbox.requests
      .list()
      .map(({ method, body, code, headers }) => ({ method, body, code, headers }));
    expect(one).toEqual(other);
  }
  await expect(sandbox.fetch(url, { method: 'GET', headers: key, body: '{}' })).rejects.toThrow(TypeError);
  await expect(sandbox.fetch(url, { headers: key, body: '{}' })).rejects.toThrow(TypeError);
});

test('a platform Request is answered with a platform Response, as servers and service workers require', async () => {
  const sandbox = createSandbox();
  const headers = { 'x-api-key': sandbox.testApiKey };
  const response = await sandbox.fetch(new Request(`${sandbox.baseUrl}/api/v1/emails`, { headers }));
  expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
  expect(await Response.prototype.json.call(response)).toMatchObject({ success: true });
});
