// Sends an email that is not marked as sent, and marks it. The arguments change how. A sweep starts it again and again,
// and to load `fetch` takes as long as to start Node.
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { argv, env } from 'node:process';
import { json } from 'node:stream/consumers';

const ways = new Set(argv.slice(2));
const marked = existsSync(env.OUTBOX);
const attempts = ways.has('retry') ? 3 : 1;

async function send() {
  const call = request(`${env.MAILRIG_BASE_URL}/api/v1/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env.MAILRIG_API_KEY}`,
      'content-type': 'application/json',
      ...(ways.has('key') && { 'idempotency-key': 'row-1' }),
    },
  });
  const email = {
    from: 'shop@example.com',
    to: 'ada@example.org',
    subject: 'Receipt',
    text: 'Thank you!',
  };
  const [response] = await once(call.end(JSON.stringify(email)), 'response');
  if (response.statusCode >= 300) throw new Error(`Response ${response.statusCode}`);
  await json(response);
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
