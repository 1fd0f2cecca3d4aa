import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { ContactRow, Mailrig, RunSummary } from 'mailrig';
import { fileJournal } from 'mailrig/node';

/**
 * Imports contacts from a CSV into a list, and changes those who are on it. Columns are the fields of a contact
 * and the custom fields of the list. Kill it at any moment and call it again: every contact exists once.
 *
 * @param report Called with a message for each row that cannot be imported.
 */
export async function importContacts(
  mail: Mailrig,
  listId: string,
  path: string,
  report: (message: string) => void,
): Promise<RunSummary> {
  const rows: AsyncIterable<ContactRow> = createReadStream(path).pipe(
    parse({ bom: true, columns: true, skip_empty_lines: true, trim: true }),
  );
  const journal = fileJournal(`${path}.journal`);
  const run = mail.contacts(listId).importRows(rows, { journal, onExisting: 'update' });
  for await (const result of run) {
    // The first line of the file has the names of the columns.
    if (!result.ok) report(`line ${result.index + 2}: ${result.error.message}`);
  }
  return run.summary;
}
