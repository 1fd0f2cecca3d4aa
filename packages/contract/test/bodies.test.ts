import { describe, expect, test } from 'vitest';
import { check, invalidEmail, invalidEmails, operations } from '../src/index.ts';

/** Fields that a schema finds wrong. */
function wrong(schema: Parameters<typeof check>[0], value: unknown): string[] {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
}

describe('Uploads', () => {
  const { body } = operations.createUpload;
  const file = { filename: 'report.pdf', contentType: 'application/pdf', size: 1 };

  test('R97: a filename, a type and a size are enough', () => {
    expect(wrong(body, file)).toEqual([]);
    expect(wrong(body, {})).toEqual(['filename', 'contentType', 'size']);
  });

  test.each([0, -1, 1.5, '1', null])('R103: a size of %j is refused', (size) => {
    expect(wrong(body, { ...file, size })).toEqual(['size']);
  });

  test('R104: inline is a boolean', () => {
    expect(wrong(body, { ...file, inline: true })).toEqual([]);
    expect(wrong(body, { ...file, inline: 'true' })).toEqual(['inline']);
  });

  test.each(['', 'a\nb', 'a\0', 'a\u007f', 'a\u0085'])('A71: the filename %j is refused', (filename) => {
    expect(wrong(body, { ...file, filename })).toEqual(['filename']);
  });

  test('A71: path separators in a filename are kept', () => {
    expect(check(body, { ...file, filename: '../q1/report.pdf' })).toMatchObject({
      value: { filename: '../q1/report.pdf' },
    });
  });

  test('A69, A70: sizes and types that the service refuses with their own codes pass the schema', () => {
    expect(wrong(body, { ...file, size: 1e12, contentType: 'application/x-unheard-of' })).toEqual([]);
  });

  test('A76: a confirmation answers with null or with the record', () => {
    const { response } = operations.confirmUpload;
    expect(wrong(response, null)).toEqual([]);
    expect(wrong(response, { id: 'att_1', status: 'uploaded' })).toEqual([]);
    expect(wrong(response, {})).toEqual(['id', 'status']);
  });
});

describe('Contact lists', () => {
  test.each(['', '   ', '\t', 7, null])('A83: the name %j is refused', (name) => {
    expect(wrong(operations.createContactList.body, { name })).toEqual(['name']);
    expect(wrong(operations.updateContactList.body, { name })).toEqual(['name']);
  });

  test('R124: every field of an update is optional', () => {
    expect(wrong(operations.updateContactList.body, {})).toEqual([]);
  });

  test('A83: a name is kept as given and a null description is refused', () => {
    expect(check(operations.createContactList.body, { name: ' Readers ' })).toMatchObject({
      value: { name: ' Readers ' },
    });
    expect(wrong(operations.createContactList.body, { name: 'x', description: null })).toEqual([
      'description',
    ]);
  });

  test('A84: tags in a request are dropped', () => {
    expect(check(operations.createContactList.body, { name: 'x', tags: ['a'] })).toMatchObject({
      value: { name: 'x' },
    });
  });
});

describe('Contacts', () => {
  const create = operations.createContact.body;
  const update = operations.updateContact.body;
  const email = 'ada@example.com';

  test('R137: the email is a bare address', () => {
    expect(wrong(create, { email })).toEqual([]);
    expect(wrong(create, {})).toEqual(['email']);
    expect(wrong(create, { email: 'Ada <ada@example.com>' })).toEqual(['email']);
  });

  const fields = ['firstName', 'lastName', 'phoneNumber', 'consentSource', 'consentType'];
  test.each(fields)('A90: null is refused for %s', (field) => {
    expect(wrong(create, { email, [field]: null })).toEqual([field]);
    expect(wrong(update, { [field]: null })).toEqual([field]);
  });

  test('A90: an empty name is kept', () => {
    expect(check(update, { firstName: '' })).toEqual({ ok: true, value: { firstName: '' } });
  });

  test('A91: a source of 100 characters is accepted and one of 101 is refused', () => {
    expect(wrong(create, { email, source: 'x'.repeat(100) })).toEqual([]);
    expect(wrong(create, { email, source: 'x'.repeat(101) })).toEqual(['source']);
  });

  test.each(['203.0.113.7', '::1', '2001:db8::8a2e:370:7334', '::ffff:203.0.113.7'])(
    'A92: %s is an IP address',
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
  ])('A92: %j is no IP address', (consentIpAddress) => {
    expect(wrong(update, { consentIpAddress })).toEqual(['consentIpAddress']);
  });

  test('R142, R143: the type and the time of consent are checked', () => {
    expect(wrong(create, { email, consentType: 'implicit', consentTimestamp: '2026-01-31' })).toEqual([]);
    expect(wrong(create, { email, consentType: 'oral', consentTimestamp: 'then' })).toEqual([
      'consentType',
      'consentTimestamp',
    ]);
  });

  test('R144: customFields is an object', () => {
    for (const customFields of [[], 'x', null]) {
      expect(wrong(create, { email, customFields })).toEqual(['customFields']);
    }
  });

  test('A86: values of custom fields reach the service whatever their type', () => {
    const customFields = { a: [1], b: null, c: { d: 1 } };
    expect(check(create, { email, customFields })).toMatchObject({ value: { customFields } });
  });

  test('A89: an update keeps the email it was given, so that the service can compare it', () => {
    expect(check(update, { email: 'Ada@example.com' })).toMatchObject({
      value: { email: 'Ada@example.com' },
    });
    expect(wrong(update, { email: null })).toEqual(['email']);
  });

  test.each(['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap'])(
    'R164: %s is a reason',
    (reason) => {
      expect(wrong(operations.suppressContact.body, { reason })).toEqual([]);
    },
  );

  test('R165: no reason and any other reason are refused', () => {
    expect(wrong(operations.suppressContact.body, {})).toEqual(['reason']);
    expect(wrong(operations.suppressContact.body, { reason: 'Manual' })).toEqual(['reason']);
  });
});

describe('Verification', () => {
  const single = operations.verifyEmail.body;
  const batch = operations.createVerificationBatch.body;

  test('A98: a missing address fails the schema, a malformed one only the check after it', () => {
    expect(wrong(single, {})).toEqual(['email']);
    expect(wrong(single, { email: 7 })).toEqual(['email']);
    expect(wrong(single, { email: 'ada' })).toEqual([]);
    expect(invalidEmail({ email: 'ada' })).toMatchObject({ field: 'email', value: 'ada' });
    expect(invalidEmail({ email: 'ada@example.com' })).toBeUndefined();
  });

  test('A100: an empty batch and an absent one fail the schema', () => {
    expect(wrong(batch, {})).toEqual(['emails']);
    expect(wrong(batch, { emails: [] })).toEqual(['emails']);
    expect(wrong(batch, { emails: 'ada@example.com' })).toEqual(['emails']);
  });

  test('A100: the number and the syntax of addresses are checked after the schema', () => {
    const emails = ['ada@example.com', 'ada', 'bob@example.com', ''];
    expect(wrong(batch, { emails: Array(1001).fill('x') })).toEqual([]);
    expect(wrong(batch, { emails })).toEqual([]);
    expect(wrong(batch, { emails: Array(200_000).fill(7) })).toEqual([]);
    expect(invalidEmails({ emails }).map(({ field, value }) => [field, value])).toEqual([
      ['emails[1]', 'ada'],
      ['emails[3]', ''],
    ]);
  });

  test('A103: the receipt of a batch needs no id', () => {
    const receipt = { totalEmails: 1, creditsDeducted: 0, status: 'completed' };
    expect(wrong(operations.createVerificationBatch.response, receipt)).toEqual([]);
  });

  test('R201: the status filter takes the four states of a verification only', () => {
    for (const status of ['pending', 'processing', 'completed', 'failed']) {
      expect(wrong(operations.listVerifications.query, { status })).toEqual([]);
    }
    expect(wrong(operations.listVerifications.query, { status: 'done' })).toEqual(['status']);
  });

  test('P2: a status that a newer service adds to an answer is let through', () => {
    const answer = { email: 'a@b.example', status: 'stale', result: 'valid', isValid: true };
    expect(wrong(operations.verifyEmail.response, answer)).toEqual([]);
  });
});
