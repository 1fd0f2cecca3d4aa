import { plan, rowsFor, send } from '../programs.ts';

/** A random key is stored before the request. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          if (row.isSent) continue;
          row.key ??= crypto.randomUUID();
          await send(fork, { to: row.to, idempotencyKey: row.key });
          row.isSent = true;
        }
      },
    },
  },
});
