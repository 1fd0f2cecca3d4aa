import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';
import { everyContact, rawStats, send, sendByHand } from '../src/moving.ts';

// #region same
test('the client does the same as the handwritten code', async () => {
  const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4010' });

  await sendByHand(sandbox.fetch, sandbox.liveApiKey, 'grace@example.org');
  await send(sandbox.fetch, sandbox.liveApiKey, 'grace@example.org');

  const [after, before] = sandbox.mailbox.list();
  expect(after).toMatchObject({ to: before?.to, subject: before?.subject, text: before?.text });
});
// #endregion same

test('pages and calls by path read what the service has', async () => {
  const sandbox = createSandbox();
  const mail = new Mailrig(sandbox.clientOptions());
  const { id } = await mail.lists.create({ name: 'Readers' });
  for (const n of Array.from({ length: 25 }).keys())
    await mail.contacts(id).create({ email: `reader-${n}@example.org` });
  expect(await everyContact(mail, id)).toHaveLength(25);
  expect(await rawStats(mail)).toMatchObject({ totalVerified: 0 });
});
