import { get, plan, send } from '../programs.ts';

/** One reads, the other sends. */
export const program = plan({
  scenario: {
    tasks: {
      dashboard: async (fork) => {
        for (let page = 1; page <= 3; page += 1) await get(fork, `/emails?page=${page}`);
      },
      worker: (fork) => send(fork),
    },
  },
});
