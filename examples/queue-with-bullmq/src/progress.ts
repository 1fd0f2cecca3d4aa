type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Shows progress: a single updating line on a terminal, otherwise one line per tenth. */
export class Progress {
  readonly #stream: Stream;
  readonly #total: number;
  #shown = 0;

  constructor(stream: Stream, total: number) {
    this.#stream = stream;
    this.#total = total;
  }

  show(done: number, event?: string): void {
    const { isTTY } = this.#stream;
    if (event !== undefined) this.#stream.write(isTTY ? `\r\u001b[K${event}\n` : `${event}\n`);
    const tenth = Math.floor((done / this.#total) * 10);
    const count = `${done} of ${this.#total} jobs done`;
    if (isTTY) this.#stream.write(`\r${count}${done === this.#total ? '\n' : ''}`);
    else if (tenth > this.#shown) this.#stream.write(`${count}\n`);
    this.#shown = tenth;
  }
}
