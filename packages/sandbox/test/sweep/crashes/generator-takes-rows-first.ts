import { plan, type Row, rowsFor, send } from '../programs.ts';

/** Each row counts as sent as soon as the loop gets it. */
async function* rowsOf(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) {
    if (row.isSent) continue;
    row.isSent = true;
    yield row;
  }
}

export const program = plan({
  shows: 'nothing-lost',
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for await (const { to } of rowsOf(rows)) await send(fork, { to, idempotencyKey: `mail-${to}` });
      },
    },
  },
});
