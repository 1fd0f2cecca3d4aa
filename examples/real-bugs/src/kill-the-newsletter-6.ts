import type { Mailrig } from 'mailrig';
import { realBug } from './real-bug.ts';

async function readersOf(mail: Mailrig) {
  const { items } = await mail.lists.list();
  return mail.contacts(items[0]?.id ?? '');
}

/** Each email that arrives is added to a field, which holds the whole feed. */
const bug = (entry: string) => async (mail: Mailrig) => {
  const readers = await readersOf(mail);
  const ada = await readers.find('ada@example.org');
  const entries = `${String(ada?.customFields['entries'] ?? '')} ${entry}`;
  await readers.update(ada?.id ?? '', { customFields: { entries } });
};

/** Each email that arrives is a record of its own. */
const fix = (entry: string) => async (mail: Mailrig) => {
  const readers = await readersOf(mail);
  await readers.upsert({ email: `${entry}@feed.example.org` });
};

export const killTheNewsletter6 = realBug({
  name: 'kill-the-newsletter 6',
  issue: 'https://github.com/leafac/kill-the-newsletter/issues/6',
  setup: () => undefined,
  bug: { 'first email': bug('one'), 'second email': bug('two') },
  fix: { 'first email': fix('one'), 'second email': fix('two') },
  options: { faults: false },
});
