/** The parts of a stream that showing progress needs. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The size of the job. */
export interface Extent {
  readonly total: number;
  /** How much was already done at the start. */
  readonly before: number;
}

/** Shows progress. */
export interface Progress {
  update(done: number): void;
  end(): void;
}

const barWidth = 30;

/**
 * Shows a bar on a terminal. Otherwise, or if NO_COLOR or CI is set, prints a plain line for each tenth of
 * the way.
 */
export function showProgress(
  stream: ProgressStream,
  extent: Extent,
  { NO_COLOR, CI }: Readonly<Record<string, string | undefined>> = process.env,
): Progress {
  return stream.isTTY === true && !NO_COLOR && !CI ? bar(stream, extent) : lines(stream, extent);
}

function bar(stream: ProgressStream, { total }: Extent): Progress {
  let shown = -1;
  return {
    update(done) {
      const percent = Math.floor((100 * done) / total);
      if (percent === shown) return;
      shown = percent;
      const filled = Math.floor((barWidth * done) / total);
      stream.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${counted(done, total)}`);
    },
    end: () => void stream.write('\n'),
  };
}

function lines(stream: ProgressStream, { total, before }: Extent): Progress {
  let tenths = Math.floor((10 * before) / total);
  return {
    update(done) {
      const reached = Math.floor((10 * done) / total);
      if (reached <= tenths) return;
      tenths = reached;
      stream.write(`${counted(done, total)}\n`);
    },
    end: () => {},
  };
}

function counted(done: number, total: number): string {
  return `${Math.floor((100 * done) / total)} % (${done} of ${total})`;
}
