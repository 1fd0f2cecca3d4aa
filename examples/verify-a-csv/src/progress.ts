import type { RunSummary } from 'mailrig';

/** The parts of a stream that showing progress needs. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows progress. */
export interface Progress {
  readonly update: (counts: Counts) => void;
  readonly end: () => void;
}

/** How many addresses are done. */
type Counts = Pick<RunSummary, 'succeeded' | 'failed' | 'skipped'>;

const barWidth = 30;

/**
 * Shows a bar on a terminal. Otherwise, or if NO_COLOR or CI is set, prints a plain line for each tenth of
 * the way.
 */
export function showProgress(
  stream: ProgressStream,
  total: number,
  { NO_COLOR, CI }: Readonly<Record<string, string | undefined>> = process.env,
): Progress {
  return stream.isTTY === true && !NO_COLOR && !CI ? bar(stream, total) : lines(stream, total);
}

function bar(stream: ProgressStream, total: number): Progress {
  let shown = -1;
  return {
    update(counts) {
      const done = sum(counts);
      const percent = Math.floor((100 * done) / total);
      if (percent === shown) return;
      shown = percent;
      const filled = Math.floor((barWidth * done) / total);
      stream.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${counted(done, total)}`);
    },
    end: () => void stream.write('\n'),
  };
}

function lines(stream: ProgressStream, total: number): Progress {
  let tenths = 0;
  return {
    update(counts) {
      const done = sum(counts);
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

function sum({ succeeded, failed, skipped }: Counts): number {
  return succeeded + failed + skipped;
}
