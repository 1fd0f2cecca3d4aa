import { plan, send, twice } from '../programs.ts';

/** A lock lets one of them in at a time. */
export const program = plan({
  scenario: {
    setup: () => ({ last: Promise.resolve<unknown>(undefined), isSent: false }),
    tasks: twice((fork, state: { last: Promise<unknown>; isSent: boolean }) => {
      const mine = state.last.then(async () => {
        if (!state.isSent) await send(fork);
        state.isSent = true;
      });
      state.last = mine;
      return mine;
    }),
  },
});
