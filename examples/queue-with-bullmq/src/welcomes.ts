import type { JobsOptions, Queue } from 'bullmq';

/** The name of the queue. */
export const queueName = 'welcomes';

/** A user to welcome. */
export interface Welcome {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** The result of a job. */
export interface Welcomed {
  readonly messageId: string;
  /** True if an earlier attempt had already sent the email. */
  readonly skipped: boolean;
}

/** Failed jobs are retried, with a growing delay. */
const retries: JobsOptions = { attempts: 5, backoff: { type: 'exponential', delay: 500 } };

/** Queues a job for each user. The id of a job names the user, so nobody is queued twice. */
export async function enqueue(queue: Queue<Welcome, Welcomed>, users: readonly Welcome[]): Promise<void> {
  await queue.addBulk(
    users.map((data) => ({ name: 'welcome', data, opts: { ...retries, jobId: `welcome-${data.id}` } })),
  );
}
