import { Redis } from 'ioredis';
import { type Journal, Mailrig, type MailrigError, type RunSummary } from '../../src/index.ts';
import { fileJournal } from '../../src/node.ts';

/** A process that starts a run, and prints its summary or its error if nobody kills it first. */
const [kind = '', count = '', place = '', listId = ''] = process.argv.slice(2);
const mail = new Mailrig();
const redis = /^\d+$/.test(place) ? new Redis(Number(place), '127.0.0.1') : undefined;
const journal = redis ? listOf(redis) : fileJournal(place);

/** The parent kills the process by how far it is. */
const onProgress = ({ succeeded }: RunSummary) => process.stdout.write(`${succeeded}\n`);

const people = Array.from({ length: Number(count) }, (_, index) => `reader${index}@example.org`);
const runs = {
  send: () =>
    mail.emails.sendMany(
      people.map((to) => ({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' })),
      { journal, onProgress },
    ),
  import: () =>
    mail.contacts(listId).importMany(
      people.map((email) => ({ email })),
      { journal, onProgress },
    ),
  verify: () => mail.verification.verifyMany(people, { journal, onProgress, pollInterval: 100 }),
};

const run = runs[kind as keyof typeof runs]();
process.stdout.write(`${JSON.stringify(await run.finish().catch((error: MailrigError) => error))}\n`);
redis?.disconnect();

/** A journal in a Redis list. */
function listOf(client: Redis): Journal {
  return {
    read: () => client.lrange('journal', 0, -1),
    append: (entries) => client.rpush('journal', ...entries),
  };
}
