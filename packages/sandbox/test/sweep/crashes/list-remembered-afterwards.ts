import { plan, post } from '../programs.ts';

/** It creates a list, and stores its id afterwards. */
export const program = plan({
  scenario: {
    setup: (): { id?: string } => ({}),
    tasks: {
      worker: async (fork, state) => {
        state.id ??= (await post<{ id: string }>(fork, '/contact-lists', { name: 'Readers' })).id;
        await post(fork, `/contact-lists/${state.id}/contacts`, { email: 'ada@example.org' }).catch(() => {});
      },
    },
  },
  shows: 'created-once',
});
