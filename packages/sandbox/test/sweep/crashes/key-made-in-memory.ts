import { plan, rowsFor, send } from '../programs.ts';

/** The idempotency key is not stored before the request. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: crypto.randomUUID() });
          row.isSent = true;
        }
      },
    },
  },
  shows: 'sent-once',
});
