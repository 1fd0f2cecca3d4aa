import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** The row of a subscriber. */
const setup = () => ({ id: 7, isVerified: false });
type Subscriber = ReturnType<typeof setup>;

/** Runs for each click on the link that verifies an address. If a page is an error, people click again. */
async function bug(mail: Mailrig, subscriber: Subscriber): Promise<void> {
  subscriber.isVerified = true;
  await mail.emails.send(letter('ada@example.org'));
}

async function fix(mail: Mailrig, subscriber: Subscriber): Promise<void> {
  if (subscriber.isVerified) return;
  await mail.emails.send({ ...letter('ada@example.org'), idempotencyKey: `report-${subscriber.id}` });
  subscriber.isVerified = true;
}

export const blurtsServer382 = realBug({
  name: 'blurts-server 382',
  issue: 'https://github.com/mozilla/blurts-server/issues/382',
  setup,
  bug: { click: bug },
  fix: { click: fix },
  options: { repeat: true },
});
