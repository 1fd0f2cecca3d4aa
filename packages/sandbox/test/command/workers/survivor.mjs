// Sends an email with a key, and notes in the file OUTBOX if it is alive although its connection broke.
import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

await fetch(`${env.MAILRIG_BASE_URL}/api/v1/emails`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${env.MAILRIG_API_KEY}`,
    'content-type': 'application/json',
    'idempotency-key': 'row-1',
  },
  body: JSON.stringify({ from: 'shop@example.com', to: 'ada@example.org', subject: 'Receipt', text: 'Hi' }),
}).catch(() => appendFileSync(env.OUTBOX, 'survived\n'));
