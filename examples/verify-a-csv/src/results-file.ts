import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { VerificationResult } from 'mailrig';
import { keyOf } from './addresses.ts';

const header = 'email,status,result\n';

/** The results so far, in an append-only CSV: whatever happens, a line in it is done. */
export class ResultsFile {
  readonly #file: number;
  readonly #done: ReadonlySet<string>;

  /** Opens an existing file or creates it. */
  constructor(path: string) {
    this.#file = openSync(path, 'a+');
    const text = readFileSync(path, 'utf8');
    // A killed program may have left half a line.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    ftruncateSync(this.#file, Buffer.byteLength(whole));
    if (whole === '') writeSync(this.#file, header);
    const rows = parse<{ readonly email: string }>(whole, { columns: true });
    this.#done = new Set(rows.map(({ email }) => keyOf(email)));
  }

  /** The number of addresses with a result from an earlier run. */
  get size(): number {
    return this.#done.size;
  }

  has(email: string): boolean {
    return this.#done.has(keyOf(email));
  }

  /** Writes the line at once, so a result is never lost. */
  append({ email, status, result }: VerificationResult): void {
    writeSync(this.#file, `${[email, status, result].map(quoted).join(',')}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
