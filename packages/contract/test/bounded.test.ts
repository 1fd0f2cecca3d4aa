import { describe, expect, test } from 'vitest';
import { check, invalidEmails, type OperationName, operations } from '../src/index.ts';

const million = 1_000_000;

/** An array of a million items that counts how often its items are read. */
function counted(item: (index: number) => unknown): { array: unknown[]; read(): number } {
  let read = 0;
  const array = new Proxy(Array<unknown>(million), {
    get(target, key, receiver) {
      if (typeof key !== 'string' || !/^\d+$/.test(key)) return Reflect.get(target, key, receiver);
      read += 1;
      return item(Number(key));
    },
  });
  return { array, read: () => read };
}

/** A record of 100,000 fields that counts how often its fields are read. */
function countedFields(value: (name: string) => unknown): { record: object; read(): number } {
  let read = 0;
  const names = Array.from({ length: 100_000 }, (_, index) => `x-${index}`);
  const record = new Proxy(Object.fromEntries(names.map((name) => [name, null])), {
    get(target, key, receiver) {
      if (typeof key !== 'string' || !key.startsWith('x-')) return Reflect.get(target, key, receiver);
      read += 1;
      return value(key);
    },
  });
  return { record, read: () => read };
}

/** The issues of a value, as `field: message` lines. */
function mistakes(schema: Parameters<typeof check>[0], value: unknown): string[] {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors.map(({ field, message }) => `${field}: ${message}`);
}

const tooMany = [': holds too many mistakes to list'];
const { body: send } = operations.sendEmail;
const { body: createList } = operations.createContactList;
const email = { from: 'ada@example.com', to: 'bob@example.com', subject: 'Hi', text: 'Hello' };

describe('a body with a million errors is refused before it is read completely (A21)', () => {
  test('too many attachment ids are not checked (R66)', () => {
    const { array, read } = counted(() => 7);
    expect(mistakes(send, { ...email, attachmentIds: array })).toEqual([
      'attachmentIds: must hold at most 10 items',
    ]);
    expect(read()).toBe(0);
  });

  test.each(['to', 'cc', 'bcc'])('recipients in %s are checked until 100 are invalid (A50)', (field) => {
    const { array, read } = counted(() => 7);
    expect(mistakes(send, { ...email, [field]: array })).toEqual(tooMany);
    expect(read()).toBe(101);
  });

  test('the first 20 malformed recipients are listed (R51)', () => {
    const to = Array<string>(1_000).fill('nobody');
    expect(mistakes(send, { ...email, to })).toHaveLength(20);
  });

  test('header values are checked until 100 are invalid (A57)', () => {
    const { record, read } = countedFields(() => 7);
    expect(mistakes(send, { ...email, headers: record })).toEqual(tooMany);
    expect(read()).toBe(101);
  });

  test('header names are checked until 100 are invalid (A57)', () => {
    const headers = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x ${index}`, '']));
    expect(mistakes(send, { ...email, headers })).toEqual(tooMany);
  });

  test('definitions are checked until 100 are invalid (A84)', () => {
    const { array, read } = counted(() => 7);
    expect(mistakes(createList, { name: 'Readers', customFields: array })).toEqual(tooMany);
    expect(read()).toBe(101);
  });

  test('options are checked until 100 are invalid (A84)', () => {
    const { array: options, read } = counted(() => 7);
    const definition = { key: 'plan', label: 'Plan', type: 'select', options };
    expect(mistakes(createList, { name: 'Readers', customFields: [definition] })).toEqual(tooMany);
    expect(read()).toBe(101);
  });

  test('many definitions with many invalid options each are checked until 100 are invalid (A84)', () => {
    const options = Array<number>(90).fill(7);
    const { array, read } = counted((index) => ({ key: `k${index}`, label: 'x', type: 'select', options }));
    expect(mistakes(createList, { name: 'Readers', customFields: array })).toEqual(tooMany);
    expect(read()).toBe(2);
  });

  test('of duplicate keys and options, 100 are listed (A84)', () => {
    const same = { key: 'plan', label: 'Plan', type: 'text' };
    expect(mistakes(createList, { name: 'Readers', customFields: Array(10_000).fill(same) })).toHaveLength(
      100,
    );
    const select = { ...same, type: 'select', options: Array(10_000).fill('free') };
    expect(mistakes(createList, { name: 'Readers', customFields: [select] })).toHaveLength(100);
  });

  test('a batch of any size reaches the count, and 100 invalid entries are listed (A100)', () => {
    const emails = Array<number>(million).fill(7);
    expect(mistakes(operations.createVerificationBatch.body, { emails })).toEqual([]);
    expect(invalidEmails({ emails: Array<string>(1_000).fill('nobody') })).toHaveLength(100);
  });

  const lists: [OperationName, string][] = [
    ['listEmails', 'emails'],
    ['listContacts', 'contacts'],
    ['listVerifications', 'items'],
  ];
  test.each(lists)(
    'a page of %s with a million invalid items is refused at the first of them',
    (name, key) => {
      const { array, read } = counted(() => 7);
      const row = operations[name];
      if (!('response' in row)) throw new Error(`${name} answers nothing`);
      const checked = check<unknown>(row.response, { [key]: array }, { abortEarly: true });
      expect(checked).toMatchObject({
        ok: false,
        errors: [{ field: `${key}[0]`, message: 'must be an object' }],
      });
      expect(read()).toBe(1);
    },
  );
});

describe('large valid values pass', () => {
  test('a send may have thousands of recipients (A50)', () => {
    const to = Array.from({ length: 5_000 }, (_, index) => `reader-${index}@example.com`);
    expect(mistakes(send, { ...email, to })).toEqual([]);
  });

  test('one invalid value among many is named (A21)', () => {
    const to: unknown[] = Array<string>(5_000).fill('ada@example.com');
    to[4_321] = 7;
    expect(mistakes(send, { ...email, to })).toEqual(['to[4321]: must be a string']);
  });

  test('a value of the wrong type is one error (A21)', () => {
    expect(mistakes(send, { ...email, subject: [] })).toEqual(['subject: must be a string, not an array']);
    expect(mistakes(send, { ...email, attachmentIds: 'more than ten characters' })).toEqual([
      'attachmentIds: must be an array',
    ]);
  });
});
