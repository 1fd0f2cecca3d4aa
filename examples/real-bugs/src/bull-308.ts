import type { Mailrig } from 'mailrig';
import { letter, realBug, slow } from './real-bug.ts';

/** A job in Redis. Its worker has 30 seconds; then the job counts as stalled. */
const setup = () => ({ id: 7, lockedUntil: 0, isDone: false });
type Job = ReturnType<typeof setup>;

/** Works on the job, unless another worker does. */
const worker = (perform: (mail: Mailrig, job: Job) => Promise<void>) => async (mail: Mailrig, job: Job) => {
  while (!job.isDone) {
    if (Date.now() >= job.lockedUntil) {
      job.lockedUntil = Date.now() + 30_000;
      await perform(mail, job);
      job.isDone = true;
    } else {
      await new Promise((resolve) => {
        setTimeout(resolve, 5000);
      });
    }
  }
};

const bug = worker(async (mail) => {
  await mail.emails.send(letter('ada@example.org'));
});

const fix = worker(async (mail, job) => {
  await mail.emails.send({ ...letter('ada@example.org'), idempotencyKey: `job-${job.id}` });
});

export const bull308 = realBug({
  name: 'bull 308',
  issue: 'https://github.com/OptimalBits/bull/issues/308',
  setup,
  bug: { 'worker 1': bug, 'worker 2': bug },
  fix: { 'worker 1': fix, 'worker 2': fix },
  options: { faults: slow },
});
