import { createSandbox } from '@mailrig/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Mailrig, type MailrigOptions, type Priority, RateLimitError, TimeoutError } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: new Date('2026-01-31T09:30:00.999Z'),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function connectAt(limit: number, options: MailrigOptions = {}) {
  return connect(options, { rateLimit: { limit } });
}

describe('without option throttle', () => {
  test('200 sends at once against a limit of 20 all succeed, with 200 requests (R29)', async () => {
    const { mail, sandbox } = connectAt(20);
    const all = Promise.all(many(200, () => mail.emails.send(email)));
    await vi.advanceTimersByTimeAsync(11 * minute);
    expect(await all).toHaveLength(200);
    expect(sandbox.requests.count()).toBe(200);
    expect(sandbox.mailbox.list()).toHaveLength(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('1,000 sends at once all succeed, each once (R29)', async () => {
    const { mail, sandbox } = connect();
    const all = Promise.all(many(1_000, () => mail.emails.send(email)));
    await vi.advanceTimersByTimeAsync(1);
    expect(mail.throttle.queued).toBe(900);
    await vi.advanceTimersByTimeAsync(11 * minute);
    expect(await all).toHaveLength(1_000);
    expect(mail.throttle.queued).toBe(0);
    expect(sandbox.requests.count({ status: 429 })).toBe(0);
    expect(sandbox.mailbox.list()).toHaveLength(1_000);
  });

  test('no request waits while the limit is far', async () => {
    const { mail, sandbox } = connect();
    await Promise.all(many(99, () => mail.emails.list()));
    expect(sandbox.requests.count()).toBe(99);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ten requests leave before the first response, the others when the limit is known', async () => {
    const answers: (() => void)[] = [];
    const { sandbox } = connect();
    const { mail } = connect({
      fetch: async (input, init) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return sandbox.fetch(input, init);
      },
    });
    const all = Promise.all(many(30, () => mail.emails.list()));
    await vi.advanceTimersByTimeAsync(500);
    expect(answers).toHaveLength(10);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(30);
    for (const answer of answers) answer();
    await all;
  });

  test('requests that hang hold nobody back for long', async () => {
    let requests = 0;
    const { mail } = connect({
      fetch: () => {
        requests += 1;
        return new Promise(() => undefined);
      },
    });
    const controller = new AbortController();
    const calls = many(15, () => failureOf(mail.emails.list({}, { signal: controller.signal })));
    await vi.advanceTimersByTimeAsync(5_500);
    expect(requests).toBe(15);
    controller.abort();
    await Promise.all(calls);
  });

  test('a service that sends no such headers is not held back (A25)', async () => {
    const { mail, sandbox } = connectThrough(({ body, status, ok, headers }) => {
      const kept = [...headers].filter(([name]) => !name.startsWith('x-ratelimit') || !ok);
      return new Response(body, { status, headers: kept });
    });
    await mail.emails.list();
    await Promise.all(many(90, () => mail.emails.list()));
    expect(sandbox.requests.count()).toBe(91);
  });

  test('a refusal in spite of it holds everyone back until the service is ready again', async () => {
    const { sandbox, mail: other } = connect({ throttle: false });
    const { mail } = connect({ fetch: sandbox.fetch });
    for (let n = 0; n < 100; n += 1) await other.emails.list();
    const all = Promise.all(many(40, () => mail.emails.list()));
    await vi.advanceTimersByTimeAsync(minute - 1_000);
    expect(sandbox.requests.count({ status: 429 })).toBe(10);
    await vi.advanceTimersByTimeAsync(10_000);
    await all;
    expect(sandbox.requests.count({ status: 429 })).toBe(10);
  });

  test.each([
    [2, 100, 60],
    [5, 40, 120],
  ])(
    '%i programs with the same key and enough retries send %i emails each, all in no more windows than one needs',
    async (programs, each, most) => {
      const sandbox = createSandbox({ rateLimit: { limit: 20 } });
      const { apiKey, baseUrl } = sandbox.clientOptions('test');
      const clients = many(
        programs,
        (index) =>
          new Mailrig({
            apiKey,
            baseUrl,
            fetch: async (input, init) => {
              await new Promise((resolve) => setTimeout(resolve, 20 + 15 * index));
              return sandbox.fetch(input, init);
            },
            maxRetries: 10,
          }),
      );
      const all = Promise.all(clients.flatMap((mail) => many(each, () => mail.emails.send(email))));
      await vi.advanceTimersByTimeAsync(10 * minute);
      expect(await all).toHaveLength(200);
      expect(sandbox.requests.count({ status: 429 })).toBeLessThan(most);
    },
  );

  test('a call that is refused again and again fails after maxRetries, and at once without retries', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ effect: { status: 429, retryAfter: 1 } });
    const failed = failureOf(mail.emails.list());
    await vi.advanceTimersByTimeAsync(minute);
    expect(await failed).toBeInstanceOf(RateLimitError);
    expect(sandbox.requests.count()).toBe(3);
    const hurried = failureOf(mail.emails.list({}, { maxRetries: 0 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await hurried).toHaveProperty('attempts', 1);
  });

  test('a wait longer than maxRetryAfter is not waited for: calls fail at once, as without a throttle', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: { limit: 5, windowMs: 10 * minute } });
    const settled = Promise.allSettled(many(12, () => mail.emails.list()));
    await vi.advanceTimersByTimeAsync(5_000);
    const failures = (await settled).filter(({ status }) => status === 'rejected');
    expect(failures).toHaveLength(7);
    expect(failures.every((one) => 'reason' in one && one.reason instanceof RateLimitError)).toBe(true);
    const patient = connectAt(5, { maxRetryAfter: 10 * minute });
    const all = Promise.all(many(12, () => patient.mail.emails.list()));
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(await all).toHaveLength(12);
    expect(sandbox.requests.count()).toBe(12);
  });

  test('TOO_MANY_BATCHES, which is no rate limit, holds nobody back', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ times: 1, effect: { status: 429, code: 'TOO_MANY_BATCHES' } });
    await failureOf(mail.verification.createBatch(['ada@example.org']));
    await mail.emails.list();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('timeout does not count the wait in the queue, totalTimeout does', async () => {
    const { mail } = connectAt(1, { timeout: 1_000 });
    await mail.emails.list();
    const patient = mail.emails.list();
    const hurried = failureOf(mail.emails.list({}, { totalTimeout: 5_000 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await hurried).toBeInstanceOf(TimeoutError);
    expect(await hurried).toMatchObject({ limit: 'totalTimeout', outcome: 'not-sent', attempts: 0 });
    expect((await hurried).message).toContain('the wait for the rate limit did not end within totalTimeout');
    await vi.advanceTimersByTimeAsync(minute);
    expect((await patient).items).toEqual([]);
  });

  test('a clock that is set back stops nobody', async () => {
    const { mail, sandbox } = connect({}, { clock: 'manual', rateLimit: { limit: 1 } });
    await mail.emails.list();
    vi.setSystemTime(Date.now() - 24 * 60 * minute);
    sandbox.clock.advance('61s');
    await expect(mail.emails.list()).resolves.toHaveProperty('total', 0);
  });

  test('a wait of a second or longer is logged once while it lasts, and the first of a client is a warning', async () => {
    const lines: string[] = [];
    const log = (message: string) => lines.push(message);
    const quiet = () => undefined;
    const { mail } = connectAt(1, { logger: { debug: quiet, info: log, warn: log, error: log } });
    await mail.emails.list();
    const waited = mail.emails.list();
    await vi.advanceTimersByTimeAsync(1_100);
    const whileWaiting = [...lines];
    await vi.advanceTimersByTimeAsync(minute);
    await waited;
    expect(lines).toEqual(whileWaiting);
    expect(lines).toEqual([
      expect.stringMatching(/^mailrig: calls wait 60 s because this key has made the 1 requests/),
      expect.stringMatching(/ listEmails waits for the rate limit$/),
    ]);
  });
});

describe('priority', () => {
  test('an urgent send behind 1,000 bulk ones leaves in the next slot', async () => {
    const { mail, sandbox } = connect();
    const controller = new AbortController();
    const { signal } = controller;
    const bulk = many(1_000, (index) =>
      mail.emails.send({ ...email, subject: `${index}` }, { priority: 'low', signal }).catch(() => undefined),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    const urgent = mail.emails.send({ ...email, subject: 'urgent' }, { priority: 'high' });
    await vi.advanceTimersByTimeAsync(minute + 1_000);
    await urgent;
    const subjects = sandbox.mailbox.list().map(({ subject }) => subject);
    expect(subjects.toReversed().indexOf('urgent')).toBe(100);
    controller.abort();
    await Promise.all(bulk);
  });

  test('gives each priority at least one of ten turns, however many urgent calls come', async () => {
    const { mail, sandbox } = connectAt(1);
    await mail.emails.list();
    const controller = new AbortController();
    const { signal } = controller;
    const send = (priority: Priority) =>
      mail.emails.send({ ...email, subject: priority }, { priority, signal }).catch(() => undefined);
    const all = (['high', 'normal', 'low'] as const).flatMap((one) => many(60, () => send(one)));
    await vi.advanceTimersByTimeAsync(55 * minute);
    const subjects = sandbox.mailbox.list().map(({ subject }) => subject);
    const first = subjects.toReversed().slice(0, 51);
    const count = (priority: Priority) => first.filter((subject) => subject === priority).length;
    expect([count('high'), count('normal'), count('low')]).toEqual([41, 5, 5]);
    controller.abort();
    await Promise.all(all);
  });

  test('orders calls of each kind as they came, and retries before them', async () => {
    const { mail, sandbox } = connectAt(1, { priority: 'low' });
    await mail.emails.list();
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    const all = Promise.all([
      mail.emails.send({ ...email, subject: 'low 1' }),
      mail.emails.send({ ...email, subject: 'low 2' }),
      mail.emails.send({ ...email, subject: 'normal 1' }, { priority: 'normal' }),
      mail.emails.send({ ...email, subject: 'high 1' }, { priority: 'high' }),
      mail.emails.send({ ...email, subject: 'high 2' }, { priority: 'high' }),
    ]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    await all;
    const subjects = sandbox.mailbox.list().map(({ subject }) => subject);
    expect(subjects.toReversed()).toEqual(['high 1', 'high 2', 'normal 1', 'low 1', 'low 2']);
  });

  test('that is none is refused by name', async () => {
    const { mail } = connect();
    expect(await failureOf(mail.emails.list({}, { priority: 'urgent' as never }))).toMatchObject({
      code: 'INVALID_OPTIONS',
      message: expect.stringContaining('priority must be one of high, normal, low'),
    });
  });
});

test('throttle: false sends every request at once', async () => {
  const { mail, sandbox } = connectAt(20, { throttle: false, maxRetries: 0 });
  const settled = await Promise.allSettled(many(30, () => mail.emails.list()));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(sandbox.requests.count()).toBe(30);
  expect(mail.throttle.queued).toBe(0);
});
