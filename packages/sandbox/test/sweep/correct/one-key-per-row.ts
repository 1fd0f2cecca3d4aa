import { plan, type Row, rowsFor, send, twice } from '../programs.ts';

/** Two workers send the same rows, with one idempotency key for each row. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: twice(async (fork, rows: Row[]) => {
      for (const row of rows) {
        if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: row.to });
        row.isSent = true;
      }
    }),
  },
});
