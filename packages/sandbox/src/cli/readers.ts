import { codeOf } from '../kernel/errors.ts';

/**
 * Lets whoever reads what the program prints go away, as `head` does after its lines: what comes
 * after is lost, and the program goes on. Other errors of its output stay errors.
 */
export function letReadersLeave(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', leave).on('error', leave);
}

function leave(error: Error): void {
  if (codeOf(error) !== 'EPIPE') throw error;
}
