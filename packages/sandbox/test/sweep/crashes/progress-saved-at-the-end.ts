import { plan, rowsFor, send } from '../programs.ts';

/** It saves its progress once, at the end. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        const unsent = rows.filter(({ isSent }) => !isSent);
        for (const { to } of unsent) await send(fork, { to });
        for (const row of unsent) row.isSent = true;
      },
    },
  },
  shows: 'sent-once',
});
