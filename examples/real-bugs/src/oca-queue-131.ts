import type { Mailrig } from 'mailrig';
import { letter, realBug, slow } from './real-bug.ts';

/** The row of a job. */
const setup = () => ({ id: 7, state: 'enqueued' });
type Job = ReturnType<typeof setup>;
type Perform = (mail: Mailrig, job: Job) => Promise<void>;

async function bug(mail: Mailrig, job: Job): Promise<void> {
  if (job.state !== 'enqueued') return;
  await mail.lists.list(); // loads what the job needs
  job.state = 'started';
  await mail.emails.send(letter('ada@example.org'));
}

async function fix(mail: Mailrig, job: Job): Promise<void> {
  if (job.state !== 'enqueued') return;
  await mail.lists.list();
  await mail.emails.send({ ...letter('ada@example.org'), idempotencyKey: `job-${job.id}` });
  job.state = 'started';
}

/** Asks a worker to start the job, and another one if the job has not started after a second. */
const runner = (perform: Perform) => async (mail: Mailrig, job: Job) => {
  const second = new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
  await Promise.all([perform(mail, job), second.then(() => perform(mail, job))]);
};

export const ocaQueue131 = realBug({
  name: 'OCA queue 131',
  issue: 'https://github.com/OCA/queue/pull/131',
  setup,
  bug: { runner: runner(bug) },
  fix: { runner: runner(fix) },
  options: { faults: slow },
});
