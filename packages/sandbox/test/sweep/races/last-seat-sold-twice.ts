import type { Sandbox } from '@mailrig/sandbox';
import { plan, send } from '../programs.ts';

/** One seat is left, and two people book it. */
export const program = plan({
  scenario: {
    setup: () => ({ seats: 1 }),
    tasks: {
      ada: (fork, show) => book(fork, 'ada@example.org', show),
      bob: (fork, show) => book(fork, 'bob@example.org', show),
    },
  },
  shows: 'sent 1 time, 0 expected',
});

async function book(fork: Sandbox, to: string, show: { seats: number }): Promise<void> {
  if (show.seats === 0) throw new Error('sold out');
  await send(fork, { to, subject: 'Your seat' });
  show.seats -= 1;
}
