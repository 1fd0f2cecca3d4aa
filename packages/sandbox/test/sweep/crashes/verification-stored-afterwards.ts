import { plan, post } from '../programs.ts';

/** It pays for a batch, and stores its id afterwards. */
export const program = plan({
  scenario: {
    setup: (): { id?: string } => ({}),
    tasks: {
      worker: async (fork, state) => {
        state.id ??= (
          await post<{ id: string }>(fork, '/email-verification/batch', { emails: ['ada@example.net'] })
        ).id;
      },
    },
  },
  shows: 'charged-once',
});
