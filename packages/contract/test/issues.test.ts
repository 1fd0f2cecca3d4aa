import { describe, expect, test } from 'vitest';
import { check, fieldPath, type Operation, type OperationName, operations } from '../src/index.ts';

/** The issues of an operation with a body, as `field: message` lines. */
function findings(operation: OperationName, part: 'body' | 'query', value: unknown): string[] {
  const row: Operation = operations[operation];
  const schema = row[part];
  if (!schema) throw new Error(`${operation} reads no ${part}`);
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors.map(({ field, message }) => `${field}: ${message}`);
}

const email = { from: 'ada@example.com', to: 'bob@example.com', subject: 'Hi', text: 'Hello' };
const address = 'must be an email address, for example ada@example.com or "Ada" <ada@example.com>';

describe('issues name the field by its path and say what is expected (A21)', () => {
  test.each([
    [['to', 1], 'to[1]'],
    [['customFields', 2, 'options', 0], 'customFields[2].options[0]'],
    [['customFields', 'plan'], 'customFields.plan'],
    [['headers', '0'], 'headers.0'],
    [[], ''],
  ])('%j is written %s (A21)', (path, text) => {
    expect(fieldPath(path)).toBe(text);
  });

  const cases: [string, OperationName, 'body' | 'query', unknown, string[]][] = [
    ['R46', 'sendEmail', 'body', { ...email, from: undefined }, ['from: is required']],
    ['R46', 'sendEmail', 'body', { ...email, from: 7 }, ['from: must be a string']],
    ['R46', 'sendEmail', 'body', { ...email, from: 'ada' }, [`from: ${address}`]],
    ['R51', 'sendEmail', 'body', { ...email, to: undefined }, ['to: is required']],
    ['R51', 'sendEmail', 'body', { ...email, to: [] }, ['to: must hold at least one recipient']],
    ['R51', 'sendEmail', 'body', { ...email, to: '' }, [`to: ${address}`]],
    ['R51', 'sendEmail', 'body', { ...email, to: ['a@b.example', 'x'] }, [`to[1]: ${address}`]],
    ['R51', 'sendEmail', 'body', { ...email, to: ['a@b.example', 7] }, ['to[1]: must be a string']],
    ['R51', 'sendEmail', 'body', { ...email, to: {} }, ['to: must be an email address or an array of them']],
    [
      'R52',
      'sendEmail',
      'body',
      { ...email, subject: undefined },
      ['subject: is required without a templateId'],
    ],
    ['R54', 'sendEmail', 'body', { ...email, subject: 'a\nb' }, ['subject: must not contain line breaks']],
    [
      'R55',
      'sendEmail',
      'body',
      { ...email, text: '' },
      ['html: is required: give html, text or both, or a templateId'],
    ],
    ['R63', 'sendEmail', 'body', { ...email, variables: [] }, ['variables: must be an object, not an array']],
    [
      'R66',
      'sendEmail',
      'body',
      { ...email, attachmentIds: Array(11).fill('a') },
      ['attachmentIds: must hold at most 10 items'],
    ],
    [
      'R73',
      'sendEmail',
      'body',
      { ...email, headers: { 'a b': 'c' } },
      ['headers.a b: is not a valid header name'],
    ],
    [
      'A54',
      'sendEmail',
      'body',
      { ...email, templateId: 't' },
      ['text: cannot be combined with templateId: give one or the other'],
    ],
    ['A31', 'listEmails', 'query', { page: 0 }, ['page: must be a whole number from 1 to 999999999']],
    ['A31', 'listEmails', 'query', { limit: 101 }, ['limit: must be a whole number from 1 to 100']],
    ['A31', 'listEmails', 'query', { limit: 1.5 }, ['limit: must be a whole number from 1 to 100']],
    [
      'A34',
      'listEmails',
      'query',
      { status: 'lost' },
      ['status: must be one of queued, sent, delivered, bounced, failed'],
    ],
    ['A12', 'createContact', 'body', null, [': must be an object such as { email: … }']],
    ['A12', 'createContact', 'body', [], [': must be an object such as { email: … }, not an array']],
  ];

  test.each(cases)('the message for an invalid $1 $2 is $3 ($0)', (_id, operation, part, value, expected) => {
    expect(findings(operation, part, value)).toEqual(expected);
  });

  test('all invalid fields are found, in document order (A21)', () => {
    expect(findings('sendEmail', 'body', { to: 'x', subject: 7, html: null })).toEqual([
      'from: is required',
      `to: ${address}`,
      'subject: must be a string',
      'html: must be a string',
    ]);
  });

  test('the invalid value is returned (A21)', () => {
    const checked = check(operations.suppressContact.body, { reason: 'tired' });
    expect(checked).toMatchObject({ ok: false, errors: [{ field: 'reason', value: 'tired' }] });
  });

  test('too many errors are reported as one, in any field (A21)', () => {
    const many = Array<number>(1_000_000).fill(7);
    const told = [': holds too many mistakes to list'];
    expect(findings('sendEmail', 'body', { ...email, cc: many })).toEqual(told);
    expect(findings('createContactList', 'body', { name: 'x', customFields: many })).toEqual(told);
    const headers = Object.fromEntries(many.map((value, index) => [`x-${index}`, value]));
    expect(findings('sendEmail', 'body', { ...email, headers })).toEqual(told);
  });

  test('a large object in place of an array is one mistake, not one for each of its members (A21)', () => {
    const customFields = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 'x']));
    expect(findings('createContactList', 'body', { name: 'x', customFields })).toEqual([
      'customFields: must be an array',
    ]);
  });

  test('too many attachments are not checked one by one (R66)', () => {
    const attachmentIds = Array<number>(1_000_000).fill(7);
    expect(findings('sendEmail', 'body', { ...email, attachmentIds })).toEqual([
      'attachmentIds: must hold at most 10 items',
    ]);
  });

  test('a check that stops at the first mistake in a receipt names a field that such a receipt has (A38)', () => {
    const { response } = operations.sendEmail;
    const receipt = { messageId: '1@example.com', status: 7 };
    const checked = check<unknown>(response, receipt, { abortEarly: true });
    expect(checked).toMatchObject({ ok: false, errors: [{ field: 'status', message: 'must be a string' }] });
  });

  test('unknown fields are dropped (A15)', () => {
    const checked = check(operations.suppressContact.body, { reason: 'manual', note: 'x' });
    expect(checked).toEqual({ ok: true, value: { reason: 'manual' } });
  });
});

describe('lengths are counted in characters, and limits are inclusive', () => {
  test('a subject of 998 characters is accepted, and one of 999 is refused (R53)', () => {
    expect(findings('sendEmail', 'body', { ...email, subject: '🦊'.repeat(998) })).toEqual([]);
    expect(findings('sendEmail', 'body', { ...email, subject: 'x'.repeat(999) })).toEqual([
      'subject: must be at most 998 characters',
    ]);
  });

  test('an idempotency key of 256 characters is accepted, and one of 257 is refused (R74)', () => {
    expect(findings('sendEmail', 'body', { ...email, idempotencyKey: 'k'.repeat(256) })).toEqual([]);
    expect(findings('sendEmail', 'body', { ...email, idempotencyKey: 'k'.repeat(257) })).toEqual([
      'idempotencyKey: must be at most 256 characters',
    ]);
  });

  test('a list name of 100 characters is accepted, and one of 101 is refused (R120)', () => {
    expect(findings('createContactList', 'body', { name: '🦊'.repeat(100) })).toEqual([]);
    expect(findings('createContactList', 'body', { name: 'x'.repeat(101) })).toEqual([
      'name: must be at most 100 characters',
    ]);
  });

  test('a description of 500 characters is accepted, and one of 501 is refused (R121)', () => {
    expect(findings('updateContactList', 'body', { description: 'x'.repeat(500) })).toEqual([]);
    expect(findings('updateContactList', 'body', { description: 'x'.repeat(501) })).toEqual([
      'description: must be at most 500 characters',
    ]);
  });

  test('a filename of 255 characters is accepted, and one of 256 is refused (A71)', () => {
    const file = { contentType: 'text/plain', size: 1 };
    expect(findings('createUpload', 'body', { ...file, filename: 'x'.repeat(255) })).toEqual([]);
    expect(findings('createUpload', 'body', { ...file, filename: 'x'.repeat(256) })).toEqual([
      'filename: must be at most 255 characters',
    ]);
  });
});
