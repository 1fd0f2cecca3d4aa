import ky, { type KyInstance } from 'ky';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, type FetchInit, Mailrig } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

const bytes = new TextEncoder().encode('fox');

describe('a fetch given as an option', () => {
  test('receives the URL and plain values, after the hooks of ky have run', async () => {
    const seen: [string, FetchInit][] = [];
    const { sandbox } = connect();
    const extras = { dispatcher: {} };
    const { mail } = connect({
      ky: ky.extend({
        hooks: { beforeRequest: [({ request }) => request.headers.set('x-trace', 't1')] },
        ...extras,
      }),
      fetch: async (url, init) => {
        seen.push([url, init]);
        return sandbox.fetch(url, init);
      },
    });
    await mail.emails.send({ ...email, idempotencyKey: 'order-1' });
    expect(seen).toEqual([
      [
        `${sandbox.baseUrl}/api/v1/emails`,
        {
          method: 'POST',
          headers: expect.objectContaining({
            accept: 'application/json',
            'content-type': 'application/json',
            'x-trace': 't1',
          }),
          body: JSON.stringify({ ...email, idempotencyKey: 'order-1' }),
          redirect: 'manual',
          signal: expect.any(AbortSignal),
          ...extras,
        },
      ],
    ]);
    await mail.emails.list();
    expect(seen[1]?.[1]).not.toHaveProperty('body');
  });

  test.each([
    ['nothing', undefined],
    ['an object without headers', { ok: true, status: 200 }],
  ])('a fetch that gives %s is named in the error', async (_, answer) => {
    const { mail } = connect({ fetch: async () => answer as never, maxRetries: 0 });
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain('fetch returned something other than a Response');
  });

  test('a response whose body is no stream of the web, such as that of node-fetch, is read', async () => {
    const { mail, sandbox } = connectThrough((answer) => {
      const { status, ok, headers } = answer;
      return { status, ok, headers, body: {}, text: () => answer.text() } as Response;
    });
    await mail.emails.send(email);
    expect(sandbox.requests.count()).toBe(1);
  });
});

describe('option ky', () => {
  test('hooks see every attempt, with operation and attempt in their context', async () => {
    const seen: unknown[] = [];
    const traced = ky.extend({
      hooks: {
        beforeRequest: [
          ({ request, options }) => {
            seen.push([options.context['operation'], options.context['attempt']]);
            request.headers.set('x-trace', 't1');
          },
        ],
        afterResponse: [async ({ response }) => void seen.push(await response.json())],
      },
    });
    const { mail, sandbox } = connect({ ky: traced, hooks: {} });
    sandbox.faults.add({ times: 1, effect: { status: 429, retryAfter: 0 } });
    await mail.emails.send(email);
    expect(seen).toEqual([
      ['sendEmail', 1],
      expect.objectContaining({ success: false }),
      ['sendEmail', 2],
      expect.objectContaining({ success: true }),
    ]);
    expect(sandbox.requests.last()?.headers).toHaveProperty('x-trace', 't1');
  });

  test('its headers and its fetch are used, and cannot replace the key (A1)', async () => {
    const { sandbox } = connect();
    let requests = 0;
    const tenant = ky.create({
      headers: { 'X-Tenant': 'acme', Authorization: 'Bearer other' },
      fetch: async (input, init) => {
        requests += 1;
        expect(input).toBeInstanceOf(Request);
        return sandbox.fetch(input, init);
      },
    });
    const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl, ky: tenant });
    await mail.emails.send(email);
    expect(requests).toBe(1);
    expect(sandbox.requests.last()?.headers).toHaveProperty('x-tenant', 'acme');
  });

  test('its own prefix, retries, errors and time limits do not apply, nor its fetch if the client has one', async () => {
    const stubborn = ky.create({
      fetch: () => Promise.reject(new TypeError('fetch of the instance')),
      prefix: 'https://elsewhere.example',
      retry: { limit: 5, methods: ['post'], statusCodes: [500], delay: () => 0 },
      throwHttpErrors: true,
      timeout: 1,
      totalTimeout: 1,
    });
    const { mail, sandbox } = connect({ ky: stubborn });
    sandbox.faults.add({ effect: { status: 500 } });
    const error = await failureOf(mail.lists.create({ name: 'New' }));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1 });
    expect(sandbox.requests.count()).toBe(1);
  });

  test('neither its headers nor the API key reach the upload store (A73)', async () => {
    const { sandbox } = connect();
    const puts: Headers[] = [];
    const { mail } = connect({
      ky: ky.create({
        headers: { 'x-tenant': 'acme' },
        hooks: {
          beforeRequest: [
            ({ request }) => request.headers.set('authorization', `Bearer ${sandbox.liveApiKey}`),
          ],
        },
        fetch: async (input, init) => {
          const request = new Request(input, init);
          if (request.method === 'PUT') puts.push(request.headers);
          return sandbox.fetch(request);
        },
      }),
      fetch: undefined,
    });
    await mail.attachments.upload(bytes, { filename: 'a.txt' });
    expect(puts.map((headers) => Object.fromEntries(headers))).toEqual([{ 'content-type': 'text/plain' }]);
  });

  test('the upload store gets neither headers nor searchParams of another copy of ky (A73)', async () => {
    const path = `${import.meta.resolve('ky')}?another`;
    const { default: another } = (await import(/* @vite-ignore */ path)) as { default: KyInstance };
    expect(another).not.toBe(ky);
    const { sandbox } = connect();
    const puts: Request[] = [];
    const { mail } = connect({
      ky: another.create({ headers: { 'x-tenant': 'acme' }, searchParams: { tenant: 'acme' } }),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') puts.push(request);
        else expect(new URL(request.url).searchParams.get('tenant')).toBe('acme');
        return sandbox.fetch(request);
      },
    });
    await mail.attachments.upload(bytes, { filename: 'a.txt' });
    expect(puts.map(({ headers }) => Object.fromEntries(headers))).toEqual([
      { 'content-type': 'text/plain' },
    ]);
    expect(puts[0]?.url).not.toContain('tenant');
  });

  test('its own json and body never become part of a request', async () => {
    const { mail, sandbox } = connect({ ky: ky.create({ json: { cc: 'eve@example.org' }, body: 'fox' }) });
    await mail.emails.send(email);
    expect(sandbox.requests.last()?.body).not.toHaveProperty('cc');
    await mail.emails.list();
    await expect(mail.attachments.upload(bytes, { filename: 'a.txt' })).resolves.toHaveProperty('size', 3);
  });

  test('its own signal ends a call, which is not repeated', async () => {
    const controller = new AbortController();
    const { mail, sandbox } = connect({ ky: ky.create({ signal: controller.signal }) });
    sandbox.faults.add({ effect: { network: 'hang' } });
    const failed = failureOf(mail.emails.send(email));
    await expect.poll(() => sandbox.requests.count()).toBe(1);
    controller.abort();
    expect(await failed).toMatchObject({ code: 'ABORTED', attempts: 1, outcome: 'unknown' });
  });

  test('its own signal, aborted before the call, sends nothing', async () => {
    const { mail, sandbox } = connect({ ky: ky.create({ signal: AbortSignal.abort() }) });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ code: 'ABORTED', attempts: 0, outcome: 'not-sent' });
    expect(sandbox.requests.count()).toBe(0);
  });

  test('a hook whose own request times out is reported as the hook, not as a timeout of the call', async () => {
    const hang = () => new Promise<Response>(() => undefined);
    const hook = async () =>
      void (await ky('https://auth.example/token', { retry: 0, timeout: 5, fetch: hang }));
    const { mail, sandbox } = connect({ ky: ky.extend({ hooks: { beforeRequest: [hook] } }) });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ code: 'HOOK_FAILED', attempts: 0, outcome: 'not-sent' });
    expect(error.message).toContain('timed out');
    expect(sandbox.requests.count()).toBe(0);
  });

  test.each([
    ['beforeRequest', 'not-sent', 0],
    ['afterResponse', 'succeeded', 1],
  ] as const)(
    'a hook %s that returns Response.error() leaves the outcome %s',
    async (name, outcome, sent) => {
      const { mail, sandbox } = connect({ ky: ky.extend({ hooks: { [name]: [() => Response.error()] } }) });
      expect(await failureOf(mail.emails.send(email))).toMatchObject({
        code: 'HOOK_FAILED',
        message: expect.stringContaining('Response.error()'),
        outcome,
      });
      expect(sandbox.requests.count()).toBe(sent);
    },
  );

  test.each([
    ['a text', 'no token', 'failed: no token'],
    ['nothing', undefined, 'failed: it threw no error'],
  ])('a hook that throws %s is reported in its own words', async (_, thrown, words) => {
    const fail = () => {
      throw thrown;
    };
    const { mail } = connect({ ky: ky.extend({ hooks: { beforeRequest: [fail] } }) });
    const error = await failureOf(mail.emails.list());
    expect(error).toHaveProperty('code', 'HOOK_FAILED');
    expect(error.message).toContain(words);
  });

  test('a hook whose own request is refused is reported with that refusal', async () => {
    const refuse = async () => new Response(null, { status: 401 });
    const hook = async () => void (await ky('https://auth.example/token', { retry: 0, fetch: refuse }));
    const { mail } = connect({ ky: ky.extend({ hooks: { beforeRequest: [hook] } }) });
    const error = await failureOf(mail.emails.list());
    expect(error).toHaveProperty('code', 'HOOK_FAILED');
    expect(error.message).toContain('status code 401');
  });

  test('a hook that returns ky.retry() gets an error that says who repeats, and the error does not hold its request', async () => {
    const { mail, sandbox } = connect({
      ky: ky.extend({ hooks: { afterResponse: [({ request }) => ky.retry({ request })] } }),
    });
    const error = await failureOf(mail.emails.list());
    expect(error.message).toContain('see option maxRetries');
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(sandbox.liveApiKey);
  });

  test('a hook that wraps an error of ky does not bring the key into ours', async () => {
    const { mail, sandbox } = connect({
      ky: ky.extend({
        hooks: { beforeError: [({ error }) => new Error('wrapped', { cause: error })] },
      }),
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      maxRetries: 0,
    });
    const error = await failureOf(mail.emails.list());
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(sandbox.liveApiKey);
  });

  test('a response from a hook is read like the service’s', async () => {
    const { mail, sandbox } = connect({
      ky: ky.extend({
        hooks: {
          beforeRequest: [
            () => Response.json({ success: true, data: { messageId: 'recorded' } }, { status: 201 }),
          ],
        },
      }),
    });
    await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId', 'recorded');
    expect(sandbox.requests.count()).toBe(0);
  });

  test('a response from a hook is refused if it has more than maxResponseBytes', async () => {
    const body = { success: true, data: { messageId: 'x'.repeat(2_000) } };
    const { mail } = connect({
      maxResponseBytes: 1_000,
      ky: ky.extend({ hooks: { beforeRequest: [() => Response.json(body, { status: 201 })] } }),
    });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({
      code: 'INVALID_RESPONSE',
      message: expect.stringContaining('maxResponseBytes'),
    });
  });

  test.each([
    ['before', 'not-sent', 0],
    ['after', 'succeeded', 1],
  ] as const)(
    'a hook that throws %s the request ends the call with its error as the cause',
    async (when, outcome, requests) => {
      const cause = new Error('no token');
      const fail = () => {
        throw cause;
      };
      const { mail, sandbox } = connect({
        ky: ky.extend({ hooks: when === 'before' ? { beforeRequest: [fail] } : { afterResponse: [fail] } }),
      });
      expect(await failureOf(mail.emails.send(email))).toMatchObject({
        code: 'HOOK_FAILED',
        message: expect.stringContaining('a hook of option ky failed: no token'),
        outcome,
        attempts: requests,
        cause,
      });
      expect(sandbox.requests.count()).toBe(requests);
    },
  );
});

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
      now: new Date('2026-01-31T09:30:00.999Z'),
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('a hook that hangs is bounded by timeout, and nothing was sent', async () => {
    const { mail, sandbox } = connect({
      ky: ky.extend({ hooks: { beforeRequest: [() => new Promise<never>(() => undefined)] } }),
      maxRetries: 0,
    });
    const failed = failureOf(mail.emails.send(email));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await failed).toMatchObject({ code: 'TIMEOUT_ERROR', outcome: 'not-sent', attempts: 0 });
    expect(sandbox.requests.count()).toBe(0);
  });

  test.each(['beforeRequest', 'afterResponse'] as const)(
    'a response from a hook (%s) whose body never ends is bounded by timeout',
    async (name) => {
      const { mail } = connect({
        ky: ky.extend({ hooks: { [name]: [() => new Response(new ReadableStream())] } }),
        maxRetries: 0,
      });
      const failed = failureOf(mail.emails.list());
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await failed).toHaveProperty('code', 'TIMEOUT_ERROR');
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('a response that comes after its timeout does not become the response of the next attempt', async () => {
    const answers: ((answer: Response) => void)[] = [];
    const { mail } = connect({
      // Ignores its signal.
      fetch: () => new Promise((resolve) => answers.push(resolve)),
    });
    const sent = mail.emails.send(email);
    await vi.advanceTimersByTimeAsync(30_000 + 500);
    expect(answers).toHaveLength(2);
    const answer = (messageId: string) => Response.json({ success: true, data: { messageId } });
    answers[0]?.(answer('late'));
    await vi.advanceTimersByTimeAsync(100);
    answers[1]?.(answer('second'));
    await expect(sent).resolves.toHaveProperty('messageId', 'second');
  });
});

test('no error holds a request or an error of ky, because requests hold the key', async () => {
  const { mail, sandbox } = connect({ maxRetries: 0 });
  sandbox.faults.add({ effect: { network: 'reset' } });
  const error = await failureOf(mail.emails.list());
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    expect(cause.name).not.toBe('NetworkError');
    expect(cause).not.toHaveProperty('request');
  }
});
