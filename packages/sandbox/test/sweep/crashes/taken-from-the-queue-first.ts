import { plan, send } from '../programs.ts';

/** It takes a message from the queue, and sends it then. */
export const program = plan({
  scenario: {
    setup: () => ['ada@example.org', 'bob@example.org'],
    tasks: {
      worker: async (fork, queue) => {
        for (let to = queue.shift(); to !== undefined; to = queue.shift()) await send(fork, { to });
      },
    },
  },
  shows: 'nothing-lost',
});
