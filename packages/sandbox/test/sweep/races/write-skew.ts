import type { Sandbox } from '@mailrig/sandbox';
import { get, plan, post, put } from '../programs.ts';

/** Each of two editors leaves if the other one stays. */
export const program = plan({
  prepare: async (sandbox) => {
    for (const name of ['Ada', 'Bob']) await post(sandbox, '/contact-lists', { name });
  },
  scenario: {
    tasks: {
      ada: (fork) => leave(fork, 'Ada', 'Bob'),
      bob: (fork) => leave(fork, 'Bob', 'Ada'),
    },
  },
  shows: 'expected',
});

async function leave(fork: Sandbox, mine: string, other: string): Promise<void> {
  const lists = await get<{ id: string; name: string }[]>(fork, '/contact-lists');
  const own = lists.find(({ name }) => name === mine);
  if (!lists.some(({ name }) => name === other)) return;
  await put(fork, `/contact-lists/${own?.id}`, { name: `${mine} has left` });
}
