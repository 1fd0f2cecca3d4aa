import { parse } from 'csv-parse/sync';
import type { CreateContactParams, CustomFieldValues, DefaultedKey, RunOptions } from 'mailrig';
import type { fields, Readers } from './readers.ts';

/** The result of an import. */
export interface ImportReport {
  readonly added: number;
  /** Rows whose address is already on the list. They are not updated. */
  readonly known: number;
  /** Why the other rows were not imported. */
  readonly refused: readonly string[];
}

type NewReader = CreateContactParams<CustomFieldValues<typeof fields>, DefaultedKey<typeof fields>>;

/** Imports readers from a CSV with the columns email, name, edition and books. Safe to run again. */
export async function importReaders(
  readers: Readers,
  csv: string,
  options?: RunOptions,
): Promise<ImportReport> {
  const refused: string[] = [];
  const rows = parse<Record<string, string>>(csv, {
    bom: true,
    columns: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => void refused.push(String(error?.message)),
    trim: true,
  });
  const run = readers.importMany(rows.map(readerFrom), options);
  for await (const { item, ...result } of run) {
    if (!result.ok) refused.push(`${item.email}: ${result.error.message}`);
  }
  return { added: run.summary.succeeded, known: run.summary.skipped, refused };
}

function readerFrom({ email = '', name, edition, books }: Record<string, string>): NewReader {
  return {
    email,
    firstName: name || undefined,
    source: 'import',
    customFields: {
      edition: edition as 'en',
      ...(books && { books: Number(books) }),
    },
  };
}
