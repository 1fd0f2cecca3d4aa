import { fileURLToPath } from 'node:url';
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { inSteps, sendLogo, sendReport, sendTerms } from '../src/attachments.ts';

// #region expired
const pdf = new Blob(['%PDF-1.7 terms'], { type: 'application/pdf' });

test('an expired attachment is uploaded again', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const first = await inSteps(mail, pdf);
  expect(await sendTerms(mail, first, pdf)).toBe(first);
  sandbox.clock.advance('8d');
  expect(await sendTerms(mail, first, pdf)).not.toBe(first);
  expect(sandbox.mailbox.list()).toHaveLength(2);
});
// #endregion expired

test('a file on disk arrives intact', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await sendReport(mail, fileURLToPath(import.meta.url));
  expect(sandbox.mailbox.latest()?.attachments[0]).toMatchObject({ filename: 'report.csv' });
});

test('an inline image appears by its content id', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await sendLogo(mail, new Blob(['png']));
  const message = sandbox.mailbox.latest();
  expect(message?.html).toContain(`cid:${message?.attachments[0]?.contentId}`);
});

test('the three steps return an attachment id', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await inSteps(mail, pdf)).toMatch(/^att_/);
});

test('the type of a program is refused, and a name alone is not (A70)', async ({ sandbox, expect }) => {
  const { attachments } = new Mailrig(sandbox.clientOptions());
  const program = new Blob(['MZ'], { type: 'application/x-msdownload' });
  await expect(attachments.upload(program, { filename: 'setup.exe' })).rejects.toHaveProperty(
    'code',
    'INVALID_CONTENT_TYPE',
  );
  const archive = new Blob(['MZ'], { type: 'application/octet-stream' });
  expect(await attachments.upload(archive, { filename: 'setup.exe' })).toHaveProperty('id');
});
