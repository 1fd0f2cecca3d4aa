import { describe, expect, test } from 'vitest';
import type { ItemResult } from '../src/index.ts';
import { connect, failureOf } from './client.ts';
import { memoryJournal } from './runs/journal.ts';
import { freezeTime, pass } from './runs/time.ts';

freezeTime();

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] },
  { key: 'seats', label: 'Seats', type: 'number' },
] as const;

/** A list with the contact ada@example.org. */
async function prepare() {
  const { mail, sandbox } = connect({}, { rateLimit: false });
  const { id } = await mail.lists.create({ name: 'Customers', customFields: fields });
  const contacts = mail.contacts<typeof fields>(id);
  const ada = await contacts.create({ email: 'ada@example.org', customFields: { plan: 'free', seats: 1 } });
  return { mail, sandbox, id, contacts, ada };
}

const rows = [
  { email: 'ADA@example.org', customFields: { plan: 'pro' } },
  { email: 'bob@example.org', customFields: { seats: 2 } },
] as const;

async function collect<Item, Value>(run: AsyncIterable<ItemResult<Item, Value>>) {
  const results: ItemResult<Item, Value>[] = [];
  for await (const result of run) results[result.index] = result;
  return results;
}

describe('an address that the list has already', () => {
  test('is skipped by default', async () => {
    const { contacts, ada } = await prepare();
    const run = contacts.importMany(rows);
    expect(await collect(run)).toMatchObject([
      { ok: true, skipped: true, value: { action: 'existing' } },
      { ok: true, skipped: false, value: { action: 'created', id: expect.stringMatching(/^cnt_/) } },
    ]);
    expect(run.summary).toMatchObject({ succeeded: 1, skipped: 1 });
    expect(await contacts.get(ada.id)).toEqual(ada);
  });

  test('is changed with onExisting update', async () => {
    const { contacts, ada } = await prepare();
    const results = await collect(contacts.importMany(rows, { onExisting: 'update' }));
    expect(results).toMatchObject([
      { value: { action: 'updated', id: ada.id } },
      { value: { action: 'created' } },
    ]);
    expect((await contacts.get(ada.id)).customFields).toEqual({ plan: 'pro', seats: 1 });
  });

  test('fails with onExisting fail', async () => {
    const { contacts } = await prepare();
    const results = await collect(contacts.importMany(rows, { onExisting: 'fail' }));
    expect(results).toMatchObject([
      { ok: false, error: { code: 'CONTACT_ALREADY_EXISTS', details: { field: 'items[0].email' } } },
      { ok: true },
    ]);
  });

  test('counts as created if an earlier try may have created it', async () => {
    const { sandbox, contacts } = await prepare();
    for (const onExisting of ['skip', 'update', 'fail'] as const) {
      sandbox.faults.add({
        operation: 'createContact',
        times: 1,
        phase: 'after',
        effect: { network: 'reset' },
      });
      const email = `${onExisting}@example.org`;
      const results = await pass(collect(contacts.importMany([{ email }], { onExisting })));
      expect(results).toMatchObject([{ ok: true, skipped: false, value: { action: 'created' } }]);
    }
    expect((await contacts.list()).total).toBe(4);
  });
});

describe('importMany', () => {
  test('takes the last of several rows with one address, with onExisting update', async () => {
    const { contacts } = await prepare();
    const source = [1, 2, 3, 4, 5].map((seats) => ({ email: 'eve@example.org', customFields: { seats } }));
    const summary = await contacts.importMany(source, { onExisting: 'update' }).finish();
    expect(summary).toMatchObject({ succeeded: 5 });
    const { items } = await contacts.list();
    expect(items.find(({ email }) => email === 'eve@example.org')?.customFields).toEqual({ seats: 5 });
  });

  test('reads the list once, however many contacts it changes', async () => {
    const { sandbox, contacts } = await prepare();
    const source = Array.from({ length: 250 }, (_, index) => ({ email: `r${index}@example.org` }));
    await contacts.importMany(source).finish();
    sandbox.requests.clear();
    const changed = source.map((row) => ({ ...row, firstName: 'Reader' }));
    await contacts.importMany(changed, { onExisting: 'update' }).finish();
    expect(sandbox.requests.count({ operation: 'listContacts' })).toBe(3);
    expect(sandbox.contacts.list().filter(({ firstName }) => firstName === 'Reader')).toHaveLength(250);
  });

  test('names the row and the field that is wrong, and carries on', async () => {
    const { contacts } = await prepare();
    const source = [
      { email: 'nobody' },
      { email: 'eve@example.org', customFields: { plan: 'gold' } },
      { email: 'bob@example.org' },
    ];
    // @ts-expect-error: there is no plan gold
    const results = await collect(contacts.importMany(source));
    expect(results).toMatchObject([
      { ok: false, error: { code: 'VALIDATION_ERROR', details: { field: 'items[0].email' } } },
      { ok: false, error: { code: 'INVALID_CUSTOM_FIELD', status: 400 } },
      { ok: true },
    ]);
    const refused = results[1]?.ok === false ? results[1].error : undefined;
    expect(refused?.message).toMatch(/items\[1\]\.customFields\.plan/);
  });

  test('ends if there is no such list', async () => {
    const { mail } = await prepare();
    const source = Array.from({ length: 100 }, (_, index) => ({ email: `r${index}@example.org` }));
    const error = await failureOf(mail.contacts('clist_none').importMany(source).finish());
    expect(error).toMatchObject({ code: 'LIST_NOT_FOUND', summary: { succeeded: 0, failed: 0 } });
  });

  test('continues with a journal, and what was started counts as created', async () => {
    const { sandbox, contacts } = await prepare();
    const journal = memoryJournal();
    const source = Array.from({ length: 40 }, (_, index) => ({ email: `r${index}@example.org` }));
    sandbox.faults.add({
      operation: 'createContact',
      skip: 10,
      phase: 'after',
      effect: { network: 'reset' },
    });
    await failureOf(contacts.importMany(source, { journal, outageTimeout: 0 }).finish());
    sandbox.faults.clear();
    const summary = await contacts.importMany(source, { journal, onExisting: 'fail' }).finish();
    expect(summary).toMatchObject({ succeeded: 40, failed: 0, skipped: 0, resumed: 10 });
    expect((await contacts.list()).total).toBe(41);
  });

  test('does rows again that changed since the last start, and no others', async () => {
    const { contacts } = await prepare();
    const journal = memoryJournal();
    const options = { journal, onExisting: 'update' } as const;
    const source = ['bob', 'eve'].map((name) => ({ email: `${name}@example.org`, firstName: name }));
    await contacts.importMany(source, options).finish();
    const changed = [source[0], { email: 'eve@example.org', firstName: 'Eve' }].filter(
      (row) => row !== undefined,
    );
    const results = await collect(contacts.importMany(changed, options));
    expect(results).toMatchObject([
      { resumed: true, value: { action: 'created' } },
      { resumed: false, value: { action: 'updated' } },
    ]);
    expect(journal.entries.join()).not.toContain('eve');
  });
});
