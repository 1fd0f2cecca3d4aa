import { test } from '@mailrig/sandbox/vitest';
import { type Exchange, recording } from '../src/recording.ts';

test('every attempt is recorded, and the API key is not', async ({ sandbox, expect }) => {
  const { liveApiKey, baseUrl, fetch } = sandbox;
  const exchanges: Exchange[] = [];
  const mail = recording(liveApiKey, (exchange) => exchanges.push(exchange), { baseUrl, fetch });
  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503, retryAfter: 0 } });
  const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

  const { messageId } = await mail.emails.send(email);
  await mail.attachments.upload(new Blob(['a,b\n']), { filename: 'report.csv' });

  expect(exchanges).toMatchObject([
    { operation: 'sendEmail', attempt: 1, method: 'POST', path: '/api/v1/emails', status: 503 },
    { operation: 'sendEmail', attempt: 2, method: 'POST', path: '/api/v1/emails', status: 201 },
    { operation: 'createUpload', method: 'POST', status: 201 },
    { operation: 'putUpload', method: 'PUT', status: 200 },
    { operation: 'confirmUpload', method: 'POST', status: 200 },
  ]);
  expect(exchanges[1]?.body).toContain(messageId);
  expect(JSON.stringify(exchanges)).not.toContain(liveApiKey);
});

test('a key that a response repeats is not recorded either', async ({ sandbox, expect }) => {
  const exchanges: Exchange[] = [];
  const { liveApiKey, baseUrl } = sandbox;
  const mail = recording(liveApiKey, (exchange) => exchanges.push(exchange), {
    baseUrl,
    fetch: async () => Response.json({ success: true, data: { echo: liveApiKey } }),
  });
  await mail.request('GET', '/api/v1/echo');
  expect(exchanges.map(({ body }) => body)).toEqual(['{"success":true,"data":{"echo":"[API key]"}}']);
});
