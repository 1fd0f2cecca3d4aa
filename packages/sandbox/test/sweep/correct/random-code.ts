import { plan, send } from '../programs.ts';

/** Each email has a code of its own. */
export const program = plan({
  scenario: {
    tasks: {
      ada: (fork) => send(fork, { to: 'ada@example.org', text: `Your code is ${Math.random()}` }),
      bob: (fork) => send(fork, { to: 'bob@example.org', text: `Your code is ${crypto.randomUUID()}` }),
    },
  },
});
