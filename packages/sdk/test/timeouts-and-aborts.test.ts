import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AbortError, Mailrig, TimeoutError } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

describe('timeouts', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: new Date('2026-01-31T09:30:00.999Z'),
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('an attempt without a response ends after 30 seconds, and is retried if that is safe', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ times: 1, effect: { network: 'hang' } });
    const sent = mail.emails.send(email);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(sandbox.requests.count()).toBe(1);
    await vi.advanceTimersByTimeAsync(501);
    await expect(sent).resolves.toHaveProperty('sandbox', false);
    expect(sandbox.requests.count()).toBe(2);
  });

  test('the last attempt to time out is a TimeoutError', async () => {
    const { mail, sandbox } = connect({ timeout: 5_000, maxRetries: 0 });
    sandbox.faults.add({ effect: { delay: '6s' } });
    const failed = failureOf(mail.emails.send(email));
    await vi.advanceTimersByTimeAsync(5_000);
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: 'TIMEOUT_ERROR', limit: 'timeout', outcome: 'unknown', attempts: 1 });
    expect(error.message).toContain('5000 ms');
  });

  test('one call may have a shorter timeout', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ effect: { network: 'hang' } });
    const failed = failureOf(mail.emails.list({}, { timeout: 10 }));
    await vi.advanceTimersByTimeAsync(10);
    expect(await failed).toBeInstanceOf(TimeoutError);
  });

  test('totalTimeout ends the call across all attempts, and is not retried', async () => {
    const { mail, sandbox } = connect({ totalTimeout: 40_000 });
    sandbox.faults.add({ effect: { network: 'hang' } });
    const failed = failureOf(mail.emails.send(email));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await failed).toMatchObject({ limit: 'totalTimeout', outcome: 'unknown', attempts: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a finished call leaves no timer behind', async () => {
    const { mail } = connect({ totalTimeout: 40_000 });
    await mail.emails.send(email);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('the timeout covers the body: headers alone are not a response', async () => {
  const server = createServer((_, answer) => {
    answer.writeHead(201, { 'content-type': 'application/json' });
    answer.write('{"success":true,');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const mail = new Mailrig({ apiKey: 'sk_live_x', baseUrl: `http://127.0.0.1:${port}` });
  const error = await failureOf(mail.emails.send(email, { timeout: 500, maxRetries: 0 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.outcome).toBe('succeeded');
  await new Promise((resolve) => {
    // Ends only because the client has let go of the connection.
    server.close(resolve);
  });
});

describe('signals', () => {
  test('an aborted one sends nothing', async () => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.emails.send(email, { signal: AbortSignal.abort('too late') }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: 'too late', outcome: 'not-sent', attempts: 0 });
    expect(sandbox.requests.count()).toBe(0);
  });

  test.each([undefined, 60_000])(
    'aborting during the request ends it (totalTimeout %s)',
    async (totalTimeout) => {
      const controller = new AbortController();
      const { mail, sandbox } = connect({
        hooks: { onRequest: () => setImmediate(() => controller.abort()) },
      });
      sandbox.faults.add({ effect: { network: 'hang' } });
      const options = { signal: controller.signal, ...(totalTimeout && { totalTimeout }) };
      const error = await failureOf(mail.emails.send(email, options));
      expect(error).toBeInstanceOf(AbortError);
      expect(error).toMatchObject({ name: 'AbortError', outcome: 'unknown', attempts: 1 });
    },
  );

  test('AbortSignal.timeout is the caller’s, not the client’s', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ effect: { network: 'hang' } });
    const error = await failureOf(mail.emails.list({}, { signal: AbortSignal.timeout(5) }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error.cause).toHaveProperty('name', 'TimeoutError');
  });

  test('ends a call even if the given fetch ignores it', async () => {
    const { mail } = connect({ fetch: () => new Promise(() => undefined) });
    expect(await failureOf(mail.emails.list({}, { signal: AbortSignal.timeout(5) }))).toBeInstanceOf(
      AbortError,
    );
  });

  test('all pages of a loop share it', async () => {
    const controller = new AbortController();
    const { mail } = connect({}, { rateLimit: false });
    for (let index = 0; index <= 100; index += 1) await mail.emails.send(email);
    const loop = async () => {
      for await (const _ of mail.emails.list({}, { signal: controller.signal })) controller.abort();
    };
    expect(await failureOf(loop())).toBeInstanceOf(AbortError);
  });
});

describe('throttle', () => {
  test('each attempt waits for its turn', async () => {
    let turns = 0;
    const throttle = {
      acquire: async () => {
        turns += 1;
      },
    };
    const { mail, sandbox } = connect({ throttle });
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    await mail.emails.list();
    expect(turns).toBe(2);
  });

  test('the wait ends when the signal aborts', async () => {
    const { mail, sandbox } = connect({ throttle: { acquire: () => new Promise(() => undefined) } });
    const error = await failureOf(mail.emails.list({}, { signal: AbortSignal.timeout(5) }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ outcome: 'not-sent', attempts: 0 });
    expect(sandbox.requests.count()).toBe(0);
  });

  test('one that fails stops the call with its error as the cause', async () => {
    const cause = new Error('store is gone');
    const { mail } = connect({ throttle: { acquire: () => Promise.reject(cause) } });
    expect(await failureOf(mail.emails.list())).toMatchObject({
      code: 'THROTTLE_FAILED',
      cause,
      attempts: 0,
    });
  });
});
