import { parse } from 'csv-parse/sync';
import { isAPIError } from 'mailrig';
import { editions, type Readers } from './readers.ts';

/** The result of an import. */
export interface ImportReport {
  added: number;
  /** Rows whose address is already on the list. They are not updated. */
  known: number;
  /** Rows that were not imported, with the reason. */
  readonly refused: string[];
}

interface Row {
  readonly email: string;
  readonly name: string;
  readonly edition: string;
  readonly books: string;
}

/** Imports readers from a CSV with the columns email, name, edition and books. Safe to run again. */
export async function importReaders(readers: Readers, csv: string): Promise<ImportReport> {
  const report: ImportReport = { added: 0, known: 0, refused: [] };
  const rows = parse<Row>(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  for (const { email, name, edition, books } of rows) {
    const language = editions.find((one) => one === edition);
    if (language === undefined) {
      report.refused.push(`${email}: there is no edition ${edition}`);
      continue;
    }
    try {
      await readers.create({
        email,
        ...(name !== '' && { firstName: name }),
        customFields: { edition: language, ...(books !== '' && { books: Number(books) }) },
        source: 'import',
      });
      report.added += 1;
    } catch (error) {
      if (isAPIError(error, 'CONTACT_ALREADY_EXISTS')) report.known += 1;
      else if (isAPIError(error, 'VALIDATION_ERROR')) report.refused.push(`${email}: ${error.message}`);
      else throw error;
    }
  }
  return report;
}
