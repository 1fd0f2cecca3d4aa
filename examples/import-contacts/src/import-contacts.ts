import type { Mailrig, RunSummary } from 'mailrig';
import { fileJournal } from 'mailrig/node';
import { contactsIn } from './contacts-in.ts';

/** The custom fields of the list. */
export const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'vip', label: 'VIP', type: 'boolean' },
] as const;

/**
 * Imports contacts from a CSV into a list, and changes those who are on it. Kill it at any moment and call it
 * again: every contact exists once.
 *
 * @param report Called with a message for each row that cannot be imported.
 */
export async function importContacts(
  mail: Mailrig,
  listId: string,
  path: string,
  report: (problem: string) => void,
): Promise<RunSummary> {
  const journal = fileJournal(`${path}.journal`);
  const run = mail
    .contacts<typeof fields>(listId)
    .importMany(contactsIn(path, report), { journal, onExisting: 'update' });
  for await (const result of run) {
    if (!result.ok) report(`${result.item.email}: ${result.error.message}`);
  }
  return run.summary;
}
