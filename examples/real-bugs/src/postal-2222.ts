import type { Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

/** The table of queued messages. */
const setup = () =>
  new Map([
    [1, 'ada@example.org'],
    [2, 'bob@example.org'],
  ]);
type Queue = ReturnType<typeof setup>;

async function bug(mail: Mailrig, queue: Queue): Promise<void> {
  for (const [id, to] of queue) {
    await mail.emails.send(letter(to));
    queue.delete(id);
  }
}

async function fix(mail: Mailrig, queue: Queue): Promise<void> {
  for (const [id, to] of queue) {
    await mail.emails.send({ ...letter(to), idempotencyKey: `message-${id}` });
    queue.delete(id);
  }
}

export const postal2222 = realBug({
  name: 'postal 2222',
  issue: 'https://github.com/postalserver/postal/issues/2222',
  setup,
  bug: { 'worker 1': bug, 'worker 2': bug },
  fix: { 'worker 1': fix, 'worker 2': fix },
  options: { faults: false },
});
