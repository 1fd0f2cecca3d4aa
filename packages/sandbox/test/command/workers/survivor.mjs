// Sends an email with a key. While it runs, it writes into a file; if that grows already, an earlier one survived.
import { appendFileSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { env, exit } from 'node:process';

const beats = `${env.OUTBOX}.beats`;
const size = () => statSync(beats, { throwIfNoEntry: false })?.size ?? 0;

const before = size();
await setTimeout(100);
if (size() > before) appendFileSync(`${env.OUTBOX}.survived`, 'yes');
setInterval(() => appendFileSync(beats, '.'), 5);
await setTimeout(20);
await fetch(`${env.MAILRIG_BASE_URL}/api/v1/emails`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${env.MAILRIG_API_KEY}`,
    'content-type': 'application/json',
    'idempotency-key': 'row-1',
  },
  body: JSON.stringify({
    from: 'shop@example.com',
    to: 'ada@example.org',
    subject: 'Receipt',
    text: 'Thank you!',
  }),
});
exit(0);
