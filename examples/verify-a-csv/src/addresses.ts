import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/** Texts with the same key are the same address. */
export function keyOf(email: string): string {
  return email.trim().toLowerCase();
}

/** The distinct addresses in the `email` column of a CSV, in order. */
export async function readAddresses(path: string): Promise<readonly string[]> {
  const rows = parse<{ readonly email?: string }>(await readFile(path), {
    bom: true,
    columns: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const byKey = new Map<string, string>();
  for (const { email = '' } of rows) {
    if (email !== '' && !byKey.has(keyOf(email))) byKey.set(keyOf(email), email);
  }
  return [...byKey.values()];
}
