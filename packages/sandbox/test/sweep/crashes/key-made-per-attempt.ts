import { plan, rowsFor, send } from '../programs.ts';

/** Each attempt has an idempotency key of its own. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          row.attempts += 1;
          if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: `${row.to}-${row.attempts}` });
          row.isSent = true;
        }
      },
    },
  },
  shows: 'sent-once',
});
