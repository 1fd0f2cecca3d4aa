import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AbortError,
  ConnectionError,
  type MailrigOptions,
  RateLimitError,
  type RetryEvent,
  ServerError,
  TooManyBatchesError,
} from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-01-31T09:30:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets the client's waits pass, and says how long each was. A proxy may change the responses on the way. */
function watch(options: MailrigOptions | ((answer: Response) => void) = {}, more: MailrigOptions = {}) {
  const waits: number[] = [];
  const onRetry = ({ wait }: RetryEvent) => {
    waits.push(wait);
    // The throttle waits a little longer.
    void vi.advanceTimersByTimeAsync(wait + 50);
  };
  if (typeof options === 'function')
    return { ...connectThrough(options, { ...more, hooks: { onRetry } }), waits };
  return { ...connect({ ...options, hooks: { onRetry } }), waits };
}

/** The service's waits are never shortened and get up to 10 % more (A117). */
function expectWaits(waits: readonly number[], ...asked: readonly number[]): void {
  expect(waits).toHaveLength(asked.length);
  asked.forEach((least, index) => {
    expect(waits[index]).toBeGreaterThanOrEqual(least);
    expect(waits[index]).toBeLessThanOrEqual(1.1 * least);
  });
}

describe('the wait before a retry', () => {
  test.each([
    ['whole seconds', '7', 7_000],
    ['decimal seconds', '0.75', 750],
    ['an HTTP date', 'Sat, 31 Jan 2026 09:30:12 GMT', 12_000],
  ])('follows Retry-After as %s (R35, A27)', async (_, header, wait) => {
    const { mail, sandbox, waits } = watch();
    sandbox.faults.add({ times: 1, effect: { status: 429, headers: { 'Retry-After': header } } });
    await mail.emails.send(email);
    expectWaits(waits, wait);
  });

  test('is counted from the Date header, because clocks differ (A27)', async () => {
    const { mail, sandbox, waits } = watch();
    const headers = { Date: 'Fri, 30 Jan 2026 00:00:00 GMT', 'Retry-After': 'Fri, 30 Jan 2026 00:00:05 GMT' };
    sandbox.faults.add({ times: 1, effect: { status: 503, headers } });
    await mail.emails.list();
    expectWaits(waits, 5_000);
  });

  test.each([
    ['ISO 8601', '2026-01-31T09:30:20.000Z'],
    ['epoch seconds', String(Date.parse('2026-01-31T09:30:20Z') / 1_000)],
    ['epoch milliseconds', String(Date.parse('2026-01-31T09:30:20Z'))],
  ])('follows X-RateLimit-Reset as %s if there is no Retry-After (A27, A28)', async (_, reset) => {
    const { mail, sandbox, waits } = watch((answer) => answer.headers.set('x-ratelimit-reset', reset));
    sandbox.faults.add({ times: 1, effect: { status: 429, headers: { 'Retry-After': 'soon' } } });
    await mail.emails.list();
    expectWaits(waits, 20_000);
  });

  test('reads seconds of a far year as seconds (A28)', async () => {
    const seconds = Date.parse('9999-12-31T00:00:00Z') / 1_000;
    const { mail } = watch((answer) => answer.headers.set('x-ratelimit-reset', String(seconds)));
    await mail.emails.list();
    expect(mail.rateLimit?.reset).toBe('9999-12-31T00:00:00.000Z');
  });

  test('doubles and is spread if there is neither: from 250 to 500 ms at first, up to 8 seconds (A27)', async () => {
    const { mail, sandbox, waits } = watch({ maxRetries: 6 });
    sandbox.faults.add({ times: 6, effect: { status: 503 } });
    await mail.emails.list();
    const longest = [500, 1_000, 2_000, 4_000, 8_000, 8_000];
    waits.forEach((wait, index) => {
      const most = longest[index] ?? 0;
      expect(wait).toBeGreaterThanOrEqual(most / 2);
      expect(wait).toBeLessThanOrEqual(most);
    });
    expect(waits).toHaveLength(6);
  });

  test.each([
    ['zero', '0'],
    ['next to nothing', '0.01'],
    ['a date that has passed', 'Sat, 31 Jan 2026 09:29:00 GMT'],
  ])(
    'doubles and is spread if Retry-After is %s, and maxRetries holds for refusals too',
    async (_, header) => {
      const { mail, sandbox, waits } = watch();
      sandbox.faults.add({ effect: { status: 429, headers: { 'Retry-After': header } } });
      expect(await failureOf(mail.emails.send(email))).toMatchObject({ attempts: 3 });
      expect(sandbox.requests.count()).toBe(3);
      const [first = 0, second = 0, ...others] = waits;
      expect(others).toEqual([]);
      expect(first).toBeGreaterThanOrEqual(250);
      expect(first).toBeLessThanOrEqual(500);
      expect(second).toBeGreaterThanOrEqual(500);
      expect(second).toBeLessThanOrEqual(1_000);
    },
  );

  test('a Retry-After above maxRetryAfter, 61,000 ms by default, fails at once with the wait that the service asks for', async () => {
    const { mail, sandbox, waits } = watch();
    sandbox.faults.add({ effect: { status: 429, retryAfter: 62 } });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 62_000, attempts: 1, outcome: 'rejected' });
    expect(waits).toEqual([]);
  });

  test.each([
    ['Retry-After', 'by default', undefined, 61, 62],
    ['Retry-After', 'with maxRetryAfter', 5_000, 5, 6],
    ['X-RateLimit-Reset', 'by default', undefined, 61, 62],
    ['X-RateLimit-Reset', 'with maxRetryAfter', 5_000, 5, 6],
  ])('%s is followed up to its limit %s, whatever is rounded', async (name, _, maxRetryAfter, most, over) => {
    for (const millisecond of [0, 1, 500, 999]) {
      for (const [seconds, requests] of [
        [most - 1, 2],
        [most, 2],
        [over, 1],
      ] as const) {
        vi.setSystemTime(new Date(Date.parse('2026-01-31T09:30:00Z') + millisecond));
        const reset = new Date(Date.now() + 1_000 * seconds).toISOString();
        const { mail, sandbox } = watch(
          (answer) => {
            if (answer.status !== 429) return;
            answer.headers.delete('retry-after');
            answer.headers.set(name, name === 'Retry-After' ? String(seconds) : reset);
          },
          { maxRetryAfter },
        );
        sandbox.faults.failNext('listEmails', 429);
        await mail.emails.list().settle();
        expect(sandbox.requests.count(), `${seconds} s from ${millisecond} ms on`).toBe(requests);
      }
    }
  });

  test.each([-1_700, -3, 700, 5_400])(
    'a reset is within maxRetryAfter if it is for a service whose clock differs by %i ms',
    async (difference) => {
      const { mail, sandbox } = watch(
        (answer) => {
          answer.headers.delete('retry-after');
          const time = Date.now() + difference;
          answer.headers.set('date', new Date(time).toUTCString());
          answer.headers.set('x-ratelimit-reset', new Date(time + 59_900).toISOString());
        },
        { maxRetryAfter: 60_000 },
      );
      vi.setSystemTime(new Date('2026-01-31T09:30:00.950Z'));
      sandbox.faults.failNext('listEmails', 429);
      await mail.emails.list();
      expect(sandbox.requests.count()).toBe(2);
    },
  );

  test.each([
    [5_999, 1],
    [6_000, 1],
    [6_001, 2],
    [7_000, 2],
  ])(
    'a wait of 6 s with a totalTimeout of %i ms makes %i requests, whatever is added',
    async (totalTimeout, requests) => {
      vi.spyOn(Math, 'random').mockReturnValue(0.99);
      const { mail, sandbox } = watch({ totalTimeout });
      sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { status: 503, retryAfter: 6 } });
      await mail.emails.list().settle();
      vi.mocked(Math.random).mockRestore();
      expect(sandbox.requests.count()).toBe(requests);
    },
  );

  test('a refusal that a fault makes is followed by a retry within seconds, as with failNext', async () => {
    const { mail, sandbox, waits } = watch();
    sandbox.faults.failNext('sendEmail', 429);
    await mail.emails.send(email);
    expectWaits(waits, 1_000);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('a wait longer than totalTimeout fails at once', async () => {
    const { mail, sandbox } = watch({ totalTimeout: 5_000 });
    sandbox.faults.add({ effect: { status: 429, retryAfter: 6 } });
    expect(await failureOf(mail.emails.list())).toBeInstanceOf(RateLimitError);
    expect(sandbox.requests.count()).toBe(1);
  });

  test('lasts until a spent rate window is over (R29, R37)', async () => {
    const { mail, waits } = watch({ throttle: false });
    for (let request = 1; request <= 100; request += 1) await mail.emails.list();
    await mail.emails.list();
    expectWaits(waits, 60_000);
  });
});

describe('what is retried', () => {
  test.each([
    ['408', { status: 408, code: 'TOO_SLOW' }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['502 of a proxy', { status: 502, body: 'html' }],
    ['a reset connection', { network: 'reset' }],
    ['a dropped connection', { network: 'drop' }],
  ] as const)('a send after %s (A22, A23)', async (_, effect) => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ operation: 'sendEmail', times: 1, effect });
    await mail.emails.send(email);
    expect(sandbox.mailbox.list({})).toHaveLength(1);
    expect(sandbox.requests.count()).toBe(2);
  });

  test('a refusal with status 200 is judged by its code (A6, A23)', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ times: 1, effect: { status: 200, code: 'SERVICE_UNAVAILABLE' } });
    sandbox.faults.add({ times: 1, effect: { status: 500, body: 'success-false' } });
    await mail.emails.list();
    expect(sandbox.requests.count()).toBe(3);
  });

  test('a 429 without a code is a spent rate limit (A26)', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0 }, { wire: { rateLimitCode: 'absent' } });
    sandbox.faults.add({ effect: { status: 429 } });
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.code).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('maxRetries limits the retries, for the client and for one call', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ effect: { status: 503 } });
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ attempts: 3, outcome: 'unknown' });
    expect(error.message).toContain('3 attempts');
    await failureOf(mail.emails.list({}, { maxRetries: 0 }));
    expect(sandbox.requests.count()).toBe(4);
  });
});

describe('what is not retried', () => {
  test('a POST with unknown effect after a 5xx or a lost connection, but only after a 429 (A23)', async () => {
    const { mail, sandbox } = watch();
    const post = () => mail.request('POST', '/api/v1/emails', { body: email });
    for (const effect of [{ status: 503 }, { network: 'reset' }] as const) {
      sandbox.faults.add({ times: 1, effect });
      await failureOf(post());
    }
    expect(sandbox.requests.count()).toBe(2);
    sandbox.faults.add({ times: 1, effect: { status: 429, retryAfter: 1 } });
    await post();
    expect(sandbox.requests.count()).toBe(4);
  });

  test('TOO_MANY_BATCHES, which has its own class (A111)', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ effect: { status: 429, code: 'TOO_MANY_BATCHES', retryAfter: 3 } });
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(TooManyBatchesError);
    expect(error).toMatchObject({ retryAfter: 3_000, attempts: 1 });
  });

  test('a refusal', async () => {
    const { mail, sandbox } = watch();
    await failureOf(mail.emails.send({ ...email, from: 'ada@elsewhere.org' }));
    expect(sandbox.requests.count()).toBe(1);
  });
});

describe('what the final error says', () => {
  test('a refusal after a lost connection leaves open whether the first attempt succeeded', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ times: 1, effect: { network: 'drop' } });
    sandbox.faults.add({ times: 1, effect: { status: 401 } });
    expect(await failureOf(mail.emails.send(email))).toMatchObject({
      code: 'UNAUTHORIZED',
      outcome: 'unknown',
      attempts: 2,
      idempotencyKey: expect.any(String),
    });
  });

  test('lost connections are a ConnectionError with the cause', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ effect: { network: 'reset' } });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown', cause: expect.any(TypeError) });
    expect(error.message).toContain(`no response from ${sandbox.baseUrl}: read ECONNRESET`);
  });

  test('a lost upload names its destination, and not the secret in its URL', async () => {
    const { mail, sandbox } = watch();
    sandbox.faults.add({ operation: 'putUpload', effect: { network: 'reset' } });
    const error = await failureOf(
      mail.attachments.upload(new Blob(['%PDF-1.7']), { filename: 'a.pdf', contentType: 'application/pdf' }),
    );
    expect(error.message).toContain(sandbox.uploadBaseUrl);
    expect(error.message).not.toContain('token');
  });

  test('a wait ends when the signal aborts', async () => {
    const controller = new AbortController();
    const { mail, sandbox } = connect({ hooks: { onRetry: () => controller.abort('enough') } });
    sandbox.faults.add({ effect: { status: 429, retryAfter: 50 } });
    const error = await failureOf(mail.emails.list({}, { signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough', outcome: 'rejected', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a route that is lost while a response is awaited does not create twice (A117)', async () => {
  let requests = 0;
  const { mail } = connect({
    fetch: async () => {
      requests += 1;
      const cause = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
      throw new TypeError('fetch failed', { cause });
    },
  });
  expect(await failureOf(mail.lists.create({ name: 'New' }))).toMatchObject({
    outcome: 'unknown',
    attempts: 1,
  });
  expect(requests).toBe(1);
});

test('an error that is its own cause ends the call like any other', async () => {
  const error: Error & { cause?: unknown } = new TypeError('odd');
  error.cause = error;
  const { mail } = connect({ fetch: () => Promise.reject(error), maxRetries: 0 });
  expect(await failureOf(mail.emails.list())).toBeInstanceOf(ConnectionError);
});
