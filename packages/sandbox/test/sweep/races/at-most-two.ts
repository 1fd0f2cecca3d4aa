import type { Sandbox } from '@mailrig/sandbox';
import { get, plan, send } from '../programs.ts';

/** Three workers send at most two emails together. */
export const program = plan({
  scenario: {
    tasks: {
      ada: (fork) => sendOneOfTwo(fork, 'ada@example.org'),
      bob: (fork) => sendOneOfTwo(fork, 'bob@example.org'),
      eve: (fork) => sendOneOfTwo(fork, 'eve@example.org'),
    },
  },
  shows: 'sent 1 time, 0 expected',
});

async function sendOneOfTwo(fork: Sandbox, to: string): Promise<void> {
  const { pagination } = await get<{ pagination: { total: number } }>(fork, '/emails');
  if (pagination.total < 2) await send(fork, { to });
}
