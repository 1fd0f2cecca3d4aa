import type { Mailrig } from 'mailrig';
import { letter, realBug, roundTrip } from './real-bug.ts';

/** The row of a newsletter. */
const setup = () => ({ id: 7, status: 'pending' });
type Newsletter = ReturnType<typeof setup>;

async function bug(mail: Mailrig, newsletter: Newsletter): Promise<void> {
  if (newsletter.status !== 'pending') return;
  await roundTrip(); // prepares the batches
  newsletter.status = 'submitted';
  await mail.emails.send(letter('ada@example.org'));
}

async function fix(mail: Mailrig, newsletter: Newsletter): Promise<void> {
  if (newsletter.status !== 'pending') return;
  await roundTrip();
  await mail.emails.send({ ...letter('ada@example.org'), idempotencyKey: `newsletter-${newsletter.id}` });
  newsletter.status = 'submitted';
}

export const ghost15829 = realBug({
  name: 'Ghost 15829',
  issue: 'https://github.com/TryGhost/Ghost/pull/15829',
  setup,
  bug: { 'job 1': bug, 'job 2': bug },
  fix: { 'job 1': fix, 'job 2': fix },
  options: { faults: false },
});
