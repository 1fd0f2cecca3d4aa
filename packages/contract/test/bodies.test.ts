import { describe, expect, test } from 'vitest';
import { check, invalidEmail, invalidEmails, operations } from '../src/index.ts';

/** Fields that a schema refuses. */
function wrong(schema: Parameters<typeof check>[0], value: unknown): string[] {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
}

describe('Uploads', () => {
  const { body } = operations.createUpload;
  const file = { filename: 'report.pdf', contentType: 'application/pdf', size: 1 };

  test('a filename, a type and a size are enough (R97)', () => {
    expect(wrong(body, file)).toEqual([]);
    expect(wrong(body, {})).toEqual(['filename', 'contentType', 'size']);
  });

  test.each([0, -1, 1.5, '1', null])('a size of %j is refused (R103)', (size) => {
    expect(wrong(body, { ...file, size })).toEqual(['size']);
  });

  test('inline is a boolean (R104)', () => {
    expect(wrong(body, { ...file, inline: true })).toEqual([]);
    expect(wrong(body, { ...file, inline: 'true' })).toEqual(['inline']);
  });

  test.each(['', 'a\nb', 'a\0', 'a\u007f', 'a\u0085'])('the filename %j is refused (A71)', (filename) => {
    expect(wrong(body, { ...file, filename })).toEqual(['filename']);
  });

  test('path separators in a filename are kept (A71)', () => {
    expect(check(body, { ...file, filename: '../q1/report.pdf' })).toMatchObject({
      value: { filename: '../q1/report.pdf' },
    });
  });

  test('sizes and types that the service refuses with their own codes pass the schema (A69, A70)', () => {
    expect(wrong(body, { ...file, size: 1e12, contentType: 'application/x-unheard-of' })).toEqual([]);
  });

  test('a confirmation answers null or the record (A76)', () => {
    const { response } = operations.confirmUpload;
    expect(wrong(response, null)).toEqual([]);
    expect(wrong(response, { id: 'att_1', status: 'uploaded' })).toEqual([]);
    expect(wrong(response, {})).toEqual(['id', 'status']);
  });
});

describe('Contact lists', () => {
  test.each(['', '   ', '\t', 7, null])('the name %j is refused (A83)', (name) => {
    expect(wrong(operations.createContactList.body, { name })).toEqual(['name']);
    expect(wrong(operations.updateContactList.body, { name })).toEqual(['name']);
  });

  test('every field of an update is optional (R124)', () => {
    expect(wrong(operations.updateContactList.body, {})).toEqual([]);
  });

  test('a name is kept as given, and a null description is refused (A83)', () => {
    expect(check(operations.createContactList.body, { name: ' Readers ' })).toMatchObject({
      value: { name: ' Readers ' },
    });
    expect(wrong(operations.createContactList.body, { name: 'x', description: null })).toEqual([
      'description',
    ]);
  });

  test('tags in a request are dropped (A84)', () => {
    expect(check(operations.createContactList.body, { name: 'x', tags: ['a'] })).toMatchObject({
      value: { name: 'x' },
    });
  });
});

describe('Contacts', () => {
  const create = operations.createContact.body;
  const update = operations.updateContact.body;
  const email = 'ada@example.com';

  test('the email is a bare address (R137)', () => {
    expect(wrong(create, { email })).toEqual([]);
    expect(wrong(create, {})).toEqual(['email']);
    expect(wrong(create, { email: 'Ada <ada@example.com>' })).toEqual(['email']);
  });

  const fields = ['firstName', 'lastName', 'phoneNumber', 'consentSource', 'consentType'];
  test.each(fields)('null is refused for %s (A90)', (field) => {
    expect(wrong(create, { email, [field]: null })).toEqual([field]);
    expect(wrong(update, { [field]: null })).toEqual([field]);
  });

  test('an empty name is kept (A90)', () => {
    expect(check(update, { firstName: '' })).toEqual({ ok: true, value: { firstName: '' } });
  });

  test('a source of 100 characters is accepted, and one of 101 is refused (A91)', () => {
    expect(wrong(create, { email, source: 'x'.repeat(100) })).toEqual([]);
    expect(wrong(create, { email, source: 'x'.repeat(101) })).toEqual(['source']);
  });

  test.each(['203.0.113.7', '::1', '2001:db8::8a2e:370:7334', '::ffff:203.0.113.7'])(
    '%s is an IP address (A92)',
    (consentIpAddress) => {
      expect(wrong(create, { email, consentIpAddress })).toEqual([]);
    },
  );

  test.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '10.0.0.0/8',
    '[::1]',
    '1::2::3',
    'fe80::1%eth0',
    7,
  ])('%j is not an IP address (A92)', (consentIpAddress) => {
    expect(wrong(update, { consentIpAddress })).toEqual(['consentIpAddress']);
  });

  test('the type and the time of consent are checked (R142, R143)', () => {
    expect(wrong(create, { email, consentType: 'implicit', consentTimestamp: '2026-01-31' })).toEqual([]);
    expect(wrong(create, { email, consentType: 'oral', consentTimestamp: 'then' })).toEqual([
      'consentType',
      'consentTimestamp',
    ]);
  });

  test('customFields is an object (R144)', () => {
    for (const customFields of [[], 'x', null]) {
      expect(wrong(create, { email, customFields })).toEqual(['customFields']);
    }
  });

  test('custom field values of any type reach the service (A86)', () => {
    const customFields = { a: [1], b: null, c: { d: 1 } };
    expect(check(create, { email, customFields })).toMatchObject({ value: { customFields } });
  });

  test('an update keeps its email, so that the service can compare it (A89)', () => {
    expect(check(update, { email: 'Ada@example.com' })).toMatchObject({
      value: { email: 'Ada@example.com' },
    });
    expect(wrong(update, { email: null })).toEqual(['email']);
  });

  test.each(['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap'])(
    '%s is a reason (R164)',
    (reason) => {
      expect(wrong(operations.suppressContact.body, { reason })).toEqual([]);
    },
  );

  test('a missing and an unknown reason are refused (R165)', () => {
    expect(wrong(operations.suppressContact.body, {})).toEqual(['reason']);
    expect(wrong(operations.suppressContact.body, { reason: 'Manual' })).toEqual(['reason']);
  });
});

describe('Verification', () => {
  const single = operations.verifyEmail.body;
  const batch = operations.createVerificationBatch.body;

  test('a missing address fails the schema, and a malformed one fails the check after it (A98)', () => {
    expect(wrong(single, {})).toEqual(['email']);
    expect(wrong(single, { email: 7 })).toEqual(['email']);
    expect(wrong(single, { email: 'ada' })).toEqual([]);
    expect(invalidEmail({ email: 'ada' })).toMatchObject({ field: 'email', value: 'ada' });
    expect(invalidEmail({ email: 'ada@example.com' })).toBeUndefined();
  });

  test('an empty and a missing batch fail the schema (A100)', () => {
    expect(wrong(batch, {})).toEqual(['emails']);
    expect(wrong(batch, { emails: [] })).toEqual(['emails']);
    expect(wrong(batch, { emails: 'ada@example.com' })).toEqual(['emails']);
  });

  test('the number and the syntax of addresses are checked after the schema (A100)', () => {
    const emails = ['ada@example.com', 'ada', 'bob@example.com', ''];
    expect(wrong(batch, { emails: Array(1001).fill('x') })).toEqual([]);
    expect(wrong(batch, { emails })).toEqual([]);
    expect(wrong(batch, { emails: Array(200_000).fill(7) })).toEqual([]);
    expect(invalidEmails({ emails }).map(({ field, value }) => [field, value])).toEqual([
      ['emails[1]', 'ada'],
      ['emails[3]', ''],
    ]);
  });

  test('the receipt of a batch needs no id (A103)', () => {
    const receipt = { totalEmails: 1, creditsDeducted: 0, status: 'completed' };
    expect(wrong(operations.createVerificationBatch.response, receipt)).toEqual([]);
  });

  test('the status filter accepts only the four states of a verification (R201)', () => {
    for (const status of ['pending', 'processing', 'completed', 'failed']) {
      expect(wrong(operations.listVerifications.query, { status })).toEqual([]);
    }
    expect(wrong(operations.listVerifications.query, { status: 'done' })).toEqual(['status']);
  });

  test('a response with a status from a newer service is accepted', () => {
    const response = { email: 'a@b.example', status: 'stale', result: 'valid', isValid: true };
    expect(wrong(operations.verifyEmail.response, response)).toEqual([]);
  });
});
