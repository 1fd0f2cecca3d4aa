import type { FaultInput } from '@mailrig/sandbox';
import ky, { type KyInstance } from 'ky';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type {
  FailureEvent,
  Logger,
  LostEvent,
  MailrigOptions,
  RequestEvent,
  RequestOptions,
  ResponseEvent,
  RetryEvent,
} from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

function record(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => lines.push(`${level} ${message}`);
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** An instance of ky with a hook that throws. */
function failing(): KyInstance {
  const fail = () => {
    throw new Error('no token');
  };
  return ky.extend({ hooks: { beforeRequest: [fail] } });
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
      callId: expect.stringMatching(/^[\da-f-]{36}$/),
      operation: 'sendEmail',
      method: 'POST',
      path: '/api/v1/emails',
      pathTemplate: '/api/v1/emails',
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
    expect(events[2]?.[1]).toMatchObject({
      ...request,
      error: { code: 'SERVICE_UNAVAILABLE' },
      wait: expect.toSatisfy((wait: number) => wait >= 250 && wait <= 500),
    });
    expect(events[5]?.[1]).toEqual({ callId: request.callId, operation: 'sendEmail', error });
    expect(new Set(events.map(([, { callId }]) => callId))).toHaveLength(1);
  });

  test('distinguish concurrent calls of one operation', async () => {
    const requests: string[] = [];
    const responses: string[] = [];
    const { mail } = connect({
      hooks: {
        onRequest: ({ callId }) => requests.push(callId),
        onResponse: ({ callId }) => responses.push(callId),
      },
    });
    await Promise.all([mail.emails.list(), mail.emails.list()]);
    expect(new Set(requests)).toHaveLength(2);
    expect(responses.toSorted()).toEqual(requests.toSorted());
  });

  test('name the template of a path next to the path', async () => {
    const paths: unknown[] = [];
    const { mail } = connect({
      hooks: { onRequest: ({ path, pathTemplate }) => paths.push([path, pathTemplate]) },
    });
    const { id } = await mail.lists.create({ name: 'Customers' });
    await mail.contacts(id).list();
    await mail.request('GET', `/api/v1/contact-lists/${id}/contacts`);
    const path = `/api/v1/contact-lists/${id}/contacts`;
    expect(paths.slice(1)).toEqual([
      [path, '/api/v1/contact-lists/{listId}/contacts'],
      [path, undefined],
    ]);
  });

  class Counter {
    readonly names: string[] = [];
    onRequest({ operation }: RequestEvent): void {
      this.names.push(`request ${operation}`);
    }
    onResponse({ status }: ResponseEvent): void {
      this.names.push(`response ${status}`);
    }
    onRetry(): void {
      this.names.push('retry');
    }
    onFailure({ error }: FailureEvent): void {
      this.names.push(`failure ${error.code}`);
    }
  }

  test.each([
    ['an instance of a class', (counter: Counter) => counter, undefined],
    ['a Proxy', (counter: Counter) => proxyOf(counter), undefined],
    ['an instance of a class, next to a logger', (counter: Counter) => counter, record()],
    ['a Proxy, next to a logger', (counter: Counter) => proxyOf(counter), record()],
  ])('may be %s, with its own this', async (_, hooksOf, logger) => {
    const counter = new Counter();
    const { mail, sandbox } = connect({ hooks: hooksOf(counter), logger, maxRetries: 1 });
    sandbox.faults.add({ effect: { status: 503, retryAfter: 0 } });
    await failureOf(mail.emails.send(email));
    const attempt = ['request sendEmail', 'response 503'];
    expect(counter.names).toEqual([...attempt, 'retry', ...attempt, 'failure SERVICE_UNAVAILABLE']);
    expect(logger?.lines.join('\n') ?? '').not.toContain('hook');
  });

  /** Has no members that can be listed. */
  function proxyOf<T extends object>(target: T): T {
    return new Proxy(Object.create(null) as T, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  test('see nothing of a send with attachments but its requests', async () => {
    const failures: string[] = [];
    const { mail, sandbox } = connect({
      maxRetries: 0,
      hooks: { onFailure: ({ operation }) => failures.push(operation) },
    });
    sandbox.faults.failNext('createUpload', 500);
    await failureOf(mail.emails.send({ ...email, attachments: [{ content: 'fox' }] }));
    expect(failures).toEqual(['createUpload']);
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

describe('every attempt ends in one event', () => {
  test.each<[string, FaultInput['effect'], string, MailrigOptions, (() => RequestOptions)?]>([
    ['a response', { status: 500 }, 'response', {}],
    ['a response that is no JSON', { body: 'html' }, 'response', {}],
    ['a lost connection', { network: 'reset' }, 'NETWORK_ERROR', {}],
    ['a timeout', { network: 'hang' }, 'TIMEOUT_ERROR', { timeout: 20 }],
    ['the end of the call', { network: 'hang' }, 'TIMEOUT_ERROR', { totalTimeout: 20 }],
    ['a signal', { network: 'hang' }, 'ABORTED', {}, () => ({ signal: AbortSignal.timeout(20) })],
    ['a response that is too large', { delay: 1 }, 'INVALID_RESPONSE', { maxResponseBytes: 1 }],
    ['a hook of ky', { delay: 1 }, 'HOOK_FAILED', { ky: failing() }],
  ])('%s, with its duration', async (_, effect, end, options, request) => {
    const open = new Map<string, number>();
    const ends: (readonly [string, number])[] = [];
    const close = (name: string, { callId, attempt, duration }: ResponseEvent | LostEvent) => {
      ends.push([name, duration]);
      open.set(`${callId} ${attempt}`, (open.get(`${callId} ${attempt}`) ?? 0) - 1);
    };
    const { mail, sandbox } = connect({
      maxRetries: 1,
      ...options,
      hooks: {
        onRequest: ({ callId, attempt }) => open.set(`${callId} ${attempt}`, 1),
        onResponse: (event) => close('response', event),
        onLost: (event) => close(event.error.code, event),
      },
    });
    sandbox.faults.add({ effect });
    await failureOf(mail.emails.send(email, request?.()));
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.map(([name]) => name)).toEqual(ends.map(() => end));
    expect(ends.every(([, duration]) => duration >= 0 && duration < 10_000)).toBe(true);
    expect([...open.values()]).toEqual(ends.map(() => 0));
  });

  test('a call that never sends has no attempt, and one event for its failure', async () => {
    const events: string[] = [];
    const note = (name: string) => () => events.push(name);
    const { mail } = connect({
      hooks: { onRequest: note('request'), onLost: note('lost'), onFailure: note('failure') },
    });
    await failureOf(mail.emails.list({}, { signal: AbortSignal.abort() }));
    await failureOf(mail.emails.send({ ...email, to: 'nobody' }));
    expect(events).toEqual(['failure', 'failure']);
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

describe('log level', () => {
  const lines = (logger: ReturnType<typeof record>) =>
    logger.lines.map((line) => line.slice(0, line.indexOf(' ')));

  async function makeTrouble(options: MailrigOptions): Promise<void> {
    const { mail, sandbox } = connect(options);
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    await mail.emails.list();
    await failureOf(mail.emails.send({ ...email, from: 'ada@elsewhere.org' }));
  }

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test.each([
    ['debug', ['debug', 'debug', 'warn', 'debug', 'debug', 'debug', 'debug', 'error']],
    ['info', ['warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['off', []],
  ] as const)('%s leaves out what is less severe', async (logLevel, expected) => {
    const logger = record();
    await makeTrouble({ logger, logLevel });
    expect(lines(logger)).toEqual(expected);
  });

  test('comes from MAILRIG_LOG if no option gives it, and the console is the logger', async () => {
    vi.stubEnv('MAILRIG_LOG', 'error');
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await makeTrouble({});
    // A run that another test dropped may be reported now.
    expect(warn.mock.calls.flat()).not.toContainEqual(expect.stringMatching(/listEmails|sendEmail/));
    expect(error.mock.calls).toEqual([
      [expect.stringMatching(/^mailrig: [\da-f]{8} sendEmail failed with FROM_DOMAIN_MISMATCH/)],
    ]);
    const logger = record();
    await makeTrouble({ logger, logLevel: 'warn' });
    expect(lines(logger)).toEqual(['warn', 'error']);
  });

  test('that is unknown is refused with the option, the variable and the levels', () => {
    vi.stubEnv('MAILRIG_LOG', 'verbose');
    expect(() => connect()).toThrow(/logLevel.*MAILRIG_LOG.*debug, info, warn, error, off/);
  });
});

test('bodies are logged only if asked for, at level debug, and without the key', async () => {
  const logger = record();
  const { mail, sandbox } = connect({ logger, logBodies: true });
  await mail.emails.send({ ...email, text: `key ${sandbox.liveApiKey} ${'x'.repeat(20_000)}` });
  const text = logger.lines.join('\n');
  expect(text).toContain('request body: {"from":"ada@example.com"');
  expect(text).toMatch(/response body: \{"success":true/);
  expect(text).toContain('key [API key] xxx');
  expect(text).not.toContain(sandbox.liveApiKey);
  expect(logger.lines.every((line) => line.length < 10_200)).toBe(true);
});

describe('rateLimit', () => {
  test('is the state in the last response, with each result and on the client (R31, R32, R33)', async () => {
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
