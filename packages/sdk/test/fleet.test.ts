import { type ChildProcess, fork } from 'node:child_process';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { few } from '../../../tooling/nightly.ts';
import { AbortError, Mailrig } from '../src/index.ts';
import { fleetThrottle } from '../src/rate-limiter-flexible.ts';
import { connect, email, failureOf } from './client.ts';
import { missing, note, startRedis } from './fleet/redis.ts';

const worker = new URL('fleet/worker.ts', import.meta.url);

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
}

test.skipIf(missing)(
  `three processes that share a key over Redis send 60 emails at 20 per window, and none is refused (R29)${note}`,
  async () => {
    const rate = { limit: 20, windowMs: 1_500 };
    await using redis = await startRedis();
    await using server = await serve({ sandbox: createSandbox({ rateLimit: rate }), port: 0 });
    const { sandbox } = server;
    const options = [server.url, sandbox.testApiKey, redis.port, rate.limit, rate.windowMs, 20].map(String);
    const workers = [1, 2, 3].map(() => fork(worker, options));
    try {
      await Promise.all(workers.map(messageOf));
      const outcomes = workers.map(messageOf);
      for (const child of workers) child.send('go');
      const all = (await Promise.all(outcomes)).flat();
      expect(all.filter((outcome) => outcome !== 'sent')).toEqual([]);
      expect(all).toHaveLength(60);
      expect(sandbox.requests.count()).toBe(60);
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
    } finally {
      for (const child of workers) child.kill();
    }
  },
);

test.skipIf(missing)(
  `if Redis is lost, sends end with their own limits, and the others fail together${note}`,
  async () => {
    const redis = await startRedis();
    const storeClient = new Redis(redis.port, '127.0.0.1', {
      retryStrategy: () => 100,
      maxRetriesPerRequest: 3,
    });
    storeClient.on('error', () => undefined);
    const { mail, sandbox } = connect({
      throttle: fleetThrottle((slot) => new RateLimiterRedis({ storeClient, ...slot })),
    });
    try {
      await mail.emails.send(email);
      await redis[Symbol.asyncDispose]();
      const waiting = Array.from({ length: 10 }, () => failureOf(mail.emails.send(email)));
      const hurried = await Promise.all([
        failureOf(mail.emails.send(email, { totalTimeout: 5 })),
        failureOf(mail.emails.send(email, { signal: AbortSignal.timeout(5) })),
      ]);
      expect(hurried.map(({ name }) => name)).toEqual(['TimeoutError', 'AbortError']);
      const [first, ...others] = await Promise.all(waiting);
      expect(first).toMatchObject({ code: 'THROTTLE_FAILED', outcome: 'not-sent', attempts: 0 });
      expect(others.every(({ cause }) => cause === first?.cause)).toBe(true);
      expect(sandbox.requests.count()).toBe(1);
    } finally {
      storeClient.disconnect();
    }
  },
);

describe('fleetThrottle()', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: new Date('2026-01-31T09:30:00.999Z'),
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** A limiter that all throttles share, as processes share a store. */
  function shared(): Parameters<typeof fleetThrottle>[0] {
    let limiter: RateLimiterMemory | undefined;
    return (slot) => (limiter ??= new RateLimiterMemory(slot));
  }

  test.each(
    few(
      4,
      Array.from({ length: 20 }, (_, seed) => seed),
    ),
  )(
    'whenever a window begins and however long requests take, none of four is refused (%i) (R29, A24)',
    async (seed) => {
      let state = seed;
      const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
      const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const rate = { limit: 6, windowMs: 10_000 };
      const sandbox = createSandbox({ rateLimit: rate });
      const open = shared();
      const slowest = [5, 900, 2_500, 5_000][seed % 4] ?? 0;
      const fleet = [1, 2, 3, 4].map(
        () =>
          new Mailrig({
            apiKey: sandbox.testApiKey,
            baseUrl: sandbox.baseUrl,
            fetch: async (input, init) => {
              await later(random() * slowest);
              const answer = await sandbox.fetch(input, init);
              await later(random() * slowest);
              return answer;
            },
            throttle: fleetThrottle(open, { limit: rate.limit, window: rate.windowMs }),
          }),
      );
      const call = async (mail: Mailrig) => {
        await later(random() * 60_000);
        await mail.emails.list();
      };
      const all = Promise.all(fleet.flatMap((mail) => Array.from({ length: 15 }, () => call(mail))));
      await vi.advanceTimersByTimeAsync(600_000);
      await all;
      expect(sandbox.requests.count()).toBe(60);
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
    },
  );

  test('uses the whole rate: a hundred at once, and a hundred more after 61 seconds', async () => {
    const open = shared();
    const { mail, sandbox } = connect({ throttle: fleetThrottle(open) });
    const other = connect({ fetch: sandbox.fetch, throttle: fleetThrottle(open) }).mail;
    const all = Promise.all(
      [mail, other].flatMap((one) => Array.from({ length: 100 }, () => one.emails.list())),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sandbox.requests.count()).toBe(100);
    await vi.advanceTimersByTimeAsync(61_000);
    await all;
    expect(sandbox.requests.count({ status: 429 })).toBe(0);
  });

  test('a call that gives up leaves the queue, and no slot stays taken', async () => {
    const { mail, sandbox } = connect({ throttle: fleetThrottle(shared(), { limit: 1 }) });
    const controller = new AbortController();
    const early = failureOf(mail.emails.list({}, { signal: controller.signal }));
    controller.abort();
    expect(await early).toMatchObject({ outcome: 'not-sent', attempts: 0 });
    await vi.advanceTimersByTimeAsync(61_000);
    await mail.emails.list();
    const late = failureOf(mail.emails.list({}, { totalTimeout: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toMatchObject({ limit: 'totalTimeout', outcome: 'not-sent' });
    expect(await failureOf(mail.emails.list({}, { signal: AbortSignal.abort() }))).toBeInstanceOf(AbortError);
    expect(sandbox.requests.count()).toBe(1);
  });

  test('a slot taken for a call that has ended is given back', async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 61 });
    const controller = new AbortController();
    const acquired = fleetThrottle(() => limiter, { limit: 1 }).acquire(controller.signal);
    controller.abort('enough');
    await expect(acquired).rejects.toBe('enough');
    await vi.advanceTimersByTimeAsync(0);
    expect(await limiter.get('mailrig:0')).toBeNull();
  });

  test('a store that fails stops the call with its error as the cause', async () => {
    const cause = new Error('store is gone');
    const fail = () => Promise.reject(cause);
    const { mail } = connect({
      throttle: fleetThrottle(() => ({ consume: fail, block: fail, delete: fail })),
    });
    expect(await failureOf(mail.emails.list())).toMatchObject({
      code: 'THROTTLE_FAILED',
      cause,
      attempts: 0,
    });
  });

  test('a store that fails stops all calls that wait, and the next call asks it again', async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 61 });
    const consume = vi.fn<(key: string) => Promise<unknown>>((key) => limiter.consume(key));
    const answers: ((cause: unknown) => void)[] = [];
    consume.mockImplementationOnce(() => new Promise((_, reject) => answers.push(reject)));
    const done = () => Promise.resolve();
    const { mail } = connect({ throttle: fleetThrottle(() => ({ consume, block: done, delete: done })) });
    const calls = Array.from({ length: 10 }, () => failureOf(mail.emails.list()));
    await vi.advanceTimersByTimeAsync(0);
    const cause = new Error('store is gone');
    answers[0]?.(cause);
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ code: 'THROTTLE_FAILED', cause });
    expect(consume).toHaveBeenCalledTimes(1);
    await mail.emails.list();
  });

  test('slots are named after the option, never after the key', async () => {
    const limiter = new RateLimiterMemory({ points: 1, duration: 61 });
    const keys: string[] = [];
    const consume = (key: string) => {
      keys.push(key);
      return limiter.consume(key);
    };
    const spied = { consume, block: () => Promise.resolve(), delete: () => Promise.resolve() };
    const { mail } = connect({ throttle: fleetThrottle(() => spied, { limit: 2, name: 'newsletter' }) });
    await Promise.all([mail.emails.list(), mail.emails.list()]);
    expect(keys.toSorted()).toEqual(['newsletter:0', 'newsletter:1']);
  });
});
