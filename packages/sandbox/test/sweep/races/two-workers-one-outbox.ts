import { plan, type Row, rowsFor, send, twice } from '../programs.ts';

/** Each worker sends what is not sent, and marks it afterwards. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: twice(async (fork, rows: Row[]) => {
      for (const row of rows) {
        if (row.isSent) continue;
        await send(fork, { to: row.to });
        row.isSent = true;
      }
    }),
  },
  shows: 'sent 2 times',
});
