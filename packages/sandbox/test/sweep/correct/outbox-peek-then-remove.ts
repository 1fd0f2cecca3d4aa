import { plan, send } from '../programs.ts';

/** It removes a message from the queue once that was sent. */
export const program = plan({
  scenario: {
    setup: () => ['ada@example.org', 'bob@example.org'],
    tasks: {
      worker: async (fork, queue) => {
        for (let [to] = queue; to !== undefined; [to] = queue) {
          await send(fork, { to, idempotencyKey: to });
          queue.shift();
        }
      },
    },
  },
});
