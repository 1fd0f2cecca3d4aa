import { plan, type Row, rowsFor, send, twice } from '../programs.ts';

/** A worker claims a row in one step. */
export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: twice(async (fork, rows: Row[]) => {
      for (const row of rows) {
        if (row.isClaimed) continue;
        row.isClaimed = true;
        await send(fork, { to: row.to });
      }
    }),
  },
});
