import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { CreateContactBase, Mailrig, RunSummary } from 'mailrig';
import { fileJournal } from 'mailrig/node';

/**
 * Imports contacts from a CSV with the columns email, firstName and lastName into a list, and changes those
 * who are on it. Kill it at any moment and call it again: every contact exists once.
 *
 * @param report Called with a message for each row that cannot be imported.
 */
export async function importContacts(
  mail: Mailrig,
  listId: string,
  path: string,
  report: (message: string) => void,
): Promise<RunSummary> {
  const rows: AsyncIterable<CreateContactBase> = createReadStream(path).pipe(
    parse({ bom: true, columns: true, skip_empty_lines: true, trim: true }),
  );
  const journal = fileJournal(`${path}.journal`);
  const run = mail.contacts(listId).importMany(rows, { journal, onExisting: 'update' });
  for await (const result of run) {
    // The first line of the file has the names of the columns.
    if (!result.ok) report(`line ${result.index + 2}: ${result.error.message}`);
  }
  return run.summary;
}
