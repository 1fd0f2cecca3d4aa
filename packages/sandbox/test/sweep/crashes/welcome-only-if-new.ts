import { plan, post, send } from '../programs.ts';

/** It welcomes a contact only if it could be created. */
export const program = plan({
  scenario: {
    setup: (): { list?: string } => ({}),
    tasks: {
      worker: async (fork, state) => {
        state.list ??= (await post<{ id: string }>(fork, '/contact-lists', { name: 'Readers' })).id;
        await post(fork, `/contact-lists/${state.list}/contacts`, { email: 'ada@example.org' });
        await send(fork, { to: 'ada@example.org', subject: 'Welcome' });
      },
    },
  },
  shows: 'nothing-lost',
});
