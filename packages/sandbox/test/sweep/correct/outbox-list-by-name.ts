import { get, plan, post } from '../programs.ts';

/** It searches for its list by name. */
export const program = plan({
  scenario: {
    setup: () => undefined,
    tasks: {
      worker: async (fork) => {
        const lists = await get<{ name: string }[]>(fork, '/contact-lists');
        if (!lists.some(({ name }) => name === 'Readers'))
          await post(fork, '/contact-lists', { name: 'Readers' });
      },
    },
  },
});
