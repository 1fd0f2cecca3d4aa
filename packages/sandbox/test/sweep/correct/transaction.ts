import { DatabaseSync } from 'node:sqlite';
import { plan, send, twice } from '../programs.ts';

/** A database gives each row to one worker. */
export const program = plan({
  scenario: {
    setup: () => {
      const database = new DatabaseSync(':memory:');
      database.exec(
        "CREATE TABLE outbox (recipient, claimed DEFAULT 0); INSERT INTO outbox (recipient) VALUES ('ada@example.org'), ('bob@example.org')",
      );
      return database;
    },
    tasks: twice(async (fork, database: DatabaseSync) => {
      const claim = database.prepare(
        'UPDATE outbox SET claimed = 1 WHERE recipient = (SELECT recipient FROM outbox WHERE claimed = 0 LIMIT 1) RETURNING recipient',
      );
      for (let row = claim.get(); row; row = claim.get()) await send(fork, { to: String(row['recipient']) });
    }),
  },
});
