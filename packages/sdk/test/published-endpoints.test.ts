import { expect, test } from 'vitest';
import { connect, email, failureOf } from './client.ts';

const served = () => connect({}, { endpoints: 'published', clock: 'manual' });

test('an email is found by its id and by its message id (A126)', async () => {
  const { mail, sandbox } = served();
  const { messageId } = await mail.emails.send(email);
  sandbox.clock.advance('1m');
  const found = await mail.emails.get(messageId);
  expect(found).toMatchObject({ messageId, status: 'delivered', subject: 'Hello' });
  expect(await mail.emails.get(found.id)).toEqual(found);
});

test('statistics say how many emails were sent and how they ended (A126)', async () => {
  const { mail, sandbox } = served();
  await mail.emails.send(email);
  await mail.emails.send({ ...email, to: 'bounced@example.org' });
  sandbox.clock.advance('1m');
  expect(await mail.emails.stats()).toMatchObject({ total: 2, transactional: 2, marketing: 0 });
});

test('a list can be read, counted and deleted (A126)', async () => {
  const { mail } = served();
  const list = await mail.lists.create({ name: 'Readers' });
  await mail.contacts(list.id).create({ email: 'ada@example.org' });
  expect(await mail.lists.get(list.id)).toEqual({ ...list, totalContacts: 1, activeContacts: 1 });
  expect(await mail.lists.stats(list.id)).toMatchObject({ totalContacts: 1, activeContacts: 1 });
  expect(await mail.lists.delete(list.id)).toBeUndefined();
  expect(await failureOf(mail.lists.get(list.id))).toMatchObject({ name: 'NotFoundError' });
});

test('a deleted contact can be added again (A126)', async () => {
  const { mail } = served();
  const { id } = await mail.lists.create({ name: 'Readers' });
  const contacts = mail.contacts(id);
  const first = await contacts.create({ email: 'ada@example.org' });
  await contacts.delete(first.id);
  expect(await failureOf(contacts.get(first.id))).toMatchObject({ code: 'CONTACT_NOT_FOUND' });
  expect((await contacts.create({ email: 'ada@example.org' })).id).not.toBe(first.id);
});

test('a service without these endpoints refuses them with a NotFoundError or a plain APIError (A116, A126)', async () => {
  const { mail } = connect();
  const { id } = await mail.lists.create({ name: 'Readers' });
  expect(await failureOf(mail.emails.get('msg_1'))).toMatchObject({ name: 'NotFoundError' });
  expect(await failureOf(mail.emails.stats())).toMatchObject({ name: 'NotFoundError' });
  expect(await failureOf(mail.lists.stats(id))).toMatchObject({ name: 'NotFoundError' });
  expect(await failureOf(mail.lists.get(id))).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
});
