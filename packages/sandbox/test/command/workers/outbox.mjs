// Sends an email that is not marked as sent, and marks it. The arguments change how.
import { existsSync, writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';

const ways = new Set(argv.slice(2));
const marked = existsSync(env.OUTBOX);
const attempts = ways.has('retry') ? 3 : 1;

async function send() {
  const answer = await fetch(`${env.MAILRIG_BASE_URL}/api/v1/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env.MAILRIG_API_KEY}`,
      'content-type': 'application/json',
      ...(ways.has('key') && { 'idempotency-key': 'row-1' }),
    },
    body: JSON.stringify({
      from: 'shop@example.com',
      to: 'ada@example.org',
      subject: 'Receipt',
      text: 'Thank you!',
    }),
  });
  if (!answer.ok) throw new Error(`Answer ${answer.status}`);
  await answer.json();
}

if (!marked) {
  if (ways.has('mark-first')) writeFileSync(env.OUTBOX, '');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (ways.has('together') ? Promise.all([send(), send(), send()]) : send());
      break;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
  writeFileSync(env.OUTBOX, '');
}
