import { plan, post } from '../programs.ts';

/** The service takes seconds for them: what it knows already costs nothing. */
const emails = Array.from({ length: 20 }, (_, number) => `user${number}@example.net`);

/** It pays for a batch, and stores its id afterwards. */
export const program = plan({
  scenario: {
    setup: (): { id?: string } => ({}),
    tasks: {
      worker: async (fork, state) => {
        state.id ??= (await post<{ id: string }>(fork, '/email-verification/batch', { emails })).id;
      },
    },
  },
  shows: 'charged-once',
});
