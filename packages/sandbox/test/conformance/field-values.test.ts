import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { newList } from './contact-lists.ts';
import {
  contactNow,
  contactsOf,
  createContact,
  listContacts,
  newContact,
  updateContact,
} from './contacts.ts';

const definition = (type: string, fields: object = {}) => ({
  key: 'field',
  label: 'Field',
  type,
  ...(type === 'select' && { options: ['free', 'pro plan', ''.padEnd(2, 'é')] }),
  ...fields,
});

const values: readonly [
  requirement: string,
  type: string,
  good: readonly unknown[],
  bad: readonly unknown[],
][] = [
  [
    'R146',
    'text',
    ['', 'Bob', ' 5 ', 'null', '报告 😀\n', 'x'.repeat(5_000)],
    [5, 0, true, false, {}, [], ['Bob']],
  ],
  ['R147', 'number', [0, -0.5, 42, 1e21, -1e-7], ['', '5', '0', true, false, {}, [], [5], 'NaN', 'Infinity']],
  ['R148', 'boolean', [true, false], ['', 'true', 'false', 0, 1, {}, []]],
  [
    'R149',
    'date',
    [
      '2025-06-01',
      '2024-02-29',
      '2025-06-01T10:00Z',
      '2025-06-01T10:00:00Z',
      '2025-06-01T10:00:00.5Z',
      '2025-06-01T10:00:00.123+05:30',
      '20250601',
      '2025-06-01T10:00:00',
    ],
    [
      '',
      'tomorrow',
      '2025-02-29',
      '2025-02-30',
      '2025-13-01',
      '2025-00-10',
      '2025-6-1',
      '01/06/2025',
      '2025-W23-7',
      '2025-152',
      '2025-06-01T24:30:00Z',
      ' 2025-06-01',
      20_250_601,
      1_748_736_000_000,
      true,
      {},
      [],
    ],
  ],
  [
    'R150',
    'select',
    ['free', 'pro plan', 'éé'],
    ['', 'Free', 'FREE', ' free', 'gold', 0, true, ['free'], {}],
  ],
];

conformance('custom field values', (open) => {
  test.each(values)('a $1 accepts its values and returns them as sent ($0, A86)', async (_, type, good) => {
    const service = await open();
    const { id } = await newList(service, { customFields: [definition(type)] });
    for (const [index, field] of good.entries()) {
      const contact = await newContact(service, id, {
        email: `reader${index}@example.net`,
        customFields: { field },
      });
      expect(contact.customFields).toEqual({ field });
      expect((await contactNow(service, contact)).customFields).toEqual({ field });
      const response = await updateContact(service, contact, { customFields: { field: good[0] } });
      expect(response.body.data).toMatchObject({ customFields: { field: good[0] } });
    }
  });

  test.each(values)('a $1 refuses every other value ($0, R161, A86)', async (_, type, good, bad) => {
    const service = await open();
    const { id } = await newList(service, { customFields: [definition(type)] });
    const contact = await newContact(service, id, {
      email: 'eve@example.net',
      customFields: { field: good[0] },
    });
    for (const field of bad) {
      for (const response of [
        await createContact(service, id, { customFields: { field } }),
        await updateContact(service, contact, { customFields: { field } }),
      ]) {
        expect(response.outcome, JSON.stringify(field)).toBe('400 INVALID_CUSTOM_FIELD');
        expect(response.body.error.details.field).toBe('customFields.field');
      }
    }
    expect((await listContacts(service, id)).contacts).toEqual([contact]);
  });

  test('a number too large for a JSON reader is not finite, so it is refused (R147, A86)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [definition('number')] });
    const body = '{"email":"bob@example.net","customFields":{"field":1e999}}';
    expect((await service.call('POST', contactsOf(id), { body })).outcome).toBe('400 INVALID_CUSTOM_FIELD');
  });

  test('an undefined key is refused, even if every object has such a member (R145)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [definition('text')] });
    const contact = await newContact(service, id, { email: 'eve@example.net' });
    for (const key of ['nope', 'Field', '', 'field ', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const response of [
        await createContact(service, id, { customFields: { field: 'x', [key]: 'x' } }),
        await updateContact(service, contact, { customFields: { field: 'x', [key]: 'x' } }),
      ]) {
        expect(response.outcome, key).toBe('400 INVALID_CUSTOM_FIELD');
        expect(response.body.error.details.field).toBe(`customFields.${key}`);
      }
    }
    expect((await listContacts(service, id)).contacts).toEqual([contact]);
  });

  test('__proto__ is an undefined key like any other (A12, R145)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const body = '{"email":"bob@example.net","customFields":{"__proto__":{"polluted":"yes"}}}';
    const response = await service.call('POST', contactsOf(id), { body });
    expect(response.outcome).toBe('400 INVALID_CUSTOM_FIELD');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect((await newContact(service, id)).customFields).toEqual({});
  });

  test('null for an undefined key is refused on creation (A86)', async () => {
    const service = await open();
    const { id } = await newList(service);
    expect((await createContact(service, id, { customFields: { nope: null } })).outcome).toBe(
      '400 INVALID_CUSTOM_FIELD',
    );
  });

  test('a required field that is missing or null is VALIDATION_ERROR (R151, A86)', async () => {
    const service = await open();
    const { id } = await newList(service, {
      customFields: [definition('text', { required: true }), definition('number', { key: 'age' })],
    });
    for (const fields of [
      {},
      { customFields: {} },
      { customFields: { age: 5 } },
      { customFields: { field: null } },
    ]) {
      const response = await createContact(service, id, fields);
      expect(response.outcome, JSON.stringify(fields)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('customFields.field');
    }
    expect((await listContacts(service, id)).contacts).toEqual([]);
    expect((await newContact(service, id, { customFields: { field: '' } })).customFields).toEqual({
      field: '',
    });
  });

  test.each([
    ['number', 0],
    ['boolean', false],
    ['text', ''],
  ])('a required %s may be %j (R151)', async (type, field) => {
    const service = await open();
    const { id } = await newList(service, { customFields: [definition(type, { required: true })] });
    expect((await newContact(service, id, { customFields: { field } })).customFields).toEqual({ field });
  });

  test('null on creation leaves a field unset and skips its default (A86)', async () => {
    const service = await open();
    const customFields = [definition('text', { defaultValue: 'x' }), definition('number', { key: 'age' })];
    const { id } = await newList(service, { customFields });
    const contact = await newContact(service, id, { customFields: { field: null, age: null } });
    expect(contact.customFields).toEqual({});
    expect((await contactNow(service, contact)).customFields).toEqual({});
  });
});
