import { styleText } from 'node:util';
import { codeOf } from './errors.ts';

/** Prints a text to stdout and waits until it is out: exiting earlier could cut it off. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve());
  });
}

/** Whether people read stdout as it is printed, rather than a program. `text` is the option `--text`. */
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

/** Characters of a line of help. */
const lineWidth = 100;

/** The widest first column, in characters. A longer entry gets its own line. */
const mostIndent = 36;

/** Two columns within a line of help, the second folded between words. */
export function foldedColumns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const widths = rows.map(([left]) => left.length + 2).filter((width) => width <= mostIndent);
  const indent = Math.max(0, ...widths) || mostIndent;
  return rows.flatMap(([left, right]) => {
    const [first = '', ...others] = folded(right, lineWidth - indent);
    const below = [first, ...others].map((line) => ' '.repeat(indent) + line);
    return left.length + 2 > indent ? [left, ...below] : [left.padEnd(indent) + first, ...below.slice(1)];
  });
}

/** Folds a text between words. */
export function folded(text: string, width = lineWidth): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The styles of printed text, by what the text is. */
const styles = { secondary: 'dim', main: 'bold', warning: 'yellow', failure: 'red' } as const;

/** Text for stdout, in colours if stdout is a terminal. `NO_COLOR` turns them off and `FORCE_COLOR` on. */
export function coloured(style: keyof typeof styles, text: string): string {
  return styleText(styles[style], text, { stream: process.stdout });
}

/** Ignores EPIPE and a closed terminal, so that the program survives a reader that ends early, such as `head`. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', leave).on('error', leave);
}

function leave(this: NodeJS.WriteStream, error: Error): void {
  const code = codeOf(error);
  if (code !== 'EPIPE' && !(code === 'EIO' && this.isTTY)) throw error;
}
