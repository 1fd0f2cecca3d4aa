import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { sendToOthers, unsubscribe } from '../src/suppression.ts';

test('a person who unsubscribes from one list gets no mail at all', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const list = await mail.lists.create({ name: 'Readers' });
  const { id } = await mail.contacts(list.id).create({ email: 'grace@example.org' });
  await unsubscribe(mail, list.id, id);
  await unsubscribe(mail, list.id, id);

  const people = ['grace@example.org', 'bob@example.org'];
  expect(await sendToOthers(mail, people)).toEqual(['grace@example.org']);
  expect(sandbox.mailbox.list().map(({ to }) => to)).toEqual([['bob@example.org']]);
});

// #region seeded
test('a suppressed recipient does not stop the others', async ({ sandbox, expect }) => {
  sandbox.suppressions.add({ email: 'gone@example.org', reason: 'bounced' });
  const mail = new Mailrig(sandbox.clientOptions());

  expect(await sendToOthers(mail, ['gone@example.org', 'bob@example.org'])).toEqual(['gone@example.org']);
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org' });
});
// #endregion seeded

test('a bounce changes no contact, and setStatus does (A64)', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const list = await mail.lists.create({ name: 'Readers' });
  const { id } = await mail.contacts(list.id).create({ email: 'grace@example.org' });
  const { messageId } = await mail.emails.send({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'News',
    text: 'Hello',
  });
  sandbox.emails.bounce(messageId);
  expect(await mail.contacts(list.id).get(id)).toMatchObject({ status: 'active' });
  sandbox.contacts.setStatus(id, 'bounced');
  expect(await mail.contacts(list.id).get(id)).toMatchObject({ status: 'bounced' });
});
