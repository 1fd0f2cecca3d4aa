import { describe, expect, test } from 'vitest';
import type { FailureEvent, Logger, RequestEvent, ResponseEvent, RetryEvent } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

function record(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => lines.push(`${level} ${message}`);
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

describe('hooks', () => {
  test('see each request, answer and retry, and the failure of the call', async () => {
    const events: [string, RequestEvent | ResponseEvent | RetryEvent | FailureEvent][] = [];
    const { mail, sandbox } = connect({
      maxRetries: 1,
      hooks: {
        onRequest: (event) => events.push(['request', event]),
        onResponse: (event) => events.push(['response', event]),
        onRetry: (event) => events.push(['retry', event]),
        onFailure: (event) => events.push(['failure', event]),
      },
    });
    sandbox.faults.add({ effect: { status: 503, retryAfter: 0 } });
    const error = await failureOf(mail.emails.send({ ...email, idempotencyKey: 'order-1' }));
    expect(events.map(([name]) => name)).toEqual([
      'request',
      'response',
      'retry',
      'request',
      'response',
      'failure',
    ]);
    const request = {
      operation: 'sendEmail',
      method: 'POST',
      path: '/api/v1/emails',
      attempt: 1,
      idempotencyKey: 'order-1',
    };
    expect(events[0]?.[1]).toEqual(request);
    expect(events[1]?.[1]).toEqual({
      ...request,
      status: 503,
      duration: expect.any(Number),
      requestId: expect.stringMatching(/^req_/),
      rateLimit: { limit: 100, remaining: 99, reset: expect.any(String) },
    });
    expect(events[2]?.[1]).toMatchObject({ ...request, wait: 0, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(events[5]?.[1]).toEqual({ operation: 'sendEmail', error });
  });

  test('that throw or reject change nothing, and are reported', async () => {
    const logger = record();
    const hooks = {
      onRequest: () => {
        throw new Error('secret of the hook');
      },
      onResponse: () => Promise.reject(new Error('secret of the hook')),
    };
    const { mail } = connect({ hooks, logger });
    await expect(mail.emails.send(email)).resolves.toHaveProperty('skipped', false);
    expect(logger.lines).toContain('warn mailrig: hook onRequest failed');
    expect(logger.lines).toContain('warn mailrig: hook onResponse failed');
    expect(logger.lines.join('\n')).not.toContain('secret of the hook');
  });
});

describe('logger', () => {
  test('receives requests, answers, retries and failures, never a key, a body or a query', async () => {
    const logger = record();
    const { mail, sandbox } = connect({ logger, headers: { 'X-Token': 'hidden-token' } });
    await mail.emails.send(email);
    await mail.emails.list({ to: 'bob@example.org' });
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    await mail.emails.list();
    await failureOf(mail.emails.send({ ...email, from: 'ada@elsewhere.org' }));
    expect(logger.lines.map((line) => line.split(' ', 1)[0]).join(' ')).toBe(
      'debug debug debug debug debug debug warn debug debug debug debug error',
    );
    const text = logger.lines.join('\n');
    for (const secret of ['sk_live_sandbox', 'hidden-token', 'Hi Bob', 'bob@example.org', 'elsewhere']) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('sendEmail POST /api/v1/emails attempt 1');
  });

  test('that fails changes nothing', async () => {
    const fail = () => {
      throw new Error('disk full');
    };
    const { mail } = connect({ logger: { debug: fail, info: fail, warn: fail, error: fail } });
    await expect(mail.emails.send(email)).resolves.toHaveProperty('sandbox', false);
  });
});

describe('rateLimit', () => {
  test('is the state in the last answer, with each result and on the client (R31, R32, R33)', async () => {
    const { mail } = connect();
    expect(mail.rateLimit).toBeUndefined();
    const { rateLimit, requestId, response, data } = await mail.emails.list().withResponse();
    expect(rateLimit).toEqual({ limit: 100, remaining: 99, reset: expect.stringMatching(/Z$/) });
    expect(mail.rateLimit).toEqual(rateLimit);
    expect([requestId, data.items]).toEqual([response.headers.get('x-request-id'), []]);
    await failureOf(mail.request('GET', '/api/v1/nothing'));
    expect(mail.rateLimit).toHaveProperty('remaining', 98);
  });

  test.each(['1769851820', '1769851820000', '2026-01-31T09:30:20Z'])(
    'reset may be written %s (A28)',
    async (reset) => {
      const { mail } = connectThrough((answer) => answer.headers.set('x-ratelimit-reset', reset));
      await mail.emails.list();
      expect(mail.rateLimit?.reset).toBe('2026-01-31T09:30:20.000Z');
    },
  );

  test('is undefined if the service sends no such headers (A25)', async () => {
    const { mail } = connectThrough(({ body, status }) => new Response(body, { status }));
    const { rateLimit } = await mail.emails.list().withResponse();
    expect([rateLimit, mail.rateLimit]).toEqual([undefined, undefined]);
  });
});

describe('promises', () => {
  test('are real, and make one request however often they are awaited', async () => {
    const { mail, sandbox } = connect();
    const promise = mail.emails.send(email);
    expect(promise).toBeInstanceOf(Promise);
    const [awaited, { data }] = await Promise.all([promise, promise.withResponse()]);
    expect(data).toBe(awaited);
    expect(await promise.then(({ messageId }) => messageId)).toBe(awaited.messageId);
    expect(sandbox.requests.count()).toBe(1);
  });

  test('that nobody awaits send all the same', async () => {
    const { mail, sandbox } = connect();
    void mail.emails.send(email);
    await expect.poll(() => sandbox.requests.count()).toBe(1);
  });

  test('that fail are reported once, where they are awaited', async () => {
    const { mail } = connect({ apiKey: 'sk_live_no' });
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    await failureOf(mail.emails.list().withResponse());
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});
