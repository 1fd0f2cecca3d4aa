import { plan, rowsFor, send } from '../programs.ts';

/** It marks the row, and sends afterwards. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (row.isSent) continue;
          row.isSent = true;
          await send(fork, { to: row.to });
        }
      },
    },
  },
  shows: 'nothing-lost',
});
