import { type Sandbox, createSandbox, sweep } from '@mailrig/sandbox';
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
  /** Two workers that look in Redis whether the email was sent. */
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

  test('ioredis: two workers that look first send twice', async () => {
    const report = await sweepWorkers(async (redis) => (await redis.get('sent')) !== null);
    expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
    expect(report.waits).toMatchObject([{ for: 'a Unix socket' }]);
  });

  test('ioredis: two workers of which one claims the email send once', async () => {
    const report = await sweepWorkers(async (redis) => (await redis.set('sent', 'soon', 'NX')) === null);
    expect(report.broken).toEqual([]);
    expect(String(report)).toMatch(
      /Everything held\.\n.*\nWaited up to \d+ ms of real time for a Unix socket, /,
    );
  });

  /** A worker of BullMQ that tries each job up to three times, with each fault. */
  async function sweepQueue(hasKey: boolean) {
    const url = await redisUrl();
    const worker = async (fork: Sandbox) => {
      const connection = new Redis(url, { maxRetriesPerRequest: null });
      const queue = new Queue('welcomes', { connection });
      await queue.obliterate({ force: true });
      await queue.add('welcome', {}, { jobId: 'welcome-1', attempts: 3 });
      const jobs = new Worker('welcomes', ({ id }) => welcome(fork, hasKey ? id : undefined), { connection });
      await new Promise<void>((resolve) => {
        jobs.on('completed', () => resolve());
        jobs.on('failed', (job) => job?.finishedOn !== undefined && resolve());
      });
      await Promise.all([jobs.close(), queue.close()]);
      connection.disconnect();
    };
    return sweep(createSandbox(), worker, { wire: ['examples'] });
  }

  test('BullMQ: a job without a key sends twice if an answer is lost', async () => {
    const { broken } = await sweepQueue(false);
    expect(broken).toMatchObject([{ invariant: 'sent-once', request: 'sendEmail #1' }]);
  }, 60_000);

  test('BullMQ: a job with its id as key sends once', async () => {
    expect((await sweepQueue(true)).broken).toEqual([]);
  }, 60_000);
});
