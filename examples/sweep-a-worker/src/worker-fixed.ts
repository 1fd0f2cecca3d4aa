// src/worker-fixed.ts
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Mailrig } from 'mailrig';

// Sends the invoices that are not sent yet, and marks them.
const mail = new Mailrig();
const database = new DatabaseSync('invoices.db');
database.exec(readFileSync(new URL('invoices.sql', import.meta.url), 'utf8'));
const invoices = database.prepare('SELECT id, email FROM invoices WHERE is_sent = 0 ORDER BY id').all();
for (const { id, email } of invoices) {
  await mail.emails.send({
    from: 'billing@example.com',
    to: String(email),
    subject: `Invoice ${Number(id)}`,
    text: 'Thank you for your order.',
    // #region key
    idempotencyKey: `invoice-${Number(id)}`,
    // #endregion key
  });
  database.prepare('UPDATE invoices SET is_sent = 1 WHERE id = ?').run(Number(id));
}
