import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folder } from '../folder.ts';
import { email, request, start } from './raw.ts';

test('pipelined requests on one connection are answered in order', async () => {
  const server = await start();
  const list = JSON.stringify({ name: 'Readers' });
  const pipelined = await server.open(
    request('POST', '/api/v1/contact-lists', { body: list }) +
      request('GET', '/api/v1/contact-lists') +
      request('GET', '/api/v1/nowhere') +
      request('POST', '/api/v1/emails', { body: email }),
  );
  const responses = await pipelined.responses(4);
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 404, 201]);
  const [created, listed] = responses.map(({ body }) => JSON.parse(body).data);
  expect(listed).toEqual([created]);
  expect(server.sandbox.check()).toEqual([]);
});

test('HEAD is answered like GET without a body, and the connection stays open (A10)', async () => {
  const server = await start();
  const connection = await server.open(
    request('HEAD', '/api/v1/emails') +
      request('HEAD', '/_sandbox/health') +
      request('GET', '/api/v1/emails'),
  );
  const responses = await connection.responses(3);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses.map(({ body }) => body === '')).toEqual([true, true, false]);
  await server.expectUntouched();
});

test('HEAD on the event stream ends', async () => {
  const server = await start();
  const connection = await server.open(
    request('HEAD', '/_sandbox/events') + request('GET', '/api/v1/emails'),
  );
  expect((await connection.responses(2)).map(({ status }) => status)).toEqual([200, 200]);
  await server.expectUntouched();
});

test('a client that sends Expect: 100-continue is told to continue', async () => {
  const server = await start();
  const careful = await server.open(
    request('POST', '/api/v1/emails', { length: email.length, headers: { expect: '100-continue' } }),
  );
  expect((await careful.responses(1))[0]?.status).toBe(100);
  careful.socket.write(email);
  expect((await careful.responses(2))[1]?.status).toBe(201);
});

test('a request target in absolute form is read as its path', async () => {
  const server = await start({}, { allowHosts: ['api.example'] });
  const proxied = await server.open(request('GET', 'http://api.example/api/v1/emails?page=1'));
  const [response] = await proxied.responses(1);
  expect(response?.status).toBe(200);
  expect(JSON.parse(response?.body ?? '').meta.path).toBe('/api/v1/emails');
  await server.expectUntouched();
});

test('two thousand small requests use one connection', async () => {
  const server = await start();
  const count = 2_000;
  const connection = await server.open(request('GET', '/api/v1/email-verification/stats').repeat(count));
  let ended = 0;
  while (ended < count) {
    ended = connection.received().split('HTTP/1.1 200').length - 1;
    if (ended < count) await once(connection.socket, 'data');
  }
  const responses = await connection.responses(count);
  expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(count);
  await server.expectUntouched();
});

test('close() ends idle connections, running requests and event streams at once', async () => {
  const server = await start();
  const idle = await server.open(request('GET', '/api/v1/emails'));
  await idle.responses(1);
  const stream = await server.open(request('GET', '/_sandbox/events'));
  await once(stream.socket, 'data');
  const waiting = await server.open(request('GET', '/_sandbox/messages?wait=10m'));
  const uploading = await server.open(request('POST', '/api/v1/emails', { body: '{', length: 100 }));
  await server.close();
  await Promise.all([idle, stream, waiting, uploading].map((connection) => connection.closed()));
  expect(server.sandbox.check()).toEqual([]);
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});

test('fifty pipelined sends on one connection are accepted in order', async () => {
  const server = await start();
  const count = 50;
  const texts = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ ...JSON.parse(email), subject: `${n}` }),
  );
  const pipelined = await server.open(
    texts.map((body) => request('POST', '/api/v1/emails', { body })).join(''),
  );
  const responses = await pipelined.responses(count);
  const ids = responses.map(({ body }) => JSON.parse(body).data.id);
  const messages = server.sandbox.mailbox.list().toReversed();
  expect(messages.map(({ id }) => id)).toEqual(ids);
  expect(messages.map(({ subject }) => subject)).toEqual(texts.map((_, n) => `${n}`));
});

test('an HTTP/1.0 request is answered, and the connection closes', async () => {
  const server = await start();
  const old = await server.open('GET /_sandbox/health HTTP/1.0\r\nHost: localhost\r\n\r\n');
  const [response] = await old.responses(1);
  expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await old.closed();
  await server.expectUntouched();
});

test('the connection stays open after a refusal', async () => {
  const server = await start();
  const connection = await server.open(request('POST', '/api/v1/emails', { body: '{"to":' }));
  expect((await connection.responses(1))[0]?.status).toBe(400);
  connection.socket.write(request('GET', '/api/v1/nowhere', { headers: { authorization: 'Bearer none' } }));
  expect((await connection.responses(2))[1]?.status).toBeGreaterThanOrEqual(400);
  connection.socket.write(request('POST', '/api/v1/emails', { body: email }));
  expect((await connection.responses(3))[2]?.status).toBe(201);
});

test('requests are answered even if a test has replaced the platform’s timers', async () => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'setInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await start();
  const connection = await server.open(
    request('GET', '/api/v1/emails') + request('POST', '/api/v1/emails', { body: email }),
  );
  expect((await connection.responses(2)).map(({ status }) => status)).toEqual([200, 201]);
});

test.each([2_000, 65_536, 131_072, 196_608])(
  'a client that closes its side after a request of %i bytes gets its response',
  async (size) => {
    const server = await start();
    const padded = (length: number) => request('POST', '/api/v1/emails', { body: email.padEnd(length) });
    const head = padded(size).length - size;
    const sent = padded(size - head);
    expect(sent).toHaveLength(size);
    const connection = await server.open();
    connection.socket.end(sent);
    expect((await connection.responses(1))[0]?.status).toBe(201);
    await connection.closed();
  },
);

test('data sent after the end of a connection has no effect', async () => {
  const server = await start({ limits: { bodyBytes: 1_000 } });
  const send = request('POST', '/api/v1/emails', { body: email });
  const large = await server.open(request('POST', '/api/v1/emails', { body: email.padEnd(1_001) }) + send);
  expect((await large.responses(1))[0]).toMatchObject({ status: 413, headers: { connection: 'close' } });
  await large.closed();
  server.sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { network: 'reset' } });
  await (await server.open(request('GET', '/api/v1/emails') + send)).closed();
  expect(server.sandbox.mailbox.list()).toEqual([]);
});

test('close() answers what has arrived, also behind other requests, and refuses new connections', async () => {
  const state = join(await folder(), 'state.db');
  const server = await start({}, { state });
  const send = request('POST', '/api/v1/emails', { body: email });
  const senders = await Promise.all(Array.from({ length: 100 }, () => server.open()));
  for (const { socket } of senders) socket.write(send.repeat(5));
  await expect.poll(() => server.sandbox.requests.count(), { interval: 1 }).toBeGreaterThan(0);
  const closed = server.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  await closed;
  await Promise.all(senders.map((connection) => connection.closed()));
  const answered = senders.map(({ received }) => received().split('HTTP/1.1 201').length - 1);
  expect(answered.reduce((sum, count) => sum + count)).toBe(server.sandbox.mailbox.list().length);
  expect(answered.filter((count) => count === 5).length).toBeGreaterThan(0);
});

test('close() sends delayed answers early, and whole snapshots', async () => {
  const server = await start();
  server.sandbox.faults.add({ operation: 'sendEmail', phase: 'after', times: 1, effect: { delay: '10m' } });
  const delayed = await server.open(request('POST', '/api/v1/emails', { body: email }));
  await expect.poll(() => server.sandbox.mailbox.list().length, { interval: 1 }).toBe(1);
  const snapshot = await server.open(request('GET', '/_sandbox/snapshot'));
  await once(snapshot.socket, 'data');
  await server.close();
  expect((await delayed.responses(1))[0]?.status).toBe(201);
  await snapshot.closed();
  expect(snapshot.received()).toMatch(/\r\n0\r\n\r\n$/);
});

test('nothing takes effect after close() resolves', async () => {
  const server = await start();
  const senders = await Promise.all(Array.from({ length: 50 }, () => server.open()));
  for (const { socket } of senders) socket.write(request('POST', '/api/v1/emails', { body: email }));
  await expect.poll(() => server.sandbox.requests.count(), { interval: 1 }).toBeGreaterThan(0);
  await server.close();
  const accepted = server.sandbox.mailbox.list().length;
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(server.sandbox.mailbox.list()).toHaveLength(accepted);
});

test('a waiting call ends when its caller closes its side', async () => {
  const server = await start();
  const hanging = await server.open();
  server.sandbox.faults.add({ times: 1, effect: { network: 'hang' } });
  hanging.socket.end(request('GET', '/api/v1/emails'));
  await hanging.closed();
  const listener = await server.open(request('GET', '/_sandbox/events'));
  await once(listener.socket, 'data');
  listener.socket.end();
  await listener.closed();
  expect(hanging.received()).toBe('');
  expect(listener.received()).toContain(': listening');
});
