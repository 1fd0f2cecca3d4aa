import { describe, expect, test } from 'vitest';
import { connect } from './client.ts';

const fields = [
  { key: 'seats', label: 'Number of seats', type: 'number', required: true },
  { key: 'vip', label: 'VIP', type: 'boolean' },
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] },
] as const;

async function prepare() {
  const { mail, sandbox } = connect({ maxRetries: 0 }, { rateLimit: false });
  const { id } = await mail.lists.create({ name: 'Customers', customFields: fields });
  return { contacts: mail.contacts<typeof fields>(id), sandbox };
}

describe('importRows', () => {
  test('converts texts by the definitions of the list', async () => {
    const { contacts } = await prepare();
    const rows = [
      { Email: 'ada@example.org', 'First Name': 'Ada', 'Number of seats': '3', vip: 'yes', plan: 'PRO' },
      { Email: 'bob@example.org', 'First Name': '', 'Number of seats': '1.5', vip: '', plan: '' },
    ];
    expect(await contacts.importRows(rows).finish()).toMatchObject({ succeeded: 2, failed: 0 });
    expect(await contacts.find('ada@example.org')).toMatchObject({
      firstName: 'Ada',
      customFields: { seats: 3, vip: true, plan: 'pro' },
    });
    expect((await contacts.find('bob@example.org'))?.customFields).toEqual({ seats: 1.5 });
  });

  test('a row that does not fit names its fields and stops nothing else', async () => {
    const { contacts, sandbox } = await prepare();
    const rows = [
      { email: 'ada@example.org', seats: 'three' },
      { email: 'nobody', seats: '1' },
      { email: 'bob@example.org', seats: '1', color: 'red' },
      { email: 'eve@example.org', seats: '2' },
    ];
    const failures: Record<number, string[]> = {};
    for await (const result of contacts.importRows(rows)) {
      if (!result.ok) {
        expect(result.item).toBe(rows[result.index]);
        const { errors } = result.error.toJSON().details as { errors: readonly { field: string }[] };
        failures[result.index] = errors.map(({ field }) => field);
      }
    }
    expect(failures).toEqual({
      0: ['items[0].customFields.seats'],
      1: ['items[1].email'],
      2: ['items[2].color'],
    });
    expect(sandbox.requests.count({ operation: 'createContact' })).toBe(1);
    const { summary } = await (async () => {
      const run = contacts.importRows(rows.slice(2, 3), { unknownColumns: 'ignore' });
      await run.finish();
      return run;
    })();
    expect(summary).toMatchObject({ succeeded: 1 });
  });

  test('reads the definitions once, and changes contacts that exist', async () => {
    const { contacts, sandbox } = await prepare();
    const rows = (seats: string) =>
      Array.from({ length: 30 }, (_, index) => ({ 'E-Mail': `c${index}@example.org`, seats }));
    await contacts.importRows(rows('1')).finish();
    expect(sandbox.requests.count({ operation: 'listContacts' })).toBe(1);
    await contacts.importRows(rows('2'), { onExisting: 'update' }).finish();
    expect((await contacts.list().toArray()).every(({ customFields }) => customFields.seats === 2)).toBe(
      true,
    );
  });
});
