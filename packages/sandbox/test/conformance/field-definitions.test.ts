import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { allLists, createList, listIn, listNow, newList, updateList } from './contact-lists.ts';
import { contactNow, createContact, newContact, updateContact } from './contacts.ts';

const text = { key: 'nick', label: 'Nickname', type: 'text' };
const select = { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] };
const typed = (type: string) => ({ ...text, type, ...(type === 'select' && { options: ['free', 'pro'] }) });

/** An invalid definition, and the invalid field. */
const wrong: readonly [requirement: string, field: RegExp, definition: object][] = [
  ...[undefined, null, 5, {}].flatMap((value): [string, RegExp, object][] => [
    ['R131', /^key$/, { ...text, key: value }],
    ['R131', /^label$/, { ...text, label: value }],
    ['R131', /^type$/, { ...text, type: value }],
  ]),
  ...['', 'string', 'Text', 'integer', 'email', 'toString'].map((type): [string, RegExp, object] => [
    'R132',
    /^type$/,
    { ...text, type },
  ]),
  ...['true', 1, {}].map((required): [string, RegExp, object] => [
    'R133',
    /^required$/,
    { ...text, required },
  ]),
  ...[undefined, null, [], 'free', { free: 1 }].map((options): [string, RegExp, object] => [
    'R134',
    /^options$/,
    { ...select, options },
  ]),
  ...[[''], ['free', ''], [5], ['free', null], ['free', 'free'], ['a', 'b', 'a']].map(
    (options): [string, RegExp, object] => ['R134, A84', /^options(\[\d\])?$/, { ...select, options }],
  ),
  ...[
    '',
    ' ',
    '9a',
    '-a',
    '.a',
    'a b',
    'a\n',
    'é',
    'a/b',
    'a[0]',
    'x'.repeat(65),
    '__proto__',
    'constructor',
    'prototype',
  ].map((key): [string, RegExp, object] => ['A84', /^key$/, { ...text, key }]),
  ...(
    [
      ['text', 5],
      ['text', true],
      ['text', {}],
      ['text', ['a']],
      ['number', '5'],
      ['number', true],
      ['boolean', 'true'],
      ['boolean', 0],
      ['date', 'tomorrow'],
      ['date', '2025-02-29'],
      ['date', 20_250_101],
      ['select', 'Free'],
      ['select', 'gold'],
      ['select', ['free']],
    ] as const
  ).map(([type, defaultValue]): [string, RegExp, object] => [
    'R135, A85',
    /^defaultValue$/,
    { ...typed(type), defaultValue },
  ]),
];

conformance('custom field definitions', (open) => {
  test.each(wrong)('an invalid $1 is refused: $2 ($0)', async (_, field, definition) => {
    const service = await open();
    const list = await newList(service, { customFields: [text] });
    const customFields = [{ ...text, key: 'good' }, definition];
    for (const response of [
      await createList(service, { customFields }),
      await updateList(service, list.id, { customFields }),
    ]) {
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      const [, path = ''] = response.body.error.details.field?.split('customFields[1].') ?? [];
      expect(path).toMatch(field);
    }
    expect(await allLists(service)).toEqual([list]);
  });

  test.each(['text', 'number', 'date', 'boolean', 'select'])(
    'the type %s is accepted, and required defaults to false (R132, R133)',
    async (type) => {
      const service = await open();
      const definition = typed(type);
      const { id, customFields } = await newList(service, { customFields: [definition] });
      expect(customFields).toEqual([{ ...definition, required: false }]);
      expect((await listNow(service, id)).customFields).toEqual(customFields);
      const required = { ...definition, required: true };
      expect((await newList(service, { customFields: [required] })).customFields).toEqual([required]);
    },
  );

  test('keys of up to 64 letters, digits, _, . and - are accepted (A84)', async () => {
    const service = await open();
    const keys = ['a', '_', 'A.b-c_9', 'x'.repeat(64), 'toString', 'hasOwnProperty', 'length'];
    const customFields = keys.map((key) => ({ ...text, key, required: false }));
    expect((await newList(service, { customFields })).customFields).toEqual(customFields);
  });

  test('two definitions with the same key are refused, whatever else they say (A84)', async () => {
    const service = await open();
    const customFields = [text, select, { ...typed('number'), key: 'nick' }];
    const response = await createList(service, { customFields });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.field).toBe('customFields[2].key');
    const { id } = await newList(service);
    expect((await updateList(service, id, { customFields })).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('options are ignored for every type but select (A84)', async () => {
    const service = await open();
    for (const options of [[], ['a'], ['a', 'a'], ['']]) {
      const { id } = await newList(service, { customFields: [{ ...text, options }] });
      const contact = await newContact(service, id, { customFields: { nick: 'anything' } });
      expect(contact.customFields).toEqual({ nick: 'anything' });
    }
  });

  test('unknown members of a definition are ignored (A15)', async () => {
    const service = await open();
    const { customFields } = await newList(service, { customFields: [{ ...text, color: 'red', id: 7 }] });
    expect(customFields).toEqual([{ ...text, required: false }]);
  });

  test.each([
    ['text', ''],
    ['text', 'Bobby'],
    ['number', 0],
    ['number', -1.5],
    ['boolean', false],
    ['boolean', true],
    ['date', '2024-02-29'],
    ['date', '2024-02-29T10:00:00+02:00'],
    ['select', 'pro'],
  ])('a %s accepts the default %j, which fills in a missing field (R135, R152, A85)', async (...row) => {
    const [type, defaultValue] = row;
    const service = await open();
    const definition = { ...typed(type), required: false, defaultValue };
    const { id, customFields } = await newList(service, { customFields: [definition] });
    expect(customFields).toEqual([definition]);
    for (const fields of [{}, { customFields: {} }]) {
      const email = `reader${Object.keys(fields).length}@example.net`;
      expect((await newContact(service, id, { email, ...fields })).customFields).toEqual({
        nick: defaultValue,
      });
    }
  });

  test('a given value overrides the default, and null leaves the field unset (R152, A85)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [{ ...text, defaultValue: 'Bobby' }] });
    const created = async (email: string, nick: string | null) =>
      (await newContact(service, id, { email, customFields: { nick } })).customFields;
    expect(await created('a@example.net', 'Al')).toEqual({ nick: 'Al' });
    expect(await created('b@example.net', '')).toEqual({ nick: '' });
    expect(await created('c@example.net', null)).toEqual({});
  });

  test('a default satisfies required, but null does not (A85)', async () => {
    const service = await open();
    const { id } = await newList(service, {
      customFields: [{ ...text, required: true, defaultValue: 'Bobby' }],
    });
    expect((await createContact(service, id, { customFields: { nick: null } })).outcome).toBe(
      '400 VALIDATION_ERROR',
    );
    expect((await newContact(service, id)).customFields).toEqual({ nick: 'Bobby' });
  });

  test('a default applies neither to existing contacts nor to updates (A85)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    const other = { ...text, key: 'other' };
    await updateList(service, id, { customFields: [{ ...text, defaultValue: 'Bobby' }, other] });
    expect((await contactNow(service, contact)).customFields).toEqual({});
    await updateContact(service, contact, { firstName: 'Bob' });
    await updateContact(service, contact, { customFields: {} });
    await updateContact(service, contact, { customFields: { other: 'x' } });
    expect((await contactNow(service, contact)).customFields).toEqual({ other: 'x' });
    expect((await newContact(service, id, { email: 'new@example.net' })).customFields).toEqual({
      nick: 'Bobby',
    });
  });

  test('values without a definition are hidden, and reappear when the key is defined again (A88)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [text, select] });
    const contact = await newContact(service, id, { customFields: { nick: 'Bobby', plan: 'pro' } });
    await updateList(service, id, { customFields: [select] });
    expect((await contactNow(service, contact)).customFields).toEqual({ plan: 'pro' });
    await updateContact(service, contact, { customFields: { plan: 'free' } });
    await updateList(service, id, { customFields: [] });
    expect((await contactNow(service, contact)).customFields).toEqual({});
    await updateList(service, id, { customFields: [select, text] });
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby', plan: 'free' });
  });

  test('new definitions apply to new values, not to stored ones (A88)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [text, select] });
    const contact = await newContact(service, id, { customFields: { nick: 'Bobby', plan: 'pro' } });
    await updateList(service, id, {
      customFields: [
        { ...text, type: 'number' },
        { ...select, options: ['gold'] },
      ],
    });
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby', plan: 'pro' });
    expect((await updateContact(service, contact, { customFields: { plan: 'gold' } })).outcome).toBe('200');
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby', plan: 'gold' });
    expect((await updateContact(service, contact, { customFields: { nick: 'Bobby' } })).outcome).toBe(
      '400 INVALID_CUSTOM_FIELD',
    );
    expect((await updateContact(service, contact, { customFields: { plan: 'pro' } })).outcome).toBe(
      '400 INVALID_CUSTOM_FIELD',
    );
  });

  test('a new required field leaves existing contacts as they are (A88)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    await updateList(service, id, { customFields: [{ ...text, required: true }] });
    expect(await contactNow(service, contact)).toEqual(contact);
    expect((await createContact(service, id, { email: 'new@example.net' })).outcome).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  test('definitions of one list do not affect another (R126, A84)', async () => {
    const service = await open();
    const first = await newList(service, { customFields: [text] });
    const second = await newList(service, { customFields: [select] });
    expect((await createContact(service, second.id, { customFields: { nick: 'Bobby' } })).outcome).toBe(
      '400 INVALID_CUSTOM_FIELD',
    );
    expect(listIn(await updateList(service, second.id, { customFields: [] })).customFields).toEqual([]);
    expect((await listNow(service, first.id)).customFields).toEqual([{ ...text, required: false }]);
  });
});
