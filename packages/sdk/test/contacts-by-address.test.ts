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

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const plan = { plan: 'Pro' };

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

describe('coerce()', () => {
  test('turns the texts of a CSV file into what the definitions of the list ask for (A86)', async () => {
    const { contacts } = await withList();
    const rows = [
      {
        'E-Mail': ' ada@example.org ',
        'First Name': 'Ada',
        last_name: 'Lovelace',
        PLAN: 'pro',
        'Number of Seats': '12.5',
        beta: 'Yes',
        'customFields.since': '2026-01-31',
        note: '',
      },
      { email: 'bob@example.org', plan: 'Free', seats: '-1e3', beta: '0', since: '', firstName: '  ' },
    ];
    const coerced = await all(contacts.coerce(rows));
    expect(coerced).toEqual([
      {
        ok: true,
        row: 1,
        contact: {
          email: 'ada@example.org',
          firstName: 'Ada',
          lastName: 'Lovelace',
          customFields: { plan: 'Pro', seats: 12.5, beta: true, since: '2026-01-31' },
        },
      },
      {
        ok: true,
        row: 2,
        contact: { email: 'bob@example.org', customFields: { plan: 'Free', seats: -1_000, beta: false } },
      },
    ]);
    for (const row of coerced) if (row.ok) await contacts.create(row.contact);
    expect(await contacts.list()).toHaveProperty('total', 2);
  });

  test('names every wrong field of a row, and goes on with the next row', async () => {
    const { contacts } = await withList();
    async function* rows() {
      yield { email: 'nobody', plan: 'gold', seats: '1,5', beta: 'maybe', since: '31.01.2026' };
      yield { email: '', plan: '', consentType: 'shouted' };
      yield { email: 'ada@example.org', plan: 'Pro', plna: 'x' };
      yield { email: 'bob@example.org', plan: 'Pro' };
    }
    const coerced = await all(contacts.coerce(rows()));
    const fields = coerced.map((row) => (row.ok ? 'ok' : row.errors.map(({ field }) => field)));
    expect(fields).toEqual([
      ['email', 'customFields.plan', 'customFields.seats', 'customFields.beta', 'customFields.since'],
      ['email', 'consentType', 'customFields.plan'],
      ['plna'],
      'ok',
    ]);
    expect(coerced.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    const [, , misspelt] = coerced;
    expect(misspelt?.ok === false && misspelt.errors[0]?.message).toContain('unknownColumns');
  });

  test('leaves unknown columns out if told so, and takes values that are not texts as they are', async () => {
    const { contacts } = await withList();
    const rows = [{ email: 'ada@example.org', plan: 'Pro', seats: 3, beta: true, plna: 'x', since: null }];
    const [row] = await all(contacts.coerce(rows, { unknownColumns: 'ignore' }));
    expect(row).toMatchObject({ ok: true, contact: { customFields: { plan: 'Pro', seats: 3, beta: true } } });
  });

  test('reads the definitions with one request, and stops when its loop does', async () => {
    const { contacts, sandbox } = await withList();
    sandbox.requests.clear();
    let read = 0;
    function* rows() {
      for (;;) {
        read += 1;
        yield { email: `c${read}@example.org`, plan: 'Pro' };
      }
    }
    for await (const { row } of contacts.coerce(rows())) if (row === 3) break;
    expect([read, sandbox.requests.count()]).toEqual([3, 1]);
  });
});
