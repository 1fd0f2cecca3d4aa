import { styleText } from 'node:util';
import { codeOf } from './errors.ts';

/** Prints a text to stdout and waits until it is out: exiting earlier could cut it off. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve());
  });
}

/**
 * Whether people read stdout as it is printed, so that it is not the start of what a program reads.
 *
 * @param text The option `--text`.
 */
export function isRead(text: boolean): boolean {
  return text || process.stdout.isTTY;
}

/** Aligns the columns of rows of text; the last column is as wide as it is. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === row.length - 1 ? text : text.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
}

/** The looks of printed text, by what the text is. */
const looks = { aside: 'dim', main: 'bold', warning: 'yellow', failure: 'red' } as const;

/**
 * Text for stdout, in colours if stdout is a terminal. `NO_COLOR` turns them off and `FORCE_COLOR` on.
 */
export function coloured(look: keyof typeof looks, text: string): string {
  return styleText(looks[look], text, { stream: process.stdout });
}

/**
 * Ignores EPIPE and a closed terminal, so that the program survives when the reader of its output goes
 * away, as `head` does. Other output errors still throw.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', leave).on('error', leave);
}

function leave(this: NodeJS.WriteStream, error: Error): void {
  const code = codeOf(error);
  if (code !== 'EPIPE' && !(code === 'EIO' && this.isTTY)) throw error;
}
