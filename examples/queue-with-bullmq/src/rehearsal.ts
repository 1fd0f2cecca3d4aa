import { setInterval } from 'node:timers/promises';
import type { Sandbox } from '@mailrig/sandbox';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Control } from './control.ts';
import { Fleet } from './fleet.ts';
import { enqueue, queueName, type Welcome, type Welcomed } from './welcomes.ts';

/** Options for {@link rehearse}. */
export interface Rehearsal {
  readonly redisUrl: string;
  /** A running sandbox. */
  readonly server: { readonly url: string; readonly sandbox: Sandbox };
  readonly users: readonly Welcome[];
  /** Called with the number of finished jobs, and with events worth showing. */
  readonly onProgress?: (done: number, event?: string) => void;
}

/** The result of a rehearsal. */
export interface Result {
  readonly completed: number;
  readonly failed: number;
  /** Jobs that ran again after their email had been sent. */
  readonly skipped: number;
}

/** Starts two workers, kills one after its email has left but before it gets a response, and starts a third. */
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
    // Each worker runs one job at a time, so in the end both are waiting for a response.
    await control.hangAfterSending(Math.floor(users.length / 4), 2);
    await enqueue(queue, users);
    await until(async () => (await done()) < users.length && !(await control.hasFaults()));

    await fleet.kill(victim);
    onProgress?.(await done(), 'worker 1 is killed while it waits for a response; worker 3 starts');
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

/** Waits for a condition, checking ten times a second. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for await (const _ of setInterval(100)) if (await condition()) return;
}
