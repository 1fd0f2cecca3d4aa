import { plan, rowsFor, send } from '../programs.ts';

/** It sends, and marks the row afterwards. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (!row.isSent) await send(fork, { to: row.to });
          row.isSent = true;
        }
      },
    },
  },
  shows: 'sent-once',
});
