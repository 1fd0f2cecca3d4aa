import { plan, type Row, rowsFor, send } from '../programs.ts';

/** A row counts as sent when the loop asks for the next one. */
async function* rowsOf(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) {
    if (row.isSent) continue;
    yield row;
    row.isSent = true;
  }
}

export const program = plan({
  scenario: {
    setup: () => rowsFor('ada@example.org', 'bob@example.org'),
    tasks: {
      worker: async (fork, rows) => {
        for await (const { to } of rowsOf(rows)) await send(fork, { to, idempotencyKey: `mail-${to}` });
      },
    },
  },
});
