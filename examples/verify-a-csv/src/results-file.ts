import { type FileHandle, open } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { VerificationResult } from 'mailrig';
import { keyOf } from './addresses.ts';

const header = 'email,status,result\n';

/** The results so far, in a CSV that only ever grows: what is in it is done, whatever happens next. */
export class ResultsFile {
  readonly #file: FileHandle;
  readonly #done: ReadonlySet<string>;

  private constructor(file: FileHandle, done: ReadonlySet<string>) {
    this.#file = file;
    this.#done = done;
  }

  /** Opens the file to go on with it, or begins one. */
  static async open(path: string): Promise<ResultsFile> {
    const file = await open(path, 'a+');
    const text = await file.readFile('utf8');
    // A program that was killed may have left half a line.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    await file.truncate(Buffer.byteLength(whole));
    if (whole === '') await file.write(header);
    const rows = parse<{ readonly email: string }>(whole, { columns: true });
    return new ResultsFile(file, new Set(rows.map(({ email }) => keyOf(email))));
  }

  /** How many addresses have a result from an earlier start. */
  get size(): number {
    return this.#done.size;
  }

  has(email: string): boolean {
    return this.#done.has(keyOf(email));
  }

  async append({ email, status, result }: VerificationResult): Promise<void> {
    await this.#file.write(`${[email, status, result].map(quoted).join(',')}\n`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
