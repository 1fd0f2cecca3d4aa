import { expect, test } from 'vitest';
import { NotFoundError, ValidationError } from '../src/index.ts';
import { connect, connectThrough, failureOf } from './client.ts';

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
  { key: 'seats', label: 'Seats', type: 'number' },
] as const;

test('a new list has its definitions and counts nobody (R117, R118)', async () => {
  const { mail } = connect();
  const list = await mail.lists.create({ name: 'Customers', description: 'Who pays', customFields: fields });
  expect(list).toEqual({
    id: expect.stringMatching(/^lst_/),
    domainId: expect.any(String),
    userId: expect.any(String),
    name: 'Customers',
    description: 'Who pays',
    totalContacts: 0,
    activeContacts: 0,
    suppressedContacts: 0,
    tags: [],
    customFields: [fields[0], { ...fields[1], required: false }],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

test('an update changes the given fields and replaces all definitions (R125, R126)', async () => {
  const { mail } = connect();
  const { id } = await mail.lists.create({ name: 'Customers', customFields: fields });
  expect(await mail.lists.update(id, { name: 'Clients' })).toMatchObject({
    id,
    name: 'Clients',
    customFields: [{ key: 'plan' }, { key: 'seats' }],
  });
  const { customFields } = await mail.lists.update(id, { customFields: [fields[1]] });
  expect(customFields.map(({ key }) => key)).toEqual(['seats']);
});

test('a name that is too long is never sent, and an unknown list is a NotFoundError (R120, R127)', async () => {
  const { mail, sandbox } = connect();
  const error = await failureOf(mail.lists.create({ name: 'x'.repeat(101) }));
  expect(error).toBeInstanceOf(ValidationError);
  expect(sandbox.requests.count()).toBe(0);
  const missing = await failureOf(mail.lists.update('lst_none', { name: 'x' }));
  expect(missing).toBeInstanceOf(NotFoundError);
  expect(missing.code).toBe('NOT_FOUND');
});

test('the bare array of all lists is one page, and the pager stops after it (A37)', async () => {
  const { mail, sandbox } = connect();
  for (const name of ['a', 'b', 'c']) await mail.lists.create({ name });
  const page = await mail.lists.list();
  expect(page).toMatchObject({ page: 1, limit: 3, total: 3, totalPages: 1, hasNext: false, hasPrev: false });
  expect(page.items.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  sandbox.requests.clear();
  const names: string[] = [];
  for await (const { name } of mail.lists.list({ limit: 1 })) names.push(name);
  expect(names).toEqual(['c', 'b', 'a']);
  expect(sandbox.requests.count()).toBe(1);
});

test('a service that pages its lists is read to the last page (A37)', async () => {
  const { mail, sandbox } = connect({}, { wire: { listsContainer: 'paginated' }, rateLimit: false });
  const names = Array.from({ length: 150 }, (_, index) => `List ${index}`);
  for (const name of names) await mail.lists.create({ name });
  sandbox.requests.clear();
  expect(await mail.lists.list({ limit: 2 })).toMatchObject({ limit: 2, total: 150, hasNext: true });
  const lists = await mail.lists.list().toArray();
  expect(lists.map(({ name }) => name)).toEqual(names.toReversed());
  expect(sandbox.requests.count()).toBe(3);
});

test('missing counters, labels and tags are filled in (A80, A81)', async () => {
  const { mail } = connectThrough(() =>
    Response.json({
      success: true,
      data: {
        _id: '5f',
        domainId: 'd',
        userId: 'u',
        name: 'Customers',
        contact_count: 7,
        customFields: { plan: { type: 'select', options: ['free'] } },
        createdAt: '2026-01-31T09:30:00.000Z',
        updatedAt: '2026-01-31T09:30:00.000Z',
      },
    }),
  );
  const list = await mail.lists.create({ name: 'Customers' });
  expect(list).toMatchObject({ id: '5f', totalContacts: 7, tags: [] });
  expect(list.customFields).toEqual([
    { key: 'plan', label: 'plan', type: 'select', required: false, options: ['free'] },
  ]);
  expect(list).not.toHaveProperty('activeContacts');
});

test('a list is not created again after a failure that may have created it (A23)', async () => {
  const { mail, sandbox } = connect();
  sandbox.faults.add({
    operation: 'createContactList',
    times: 1,
    phase: 'after',
    effect: { network: 'reset' },
  });
  const error = await failureOf(mail.lists.create({ name: 'Customers' }));
  expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown', attempts: 1 });
  expect((await mail.lists.list()).total).toBe(1);
});
