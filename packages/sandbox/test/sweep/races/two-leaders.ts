import type { Sandbox } from '@mailrig/sandbox';
import { get, plan, send } from '../programs.ts';

/** Who finds no leader becomes the leader, and the leader sends. */
export const program = plan({
  scenario: {
    setup: () => new Map<string, string>(),
    tasks: {
      one: (fork, cluster) => lead(fork, 'one', cluster),
      two: (fork, cluster) => lead(fork, 'two', cluster),
    },
  },
  shows: 'sent 2 times',
});

async function lead(fork: Sandbox, me: string, cluster: Map<string, string>): Promise<void> {
  if (cluster.has('leader')) return;
  await get(fork, '/contact-lists');
  cluster.set('leader', me);
  await send(fork, { subject: 'Nightly report' });
}
