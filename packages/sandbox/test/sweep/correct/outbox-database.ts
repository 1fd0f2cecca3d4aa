import { DatabaseSync } from 'node:sqlite';
import { plan, send } from '../programs.ts';

/** A database has the rows, and their keys are stored with them. */
export const program = plan({
  scenario: {
    setup: () => {
      const database = new DatabaseSync(process.env['DATABASE'] ?? ':memory:');
      database.exec(
        "CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY, recipient, sent DEFAULT 0); INSERT OR IGNORE INTO outbox (id, recipient) VALUES (1, 'ada@example.org'), (2, 'bob@example.org')",
      );
      return database;
    },
    tasks: {
      worker: async (fork, database) => {
        for (const row of database.prepare('SELECT * FROM outbox WHERE sent = 0').all()) {
          await send(fork, { to: String(row['recipient']), idempotencyKey: `outbox-${Number(row['id'])}` });
          database.prepare('UPDATE outbox SET sent = 1 WHERE id = ?').run(Number(row['id']));
        }
      },
    },
  },
});
