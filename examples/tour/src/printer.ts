import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Prints the tour, in colour on a terminal unless NO_COLOR is set. */
export class Printer {
  readonly #stream: NodeJS.WriteStream;
  readonly #quiet: boolean;
  readonly #width: number;

  /** @param width Length of the longest step title. */
  constructor(stream: NodeJS.WriteStream, quiet: boolean, width: number) {
    this.#stream = stream;
    this.#quiet = quiet;
    this.#width = width;
  }

  heading(title: string): void {
    this.#line(this.#style('bold', title));
  }

  result(title: string, result: string): void {
    this.#line(`  ${this.#style('green', '✓')} ${title.padEnd(this.#width)}  ${this.#style('dim', result)}`);
  }

  gap(): void {
    this.#line('');
  }

  #style(format: Format, text: string): string {
    return styleText(format, text, { stream: this.#stream });
  }

  #line(text: string): void {
    if (!this.#quiet) this.#stream.write(`${text}\n`);
  }
}
