import { createSandbox, type Sandbox, sweep, type SweepOptions } from '@mailrig/sandbox';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Mailrig } from 'mailrig';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisMissing, startRedis } from '../src/redis.ts';

const note = redisMissing ? ' (skipped, because there is no redis-server: apt-get install redis-server)' : '';
const to = 'ada@example.org';

/** Starts Redis for a test. Returns its address. */
async function redisUrl(): Promise<string> {
  const redis = await startRedis();
  onTestFinished(() => redis[Symbol.asyncDispose]());
  return redis.url;
}

function welcome(fork: Sandbox, idempotencyKey?: string): Promise<unknown> {
  const email = { from: 'ada@example.com', to, subject: 'Welcome', text: 'Hello!' };
  return new Mailrig(fork.clientOptions()).emails.send({
    ...email,
    ...(idempotencyKey && { idempotencyKey }),
  });
}

describe.skipIf(redisMissing)(`Redis in a sweep in process${note}`, () => {
  /** Two workers that check in Redis whether the email was sent. */
  async function sweepWorkers(isClaimed: (redis: Redis) => Promise<boolean>) {
    const redis = new Redis(await redisUrl());
    onTestFinished(() => redis.disconnect());
    const task = async (fork: Sandbox) => {
      if (await isClaimed(redis)) return;
      await welcome(fork);
      await redis.set('sent', 'yes');
    };
    const scenario = { setup: () => redis.flushall(), tasks: { 'worker 1': task, 'worker 2': task } };
    return sweep(createSandbox(), scenario, { faults: false });
  }

  test('ioredis: two workers that check first send twice', async () => {
    const report = await sweepWorkers(async (redis) => (await redis.get('sent')) !== null);
    expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
    expect(report.waits).toMatchObject([{ for: 'a Unix socket' }]);
  });

  test('ioredis: two workers of which one claims the email send once', async () => {
    const report = await sweepWorkers(async (redis) => (await redis.set('sent', 'soon', 'NX')) === null);
    expect(report.broken).toEqual([]);
    expect(String(report)).toMatch(
      /Everything held\.\n[^]*\nWaited up to \d+ ms of real time for a Unix socket, /,
    );
  });

  /** Sweeps a worker of BullMQ that does all jobs at once, and tries each up to three times, 50 ms apart. */
  async function sweepQueue(
    ids: readonly string[],
    work: (fork: Sandbox, id: string | undefined) => Promise<unknown>,
    options: SweepOptions,
  ) {
    const url = await redisUrl();
    const worker = async (fork: Sandbox) => {
      const connection = new Redis(url, { maxRetriesPerRequest: null });
      const queue = new Queue('welcomes', { connection });
      await queue.obliterate({ force: true });
      const opts = { attempts: 3, backoff: { type: 'fixed', delay: 50 } };
      await queue.addBulk(ids.map((jobId) => ({ name: 'welcome', data: {}, opts: { ...opts, jobId } })));
      const jobs = new Worker('welcomes', ({ id }) => work(fork, id), {
        connection,
        concurrency: ids.length,
      });
      await new Promise<void>((resolve) => {
        let left = ids.length;
        const end = () => --left === 0 && resolve();
        jobs.on('completed', end);
        jobs.on('failed', (job) => job?.finishedOn !== undefined && end());
      });
      await Promise.all([jobs.close(), queue.close()]);
      connection.disconnect();
    };
    return sweep(createSandbox(), worker, options);
  }

  test('BullMQ: a job without a key sends twice if a response is lost', async () => {
    const { broken } = await sweepQueue(['welcome-1'], (fork) => welcome(fork), { wire: ['examples'] });
    expect(broken).toMatchObject([{ invariant: 'sent-once', request: 'sendEmail #1' }]);
  }, 60_000);

  test('BullMQ: a job with its id as key sends once', async () => {
    const { broken } = await sweepQueue(['welcome-1'], welcome, { wire: ['examples'] });
    expect(broken).toEqual([]);
  }, 60_000);

  test('BullMQ: two jobs at once that check whether the email was sent send it twice', async () => {
    const sendUnlessSent = async (fork: Sandbox) => {
      const { items } = await new Mailrig(fork.clientOptions()).emails.list();
      if (items.length === 0) await welcome(fork);
    };
    const { broken } = await sweepQueue(['welcome-1', 'welcome-2'], sendUnlessSent, { faults: false });
    expect(broken).toMatchObject([
      { invariant: 'order-dependent', timeline: expect.stringContaining('●list') },
    ]);
  }, 60_000);
});
