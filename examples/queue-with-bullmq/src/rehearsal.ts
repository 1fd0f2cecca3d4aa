import { setInterval } from 'node:timers/promises';
import type { Sandbox } from '@mailrig/sandbox';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Control } from './control.ts';
import { Fleet } from './fleet.ts';
import { enqueue, queueName, type Welcome, type Welcomed } from './welcomes.ts';

/** The worst that can happen, on a stage of one's own. */
export interface Rehearsal {
  readonly redisUrl: string;
  /** A sandbox, and where it is served. */
  readonly server: { readonly url: string; readonly sandbox: Sandbox };
  readonly users: readonly Welcome[];
  /** Told what happens, and how many jobs are done. */
  readonly onProgress?: (done: number, event?: string) => void;
}

/** What came of it. */
export interface Result {
  readonly completed: number;
  readonly failed: number;
  /** Jobs that were run again after their email had been sent. */
  readonly skipped: number;
}

/** Lets two workers send, kills one after its email has left and before it knows, and starts a third. */
export async function rehearse({ redisUrl, server, users, onProgress }: Rehearsal): Promise<Result> {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue<Welcome, Welcomed>(queueName, { connection: redis });
  await using fleet = new Fleet({
    REDIS_URL: redisUrl,
    MAILRIG_BASE_URL: server.url,
    MAILRIG_API_KEY: server.sandbox.liveApiKey,
  });
  const control = new Control(server.url);
  const done = async () => {
    const { completed = 0, failed = 0 } = await queue.getJobCounts('completed', 'failed');
    onProgress?.(completed + failed);
    return completed + failed;
  };
  try {
    const victim = fleet.start();
    fleet.start();
    await until(async () => (await queue.getWorkersCount()) === 2);
    // Each worker runs one job at a time, so that in the end both wait for an answer.
    await control.hangAfterSending(Math.floor(users.length / 4), 2);
    await enqueue(queue, users);
    await until(async () => (await done()) < users.length && !(await control.hasFaults()));

    await fleet.kill(victim);
    onProgress?.(await done(), 'worker 1 is killed while it waits for an answer; worker 3 starts');
    fleet.start();
    await until(async () => (await done()) === users.length);

    const completed = await queue.getCompleted();
    return {
      completed: completed.length,
      failed: await queue.getFailedCount(),
      skipped: completed.filter(({ returnvalue }) => returnvalue.skipped).length,
    };
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

/** Looks ten times a second. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for await (const _ of setInterval(100)) if (await condition()) return;
}
