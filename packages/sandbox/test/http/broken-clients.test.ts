import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { confirm, newUpload } from '../conformance/upload.ts';
import { call, servedAt } from '../harness.ts';
import { email, request, start } from './raw.ts';

test('a client that disconnects in the middle of its body leaves nothing behind', async () => {
  const server = await start();
  const gone = await server.open(
    request('POST', '/api/v1/emails', { body: email.slice(0, 20), length: email.length }),
  );
  const rest = await server.open(request('GET', '/api/v1/emails'));
  await rest.responses(1);
  gone.socket.resetAndDestroy();
  await gone.closed();
  expect(gone.received()).toBe('');
  await server.expectUntouched();
});

test('a client that disconnects in the middle of an upload leaves the attachment without bytes', async () => {
  const server = await start();
  const served = servedAt(server.url);
  const upload = await newUpload(served, { contentType: 'text/plain', size: 1_000 });
  const target = new URL(upload.uploadUrl);
  const headers = { 'content-type': 'text/plain', 'content-length': '1000' };
  const gone = await server.open(
    request('PUT', target.pathname + target.search, { headers, body: 'x'.repeat(500), length: 1_000 }),
  );
  gone.socket.end();
  await gone.closed();
  expect((await confirm(served, upload.attachmentId)).json).toMatchObject({
    error: { code: 'UPLOAD_NOT_COMPLETE' },
  });
  await server.expectUntouched();
});

test('a client that disconnects in the middle of a large answer does not disturb others', async () => {
  const server = await start();
  const gone = await server.open(request('GET', '/_sandbox/decisions'));
  await once(gone.socket, 'data');
  gone.socket.resetAndDestroy();
  await gone.closed();
  expect(gone.received()).toContain('HTTP/1.1 200');
  await server.expectUntouched();
});

test('a client that disconnects from the event stream gets no more events', async () => {
  const server = await start();
  const listener = await server.open(request('GET', '/_sandbox/events'));
  await once(listener.socket, 'data');
  expect(listener.received()).toContain(': listening');
  listener.socket.resetAndDestroy();
  await listener.closed();
  await server.expectUntouched();
});

test('slow headers and slow bodies delay nobody else, and close() ends them', async () => {
  const server = await start();
  const slowHeaders = await server.open('POST /api/v1/emails HTTP/1.1\r\nHost: loc');
  const slowBody = await server.open(request('POST', '/api/v1/emails', { body: '{', length: 50_000 }));
  await server.expectUntouched();
  expect([slowHeaders.received(), slowBody.received()]).toEqual(['', '']);
  await server.close();
  await Promise.all([slowHeaders.closed(), slowBody.closed()]);
  expect(server.sandbox.mailbox.list()).toEqual([]);
});

test('a body that arrives byte by byte is read completely', async () => {
  const server = await start();
  const slow = await server.open(request('POST', '/api/v1/emails', { length: email.length }));
  for (const character of email) await new Promise((written) => slow.socket.write(character, written));
  const [response] = await slow.responses(1);
  expect(response?.status).toBe(201);
  expect(server.sandbox.mailbox.list()).toHaveLength(1);
});

test('a body announced as too large is a 413 before it is sent, and the connection closes (A14)', async () => {
  const server = await start();
  const large = await server.open(request('POST', '/api/v1/emails', { length: 20 * 1_048_576 + 1 }));
  const [response] = await large.responses(1);
  expect(response).toMatchObject({ status: 413, headers: { connection: 'close' } });
  await large.closed();
  await server.expectUntouched();
});

test('a chunked body that grows too large is a 413, and the connection closes (A14)', async () => {
  const server = await start({ limits: { bodyBytes: 100_000 } });
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const large = await server.open(request('POST', '/api/v1/emails', { headers }));
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
  for (let sent = 0; sent <= 7; sent += 1) large.socket.write(chunk);
  const [response] = await large.responses(1);
  expect(response).toMatchObject({ status: 413, headers: { connection: 'close' } });
  expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  await large.closed();
  await server.expectUntouched();
});

test.each([
  ['garbage', 'hello there\r\n\r\n'],
  ['bytes of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['no Host', 'GET /api/v1/emails HTTP/1.1\r\n\r\n'],
  [
    'two lengths',
    'POST /api/v1/emails HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  ],
  [
    'length and chunks',
    'POST /api/v1/emails HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
])('%s instead of a request is refused with a 4xx, and the connection closes', async (_, text) => {
  const server = await start();
  const broken = await server.open();
  broken.socket.write(text, 'latin1');
  const [response] = await broken.responses(1);
  expect(String(response?.status)).toMatch(/^4/);
  await broken.closed();
  await server.expectUntouched();
});

test.each(['a b', '[', 'a:99999', '%', 'sk_live_sandbox/..'])(
  'the control plane refuses the foreign Host %j with a 4xx in the envelope (A22)',
  async (host) => {
    const server = await start();
    const strange = await server.open(request('GET', '/_sandbox/health', { headers: { host } }));
    const [response] = await strange.responses(1);
    expect(String(response?.status)).toMatch(/^4/);
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, error: { code: 'FORBIDDEN' } });
    await server.expectUntouched();
  },
);

test.each([
  ['a garbled request line', 'GET\r\n\r\n', 400],
  ['a path of 20,000 characters', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['an unknown method', 'BREW /api/v1/emails HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
  [
    'headers of 20,000 characters',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
])('%s get the matching status, in the envelope of every error (R5, R6)', async (_, text, status) => {
  const server = await start();
  const broken = await server.open(text);
  const [response] = await broken.responses(1);
  expect(response?.status).toBe(status);
  expect(response?.headers).toMatchObject({
    connection: 'close',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(JSON.parse(response?.body ?? '')).toMatchObject({
    success: false,
    error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\S/) },
    meta: { timestamp: '2026-01-01T00:00:00.000Z', requestId: response?.headers['x-request-id'] },
  });
  await broken.closed();
  await server.expectUntouched();
});

const impatient = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 20 };

test('headers that trickle in for too long are a 408, and others are served meanwhile', async () => {
  const server = await start({}, impatient);
  const slow = await server.open('GET /api/v1/emails HTTP/1.1\r\nHost: a\r\n');
  const trickle = setInterval(() => slow.socket.write('x'), 10);
  onTestFinished(() => clearInterval(trickle));
  expect((await call(servedAt(server.url), 'GET', '/_sandbox/health')).status).toBe(200);
  expect((await slow.responses(1))[0]?.status).toBe(408);
  await slow.closed();
  await server.expectUntouched();
});

test('a body that trickles in for too long is a 408, and nothing is done', async () => {
  const server = await start({}, impatient);
  const slow = await server.open(request('POST', '/api/v1/emails', { length: 50_000 }));
  const trickle = setInterval(() => slow.socket.write(' '), 10);
  onTestFinished(() => clearInterval(trickle));
  expect((await slow.responses(1))[0]?.status).toBe(408);
  await slow.closed();
  await server.expectUntouched();
});

test('a waiting call is not cut off as a slow client', async () => {
  const server = await start({}, impatient);
  const response = await call(servedAt(server.url), 'GET', '/_sandbox/messages?wait=600ms');
  expect(response.json).toEqual({ messages: [], total: 0, next: 0 });
});
