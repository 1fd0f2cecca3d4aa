import { codeOf } from './system-errors.ts';

/**
 * Lets whoever reads what the program prints go away, as `head` does after its lines and a
 * terminal when it is closed: what comes after is lost, and the program goes on. Other errors of its
 * output stay errors.
 */
export function letReadersLeave(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', leave).on('error', leave);
}

function leave(this: NodeJS.WriteStream, error: Error): void {
  const code = codeOf(error);
  if (code !== 'EPIPE' && !(code === 'EIO' && this.isTTY)) throw error;
}
