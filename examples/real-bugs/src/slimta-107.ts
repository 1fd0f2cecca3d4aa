import type { Mailrig } from 'mailrig';
import { letter, realBug, roundTrip } from './real-bug.ts';

/** The stored messages. A check of the queue delivers those that an earlier process has left. */
const setup = () => new Map<string, string>();
type Queue = ReturnType<typeof setup>;
type Deliver = (mail: Mailrig, id: string, to: string) => Promise<unknown>;

const bug: Deliver = (mail, _id, to) => mail.emails.send(letter(to));

const fix: Deliver = (mail, id, to) => mail.emails.send({ ...letter(to), idempotencyKey: `message-${id}` });

const enqueue = (deliver: Deliver) => async (mail: Mailrig, queue: Queue) => {
  queue.set('7', 'ada@example.org');
  await roundTrip();
  await deliver(mail, '7', 'ada@example.org');
  queue.delete('7');
};

const checkQueue = (deliver: Deliver) => async (mail: Mailrig, queue: Queue) => {
  for (const [id, to] of queue) {
    await deliver(mail, id, to);
    queue.delete(id);
  }
};

export const slimta107 = realBug({
  name: 'slimta 107',
  issue: 'https://github.com/slimta/python-slimta/pull/107',
  setup,
  bug: { enqueue: enqueue(bug), 'queue check': checkQueue(bug) },
  fix: { enqueue: enqueue(fix), 'queue check': checkQueue(fix) },
  options: { faults: false },
});
