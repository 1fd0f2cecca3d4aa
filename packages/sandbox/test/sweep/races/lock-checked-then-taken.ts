import { get, plan, send, twice } from '../programs.ts';

/** A lock is checked, and taken a moment later. */
export const program = plan({
  scenario: {
    setup: () => ({ isLocked: false, isSent: false }),
    tasks: twice(async (fork, state: { isLocked: boolean; isSent: boolean }) => {
      while (state.isLocked) await new Promise((resolve) => setTimeout(resolve, 1_000));
      await get(fork, '/contact-lists');
      state.isLocked = true;
      if (!state.isSent) await send(fork);
      state.isSent = true;
      state.isLocked = false;
    }),
  },
  shows: 'sent 2 times',
});
