import { plan, rowsFor, send } from '../programs.ts';

/** It sends two rows at the same time, each with its key. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        await Promise.all(
          rows.map(async (row) => {
            if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: row.to });
            row.isSent = true;
          }),
        );
      },
    },
  },
});
