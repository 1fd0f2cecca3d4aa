import { createSandbox } from '@mailrig/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AbortError, Mailrig, type MailrigOptions, TimeoutError } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

beforeEach(() => {
  // The `Date` header has whole seconds, so waits are longest at the end of a second.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: new Date('2026-01-31T09:30:00.999Z'),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

/** The same numbers from 0 to 1 again for the same seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe('a known limit', () => {
  test('a hundred requests leave at once, the next hundred a window later, and none is refused (R29, A24)', async () => {
    const { mail, sandbox } = connect({ throttle: { limit: 100 } });
    const all = Promise.all(Array.from({ length: 250 }, () => mail.emails.list()));
    await vi.advanceTimersByTimeAsync(minute - 1);
    expect(sandbox.requests.count()).toBe(100);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sandbox.requests.count()).toBe(200);
    await vi.advanceTimersByTimeAsync(minute + 1_000);
    await all;
    expect(sandbox.requests.count({ status: 429 })).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'whenever a window begins and however long requests take, none is refused (%i) (R29, A24)',
    async (seed) => {
      const random = chance(seed);
      const rate = { limit: 5, windowMs: 1_000 };
      const sandbox = createSandbox({ rateLimit: rate });
      const slowest = [5, 300, 1_500, 4_000][seed % 4] ?? 0;
      const mail = new Mailrig({
        apiKey: sandbox.testApiKey,
        baseUrl: sandbox.baseUrl,
        fetch: async (input, init) => {
          await later(random() * slowest);
          const answer = await sandbox.fetch(input, init);
          await later(random() * slowest);
          // Lost on its way back, although the service has counted the request.
          if (random() < 0.1) throw new TypeError('fetch failed');
          return answer;
        },
        throttle: { limit: rate.limit, window: rate.windowMs },
      });
      const call = async () => {
        await later(random() * 8_000);
        await mail.emails.list().catch(() => undefined);
      };
      const all = Promise.all(Array.from({ length: 60 }, call));
      await vi.advanceTimersByTimeAsync(5 * minute);
      await all;
      expect(sandbox.requests.count()).toBeGreaterThanOrEqual(60);
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('calls leave in the order they arrive', async () => {
    const { mail, sandbox } = connect({ throttle: { limit: 2 } });
    const subjects = ['one', 'two', 'three', 'four', 'five'];
    const all = Promise.all(subjects.map((subject) => mail.emails.send({ ...email, subject })));
    await vi.advanceTimersByTimeAsync(3 * minute);
    await all;
    expect(sandbox.mailbox.list().map(({ subject }) => subject)).toEqual(subjects.toReversed());
  });

  test('an aborted call leaves the queue at once, and nobody else waits longer', async () => {
    const { mail, sandbox } = connect({ throttle: { limit: 1 } });
    const controller = new AbortController();
    await mail.emails.list();
    const given = failureOf(mail.emails.send(email, { signal: controller.signal }));
    const next = mail.lists.list();
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort('enough');
    const error = await given;
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: 'enough', outcome: 'not-sent', attempts: 0 });
    await vi.advanceTimersByTimeAsync(minute);
    await next;
    expect(sandbox.requests.list().map(({ operation }) => operation)).toEqual([
      'listContactLists',
      'listEmails',
    ]);
  });

  test('no timer is left when all calls have given up', async () => {
    const { mail } = connect({ throttle: { limit: 1 } });
    const controller = new AbortController();
    await mail.emails.list();
    const calls = [1, 2, 3].map(() => failureOf(mail.emails.list({}, { signal: controller.signal })));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    expect(await Promise.all(calls)).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(Array.from({ length: 20 }, (_, steps) => steps))(
    'a call aborted before, as or after its turn comes takes a slot only if it was sent (%i steps later)',
    async (steps) => {
      const { mail } = connect({ throttle: { limit: 1 } });
      const controller = new AbortController();
      const aborted = mail.emails.list({}, { signal: controller.signal }).settle();
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      controller.abort();
      const { error } = await aborted;
      const next = mail.emails.list();
      await vi.advanceTimersByTimeAsync(error?.outcome === 'not-sent' ? 0 : minute + 100);
      expect((await next).items).toEqual([]);
    },
  );

  test('totalTimeout ends the wait in the queue', async () => {
    const { mail, sandbox } = connect({ throttle: { limit: 1 }, totalTimeout: 5_000 });
    await mail.emails.list();
    const failed = failureOf(mail.emails.send(email));
    await vi.advanceTimersByTimeAsync(5_000);
    const error = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ limit: 'totalTimeout', outcome: 'not-sent', attempts: 0 });
    expect(sandbox.requests.count()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('timeout does not count the wait in the queue', async () => {
    const { mail } = connect({ throttle: { limit: 1 }, timeout: 1_000 });
    await mail.emails.list();
    const waited = mail.emails.list();
    await vi.advanceTimersByTimeAsync(minute + 100);
    expect((await waited).items).toEqual([]);
  });

  test('a retry waits for its turn too', async () => {
    const { mail, sandbox } = connect({ throttle: { limit: 1 } });
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    const listed = mail.emails.list();
    await vi.advanceTimersByTimeAsync(minute - 1);
    expect(sandbox.requests.count()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await listed;
  });

  test('setting the system clock back does not stop the queue', async () => {
    const { mail } = connect({ throttle: { limit: 1 } });
    await mail.emails.list();
    vi.setSystemTime(Date.now() - 24 * 60 * minute);
    const waited = mail.emails.list();
    await vi.advanceTimersByTimeAsync(minute + 100);
    expect((await waited).items).toEqual([]);
  });
});

describe('a known limit obeys the remaining budget in the headers (R32, R33)', () => {
  test.each([undefined, 'Sat, 01 Jan 2000 00:00:00 GMT'])(
    'when others use the key as well, and their clock says %s',
    async (date) => {
      const { sandbox, mail: other } = connect();
      const options: MailrigOptions = {
        fetch: async (input, init) => {
          const answer = await sandbox.fetch(input, init);
          if (date === undefined) return answer;
          const headers = new Headers(answer.headers);
          const ahead = Date.parse(headers.get('x-ratelimit-reset') ?? '') - Date.now();
          headers.set('x-ratelimit-reset', new Date(Date.parse(date) + ahead).toISOString());
          headers.set('date', date);
          return new Response(answer.body, { status: answer.status, headers });
        },
      };
      const { mail } = connect({ ...options, throttle: { limit: 100 } });
      for (let n = 0; n < 90; n += 1) await other.emails.list();
      await vi.advanceTimersByTimeAsync(20_000);
      await mail.emails.list();
      const all = Promise.all(Array.from({ length: 30 }, () => mail.emails.list()));
      await vi.advanceTimersByTimeAsync(39_000);
      expect(sandbox.requests.count()).toBe(100);
      await vi.advanceTimersByTimeAsync(2_100);
      await all;
      expect(sandbox.requests.count()).toBe(121);
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
    },
  );

  test.each([{ limit: 100 }, undefined])(
    'also after one window until 9999, with throttle %j',
    async (throttle) => {
      const { sandbox, mail: other } = connect();
      let isFirst = true;
      const { mail } = connect({
        throttle,
        fetch: async (input, init) => {
          const answer = await sandbox.fetch(input, init);
          if (isFirst) answer.headers.set('x-ratelimit-reset', '9999-12-31T23:59:59.000Z');
          isFirst = false;
          return answer;
        },
      });
      await mail.emails.list();
      for (let n = 0; n < 90; n += 1) await other.emails.list();
      await mail.emails.list();
      const all = Promise.all(Array.from({ length: 30 }, () => mail.emails.list()));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sandbox.requests.count()).toBeLessThanOrEqual(100);
      await vi.advanceTimersByTimeAsync(minute + 1_000);
      await all;
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
    },
  );

  test('refused calls wait together until the window is over', async () => {
    const { sandbox, mail: other } = connect();
    const { mail } = connect({ fetch: sandbox.fetch, throttle: { limit: 100 } });
    for (let n = 0; n < 100; n += 1) await other.emails.list();
    const all = Promise.all([mail.emails.list(), mail.emails.list()]);
    await vi.advanceTimersByTimeAsync(1_000);
    const late = mail.emails.list();
    await vi.advanceTimersByTimeAsync(1.1 * minute);
    await Promise.all([all, late]);
    expect(sandbox.requests.count({ status: 429 })).toBe(2);
  });
});

describe('a custom throttle', () => {
  test('is called once when each attempt is over, with the headers of the response', async () => {
    const ends: (readonly [boolean, string | null | undefined])[] = [];
    const own = {
      acquire: async () => (sent: boolean, headers?: Headers) => {
        ends.push([sent, headers?.get('x-ratelimit-remaining')]);
        throw new Error('nobody minds');
      },
    };
    const { mail, sandbox } = connect({ throttle: own, maxRetries: 1 });
    sandbox.faults.add({ times: 1, effect: { network: 'reset' } });
    const listed = mail.emails.list();
    await vi.advanceTimersByTimeAsync(minute);
    await listed;
    expect(ends).toEqual([
      [true, undefined],
      [true, '98'],
    ]);
  });

  test('learns when a call that it holds back has ended', async () => {
    const ends: boolean[] = [];
    const { mail } = connect({
      throttle: {
        acquire: async () => {
          await later(1_000);
          return (sent: boolean) => void ends.push(sent);
        },
      },
    });
    const failed = failureOf(mail.emails.list({}, { totalTimeout: 500 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toBeInstanceOf(TimeoutError);
    expect(ends).toEqual([false]);
  });
});

test.each([
  ['limit', { limit: 0 }],
  ['limit', { limit: 1.5 }],
  ['window', { window: 0 }],
  ['window must be a number of milliseconds', { window: 60 }],
  ['window', { window: Infinity }],
])('an invalid throttle option %s is refused by name (%j)', (name, options) => {
  expect(() => connect({ throttle: options })).toThrow(name);
});

test('a throttle option that limits nothing is refused, with the fix', () => {
  const options = { apiKey: 'sk_test_x', baseUrl: 'https://mail.example.com' };
  for (const throttle of ['true', 'null', '{}']) {
    expect(() => new Mailrig({ ...options, throttle: JSON.parse(throttle) })).toThrow(
      /throttle.*\{ limit: 100 \}/,
    );
  }
  const misspelt = { aquire: () => undefined } as object;
  expect(() => new Mailrig({ ...options, throttle: misspelt })).toThrow('throttle.aquire is unknown');
});
