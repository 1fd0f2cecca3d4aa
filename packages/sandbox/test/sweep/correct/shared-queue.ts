import { plan, send, twice } from '../programs.ts';

/** Taking from the queue is one step. */
export const program = plan({
  scenario: {
    setup: () => ['ada@example.org', 'bob@example.org', 'eve@example.org'],
    tasks: twice(async (fork, queue: string[]) => {
      for (let to = queue.shift(); to !== undefined; to = queue.shift()) await send(fork, { to });
    }),
  },
});
