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

test('sends a hundred newsletters', async ({ sandbox, expect }) => {
  const words = Array.from({ length: 5_000 }, (_, number) => (number * 7_919).toString(36));
  for (let number = 0; number < 100; number += 1) {
    const html = `<h1>Hello reader ${number}</h1><p>${words.join('</p>\n<p>')}</p><p>Until ${number}</p>`;
    await send(sandbox, { to: `reader${number}@example.org`, html, text: `Hello reader ${number}` });
  }
  expect(sandbox).not.toHaveSentEmail();
});

test.fails('is expected to fail', ({ sandbox, expect }) => {
  expect(sandbox).toHaveSentEmail();
});
