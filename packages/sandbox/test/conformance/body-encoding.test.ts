import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';

function send(headers: Readonly<Record<string, string>>) {
  const { baseUrl, liveApiKey, fetch, info } = createSandbox();
  return fetch(`${baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': liveApiKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      from: `ada@${info.domain.name}`,
      to: 'bob@example.org',
      subject: 'Hi',
      text: 'Hi',
    }),
  });
}

test.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip'])(
  'a body with Content-Encoding %s is a 415 that names the header (A134)',
  async (encoding) => {
    const response = await send({ 'content-encoding': encoding });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain(`Content-Encoding ${encoding}`);
  },
);

test.each(['utf-16', 'ISO-8859-1', 'latin1', '"windows-1252"'])(
  'a body with charset=%s is a 415 that names the charset (A134)',
  async (charset) => {
    const response = await send({ 'content-type': `application/json; charset=${charset}` });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain(`charset=${charset.toLowerCase().replaceAll('"', '')}`);
  },
);

test.each([
  { 'content-encoding': 'identity' },
  { 'content-type': 'application/json; charset="UTF-8"' },
  { 'content-type': 'application/json;charset=us-ascii' },
])('a plain body in UTF-8 is accepted: %o (A134)', async (headers) => {
  expect((await send(headers)).status).toBe(201);
});

test.each(['api/v1/emails', '_sandbox/clock'])(
  'a body of /%s in another charset is refused for its charset, even if no header names it (A134)',
  async (path) => {
    const { baseUrl, liveApiKey, fetch } = createSandbox();
    const post = async (charset: string, body: Uint8Array<ArrayBuffer>) => {
      const headers = { 'x-api-key': liveApiKey, 'content-type': `application/json${charset}` };
      return (await fetch(`${baseUrl}/${path}`, { method: 'POST', headers, body })).text();
    };
    const latin1 = new Uint8Array(Buffer.from('{"text":"Zo\xeb"}', 'latin1'));
    const utf16 = new Uint8Array(Buffer.from('{}', 'utf16le'));
    expect(await post('; charset=utf-16', utf16)).toContain('charset=utf-16');
    for (const body of [latin1, utf16]) expect(await post('', body)).toContain('is not in UTF-8');
  },
);

test.each(['POST /api/v1/emails', 'POST /_sandbox/clock', 'PUT /_sandbox/templates/welcome'])(
  'a name of 700,000 characters in the body of %s is cut in the error (A21)',
  async (endpoint) => {
    const { baseUrl, liveApiKey, fetch } = createSandbox();
    const [method = '', path = ''] = endpoint.split(' ');
    const headers = { 'x-api-key': liveApiKey, 'content-type': 'application/json' };
    const body = `{"headers":{"${'x'.repeat(700_000)}":1},"${'y'.repeat(700_000)}":1e400}`;
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body });
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(5_000);
  },
);

test('a body that another handler of MSW has read is a 400 that says so', async () => {
  const sandbox = createSandbox();
  const server = setupServer(
    http.post(`${sandbox.baseUrl}/api/v1/emails`, async ({ request }) => void (await request.text())),
    ...handlers(sandbox),
  );
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  const response = await fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('request.clone()');
});

test('a preflight allows the headers that it asks for, also from a private network (A11)', async () => {
  const { baseUrl, fetch } = createSandbox();
  const response = await fetch(`${baseUrl}/api/v1/emails`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'sentry-trace, baggage, x-requested-with',
      'access-control-request-private-network': 'true',
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-headers')).toContain(
    'sentry-trace, baggage, x-requested-with',
  );
  expect(response.headers.get('access-control-allow-private-network')).toBe('true');
});

test('a preflight for a method that the path does not take is in the request log', async () => {
  const sandbox = createSandbox();
  const ask = (method: string) =>
    sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': method },
    });
  await ask('POST');
  expect(sandbox.requests.count()).toBe(0);
  await ask('PATCH');
  expect(sandbox.requests.count({ method: 'OPTIONS' })).toBe(1);
});

test('an upload URL is at the public URL (A72)', async () => {
  const sandbox = createSandbox({ publicUrl: 'https://mail.example' });
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/attachments/presigned-url`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.txt', contentType: 'text/plain', size: 1 }),
  });
  expect(await response.text()).toContain('https://mail.example/uploads/');
});
