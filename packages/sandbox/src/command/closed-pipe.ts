import { codeOf } from './system-errors.ts';

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
