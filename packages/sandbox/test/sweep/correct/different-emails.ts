import { plan, send } from '../programs.ts';

/** Two tasks have nothing to do with each other. */
export const program = plan({
  scenario: {
    tasks: {
      ada: (fork) => send(fork, { to: 'ada@example.org' }),
      bob: (fork) => send(fork, { to: 'bob@example.org' }),
    },
  },
});
