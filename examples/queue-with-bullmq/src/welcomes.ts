import type { JobsOptions, Queue } from 'bullmq';

/** Name of the queue. */
export const queueName = 'welcomes';

/** Somebody to welcome. */
export interface Welcome {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** What became of a job. */
export interface Welcomed {
  readonly messageId: string;
  /** True where an earlier try had sent the email already. */
  readonly skipped: boolean;
}

/** A job that fails for a while is tried again. */
const retries: JobsOptions = { attempts: 5, backoff: { type: 'exponential', delay: 500 } };

/** Puts a job on the queue for each; the id of a job says whom it is for, so that nobody is put there twice. */
export async function enqueue(queue: Queue<Welcome, Welcomed>, users: readonly Welcome[]): Promise<void> {
  await queue.addBulk(
    users.map((data) => ({ name: 'welcome', data, opts: { ...retries, jobId: `welcome-${data.id}` } })),
  );
}
