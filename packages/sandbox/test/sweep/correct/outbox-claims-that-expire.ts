import { plan, rowsFor, send } from '../programs.ts';

/** Milliseconds. A whole program waits in real time. */
const expiry = Number(process.env['EXPIRY'] ?? 600_000);

/** Who finds an old claim takes it over, with the same key. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for (const row of rows) {
          while (row.isClaimed && !row.isSent) {
            await new Promise((resolve) => setTimeout(resolve, expiry));
            row.isClaimed = false;
          }
          row.isClaimed = true;
          if (!row.isSent) await send(fork, { to: row.to, idempotencyKey: row.to });
          row.isSent = true;
        }
      },
    },
  },
});
