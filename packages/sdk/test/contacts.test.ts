import { describe, expect, test } from 'vitest';
import { ConflictError, isAPIError, NotFoundError, ValidationError } from '../src/index.ts';
import { connect, failureOf } from './client.ts';

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
  { key: 'tier', label: 'Tier', type: 'text', required: true, defaultValue: 'bronze' },
  { key: 'seats', label: 'Seats', type: 'number' },
  { key: 'since', label: 'Since', type: 'date' },
  { key: 'beta', label: 'Beta', type: 'boolean' },
] as const;

async function openList(...options: Parameters<typeof connect>) {
  const { mail, sandbox } = connect(...options);
  const list = await mail.lists.create({ name: 'Customers', customFields: fields });
  return { mail, sandbox, list, contacts: mail.contacts<typeof fields>(list.id) };
}

describe('a contact', () => {
  test('is created with everything given and with the defaults (R136, R141, R152)', async () => {
    const { contacts, list } = await openList();
    const contact = await contacts.create({
      email: 'ada@example.org',
      firstName: 'Ada',
      source: 'import',
      consentType: 'explicit',
      consentTimestamp: '2026-01-31T09:30:00Z',
      consentIpAddress: '203.0.113.7',
      customFields: { plan: 'pro', since: '2026-01-31', beta: null },
    });
    expect(contact).toMatchObject({
      id: expect.stringMatching(/^cnt_/),
      contactListId: list.id,
      email: 'ada@example.org',
      firstName: 'Ada',
      status: 'active',
      source: 'import',
      consentType: 'explicit',
      consentTimestamp: '2026-01-31T09:30:00.000Z',
    });
    expect(contact.customFields).toEqual({ plan: 'pro', tier: 'bronze', since: '2026-01-31' });
    expect(await contacts.get(contact.id)).toEqual(contact);
  });

  test('an update merges custom fields, and null clears one (R158, R159)', async () => {
    const { contacts } = await openList();
    const { id } = await contacts.create({
      email: 'ada@example.org',
      customFields: { plan: 'free', seats: 3, beta: true },
    });
    const changed = await contacts.update(id, {
      lastName: 'Lovelace',
      customFields: { plan: 'pro', seats: null },
    });
    expect(changed).toMatchObject({ lastName: 'Lovelace', updatedAt: expect.any(String) });
    expect(changed.customFields).toEqual({ plan: 'pro', tier: 'bronze', beta: true });
  });

  test('refusals have the class of their code (R138, R145, R155)', async () => {
    const { mail, list, contacts } = await openList();
    await contacts.create({ email: 'ada@example.org', customFields: { plan: 'free' } });
    const untyped = mail.contacts(list.id);
    const twice = await failureOf(
      untyped.create({ email: 'ADA@example.org', customFields: { plan: 'free' } }),
    );
    expect(twice).toBeInstanceOf(ConflictError);
    expect(twice.code).toBe('CONTACT_ALREADY_EXISTS');
    const wrong = await failureOf(untyped.create({ email: 'bob@example.org', customFields: { nope: 1 } }));
    expect(wrong).toBeInstanceOf(ValidationError);
    expect(isAPIError(wrong, 'INVALID_CUSTOM_FIELD') && wrong.details?.field).toBe('customFields.nope');
    expect(await failureOf(contacts.get('cnt_none'))).toMatchObject({ code: 'CONTACT_NOT_FOUND' });
    const nowhere = await failureOf(mail.contacts('lst_none').list());
    expect(nowhere).toBeInstanceOf(NotFoundError);
    expect(nowhere.code).toBe('LIST_NOT_FOUND');
  });

  test('an invalid address and an empty id are never sent (R137)', async () => {
    const { mail, sandbox } = connect();
    expect(await failureOf(mail.contacts('lst_1').create({ email: 'ada' }))).toMatchObject({
      details: { field: 'email' },
      outcome: 'not-sent',
    });
    expect(await failureOf(mail.contacts('').list())).toMatchObject({ details: { field: 'listId' } });
    expect(await failureOf(mail.contacts('lst_1').get('..'))).toMatchObject({ details: { field: 'id' } });
    expect(sandbox.requests.count()).toBe(0);
  });
});

test('what a call was given may change as soon as it has returned its promise', async () => {
  const { mail, contacts, list } = await openList();
  const customFields = { plan: 'pro' as 'free' | 'pro', seats: 1 };
  const given = { email: 'ada@example.org', customFields };
  const created = contacts.create(given);
  given.email = 'nobody';
  customFields.plan = 'free';
  const { id, ...contact } = await created;
  expect(contact).toMatchObject({ email: 'ada@example.org', customFields: { plan: 'pro', seats: 1 } });

  const changes = { customFields: { seats: 2 } };
  const updated = contacts.update(id, changes);
  changes.customFields.seats = 3;
  expect(await updated).toMatchObject({ customFields: { seats: 2 } });

  const name = { name: 'Clients' };
  const renamed = mail.lists.update(list.id, name);
  name.name = '';
  expect(await renamed).toHaveProperty('name', 'Clients');

  const emails = ['ada@example.org'];
  const submitted = mail.verification.createBatch(emails);
  emails.push('bob@example.org');
  expect(await submitted).toHaveProperty('totalEmails', 1);
});

describe('a page of contacts', () => {
  test('has the definitions of the list next to its items, and so has the next page (R153, A82)', async () => {
    const { contacts, list } = await openList();
    for (const name of ['a', 'b', 'c']) {
      await contacts.create({ email: `${name}@example.org`, customFields: { plan: 'free' } });
    }
    const page = await contacts.list({ limit: 2 });
    expect(page).toMatchObject({ page: 1, total: 3, totalPages: 2, hasNext: true, hasPrev: false });
    expect(page.customFields).toEqual(list.customFields);
    expect(page.items.map(({ email }) => email)).toEqual(['c@example.org', 'b@example.org']);
    const last = await page.next();
    expect(last?.customFields).toEqual(list.customFields);
    expect(last?.items.map(({ email }) => email)).toEqual(['a@example.org']);
    await expect(last?.next()).resolves.toBeUndefined();
  });

  test('lists one status only, and a loop returns every contact (R154)', async () => {
    const { contacts, sandbox } = await openList();
    for (const name of ['a', 'b', 'c']) {
      await contacts.create({ email: `${name}@example.org`, customFields: { plan: 'free' } });
    }
    const [first] = (await contacts.list({ limit: 1 })).items;
    if (!first) throw new Error('there is no contact');
    sandbox.contacts.setStatus(first.id, 'unsubscribed');
    const active: string[] = [];
    for await (const { email } of contacts.list({ status: 'active', limit: 1 })) active.push(email);
    expect(active).toEqual(['b@example.org', 'a@example.org']);
  });
});

describe('suppression', () => {
  test('returns nothing, blocks the contact, and cannot be done twice (R164, R166, R167)', async () => {
    const { contacts, mail } = await openList();
    const { id } = await contacts.create({ email: 'ada@example.org', customFields: { plan: 'free' } });
    expect(await contacts.suppress(id, 'complained')).toBeUndefined();
    expect((await contacts.get(id)).status).toBe('suppressed');
    const again = await failureOf(contacts.suppress(id, 'manual'));
    expect(again).toBeInstanceOf(ConflictError);
    expect(again).toMatchObject({ code: 'ALREADY_SUPPRESSED', outcome: 'rejected' });
    const email = { from: 'me@example.com', to: 'ada@example.org', subject: 'Hi', text: 'Hi' };
    expect(await failureOf(mail.emails.send(email))).toHaveProperty('code', 'RECIPIENT_SUPPRESSED');
  });

  test.each([{ network: 'reset' }, { status: 503 }] as const)(
    'repeated after %o, it treats ALREADY_SUPPRESSED as its own success (A23)',
    async (effect) => {
      const { contacts, sandbox } = await openList();
      const { id } = await contacts.create({ email: 'ada@example.org', customFields: { plan: 'free' } });
      sandbox.requests.clear();
      sandbox.faults.add({ operation: 'suppressContact', times: 1, phase: 'after', effect });
      expect(await contacts.suppress(id, 'manual')).toBeUndefined();
      expect(sandbox.requests.count()).toBe(2);
    },
  );

  test('an unknown reason is never sent (R165)', async () => {
    const { mail, sandbox } = connect();
    // @ts-expect-error: not one of the reasons
    const error = await failureOf(mail.contacts('lst_1').suppress('cnt_1', 'boredom'));
    expect(error).toMatchObject({ details: { field: 'reason' }, outcome: 'not-sent' });
    expect(sandbox.requests.count()).toBe(0);
  });
});
