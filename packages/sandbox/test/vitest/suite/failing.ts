import { test } from '@mailrig/sandbox/vitest';
import { send } from '../../conformance/emails.ts';
import { call } from '../../harness.ts';

const secret = 'sk_live_Do-not-show-me';

test('looks for another email', async ({ sandbox, expect }) => {
  sandbox.keys.create({ environment: 'live', key: secret });
  await send(sandbox, { subject: 'Hello', text: `Never send ${secret}` });
  await call(sandbox, 'POST', '/api/v1/contact-lists', { json: { name: secret } });
  const upload = { filename: 'a.txt', contentType: 'text/plain', size: secret.length };
  const created = await call(sandbox, 'POST', '/api/v1/attachments/presigned-url', { json: upload });
  const { uploadUrl } = JSON.parse(created.text).data;
  await sandbox.fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: secret });
  sandbox.clock.advance('1h');
  expect(sandbox).toHaveSentEmail({ subject: `Goodbye ${secret}` });
});

test.fails('is expected to fail', ({ sandbox, expect }) => {
  expect(sandbox).toHaveSentEmail();
});
