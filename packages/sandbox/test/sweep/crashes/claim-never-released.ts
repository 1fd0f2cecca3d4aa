import { get, plan, rowsFor, send } from '../programs.ts';

/** It claims a row, and never reads claimed rows again. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (row.isClaimed) continue;
          row.isClaimed = true;
          await get(fork, '/contact-lists');
          await send(fork, { to: row.to, idempotencyKey: row.to });
          row.isSent = true;
        }
      },
    },
  },
  shows: 'nothing-lost',
});
