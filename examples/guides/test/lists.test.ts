import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { addCustomer, addField, createList, importPeople, upgrade } from '../src/lists.ts';

test('a list with typed fields is created, filled, imported into and changed', async ({
  sandbox,
  expect,
}) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const listId = await createList(mail);
  const id = await addCustomer(mail, listId);
  expect(await upgrade(mail, listId, id)).toBe(3);

  const people = [
    { email: 'Grace@example.org', seats: 5 },
    { email: 'bob@example.org', seats: 1 },
  ];
  expect(await importPeople(mail, listId, people)).toEqual({ added: 1, updated: 1 });
  expect(await mail.contacts(listId).get(id)).toMatchObject({ customFields: { plan: 'pro', seats: 5 } });

  await addField(mail, listId);
  const { customFields } = await mail.contacts(listId).list();
  expect(customFields.map(({ key }) => key)).toEqual(['plan', 'seats', 'since']);
});
