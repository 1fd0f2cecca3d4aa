import { describe, expect, test } from 'vitest';
import { connect, failureOf } from './client.ts';

async function withList() {
  const { mail, sandbox } = connect();
  const list = await mail.lists.create({
    name: 'Customers',
    customFields: [
      { key: 'plan', label: 'Plan', type: 'select', options: ['Free', 'Pro'], required: true },
      { key: 'seats', label: 'Number of seats', type: 'number' },
      { key: 'beta', label: 'Beta', type: 'boolean' },
      { key: 'since', label: 'Customer since', type: 'date' },
      { key: 'note', label: 'Note', type: 'text', required: true, defaultValue: 'none' },
    ],
  });
  return { mail, sandbox, contacts: mail.contacts(list.id) };
}

const plan = { plan: 'Pro' };

test.each(['', '..'])(
  'a list id %j that no list has is refused by the name of the method that was called',
  async (id) => {
    const { mail, sandbox } = connect();
    const contacts = mail.contacts(id);
    const contact = { email: 'ada@example.org' };
    for (const [method, call] of [
      ['find', () => contacts.find(contact.email)],
      ['upsert', () => contacts.upsert(contact)],
      ['importMany', () => contacts.importMany([contact]).finish()],
    ] as const) {
      const error = await failureOf(call());
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        operation: method,
        details: { field: 'listId' },
      });
    }
    expect(sandbox.requests.count()).toBe(0);
  },
);

describe('find()', () => {
  test('finds a contact by its address in any case, on any page (A93)', async () => {
    const { contacts, sandbox } = await withList();
    sandbox.requests.clear();
    const first = await contacts.create({ email: 'Ada@Example.org', customFields: plan });
    for (let n = 0; n < 60; n += 1) await contacts.create({ email: `c${n}@example.org`, customFields: plan });
    sandbox.requests.clear();
    expect(await contacts.find('ada@example.ORG')).toEqual(first);
    expect(sandbox.requests.count()).toBe(1);
    expect(await contacts.find('nobody@example.org')).toBeUndefined();
  });

  test('in a list that does not exist fails', async () => {
    const { mail } = connect();
    expect(await failureOf(mail.contacts('lst_no').find('ada@example.org'))).toHaveProperty(
      'code',
      'LIST_NOT_FOUND',
    );
  });
});

describe('upsert()', () => {
  test('adds a new contact with one request', async () => {
    const { contacts, sandbox } = await withList();
    sandbox.requests.clear();
    const added = await contacts.upsert({ email: 'ada@example.org', firstName: 'Ada', customFields: plan });
    expect(added).toMatchObject({ firstName: 'Ada', customFields: { plan: 'Pro', note: 'none' } });
    expect(sandbox.requests.count()).toBe(1);
  });

  test('changes the given fields of a contact that is there, and keeps the others', async () => {
    const { contacts } = await withList();
    const { id } = await contacts.upsert({
      email: 'ada@example.org',
      firstName: 'Ada',
      customFields: { plan: 'Pro', seats: 3 },
    });
    const changed = await contacts.upsert({
      email: 'ADA@example.org',
      lastName: 'Lovelace',
      source: 'import',
      customFields: { plan: 'Free' },
    });
    expect(changed).toMatchObject({
      id,
      email: 'ada@example.org',
      firstName: 'Ada',
      lastName: 'Lovelace',
      customFields: { plan: 'Free', seats: 3 },
    });
    expect(await contacts.list()).toHaveProperty('total', 1);
  });

  test.each(['before', 'after'] as const)(
    'a lost response to the request that adds it is found out (%s)',
    async (phase) => {
      const { contacts, sandbox } = await withList();
      sandbox.faults.add({ operation: 'createContact', times: 1, phase, effect: { network: 'reset' } });
      const call = contacts.upsert({ email: 'ada@example.org', customFields: plan });
      if (phase === 'after') expect(await call).toHaveProperty('email', 'ada@example.org');
      else expect(await failureOf(call)).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown' });
      expect(await contacts.list()).toHaveProperty('total', phase === 'after' ? 1 : 0);
    },
  );

  test('a mistake is reported, and changes nothing', async () => {
    const { contacts } = await withList();
    await contacts.upsert({ email: 'ada@example.org', customFields: plan });
    const wrong = contacts.upsert({ email: 'ada@example.org', customFields: { plan: 'Gold' } });
    expect(await failureOf(wrong)).toHaveProperty('code', 'INVALID_CUSTOM_FIELD');
    expect(await contacts.find('ada@example.org')).toHaveProperty('customFields.plan', 'Pro');
  });
});
