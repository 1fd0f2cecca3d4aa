import { plan, rowsFor, send } from '../programs.ts';

/** The key is that of the row. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: row.to });
          row.isSent = true;
        }
      },
    },
  },
});
