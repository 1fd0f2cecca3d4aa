import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { list, newest, send } from './emails.ts';

const local64 = 'l'.repeat(64);
const domain = (last: number) => `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(last)}.com`;

const valid = [
  'bob@example.net',
  'Bob.Smith+news@Example.NET',
  "!#$%&'*+/=?^_`{|}~-@example.net",
  '1@2.example.net',
  'bob@sub.sub.example-mail.co.uk',
  `${local64}@example.net`,
  `bob@${'d'.repeat(63)}.net`,
  `${local64}@${domain(57)}`,
  'bob@xn--bcher-kva.example',
  'bob@bücher.example',
];

const invalid = [
  'bob',
  'bob@',
  '@example.net',
  'bob@localhost',
  'bob@@example.net',
  'bob@a@example.net',
  '.bob@example.net',
  'bob.@example.net',
  'b..ob@example.net',
  '"bob"@example.net',
  '"b ob"@example.net',
  'b ob@example.net',
  'bob@exa mple.net',
  'bob@-example.net',
  'bob@example-.net',
  'bob@exa_mple.net',
  'bob@.example.net',
  'bob@example..net',
  'bob@example.net.',
  'bob@example.123',
  'bob@127.0.0.1',
  'bob@[127.0.0.1]',
  'bob@[IPv6:::1]',
  `${local64}l@example.net`,
  `bob@${'d'.repeat(64)}.net`,
  `${local64}@${domain(58)}`,
  'bob@example.net\r\nBcc: eve@example.net',
  'bob@example.net,eve@example.net',
  'bob@example.net;eve@example.net',
  'Bob <bob>',
  'Bob <>',
  'Bob <bob@example.net',
  'Bob bob@example.net>',
  'Bob <bob@example.net> x',
  'Bob\r\n <bob@example.net>',
  'bob@⒈example.net',
  'bob@exam\u037Eple.net',
  `bob@${'ü'.repeat(60)}.net`,
  'bob@xn--0.net',
  'bob@example.net\u200B',
  '\uFEFFbob@example.net',
  'Bob <bob@exam\u00ADple.net>',
  'B\u2060ob <bob@example.net>',
];

conformance('addresses', (open) => {
  test.each(['to', 'cc', 'bcc', 'replyTo'])('%s accepts every valid address (A49)', async (field) => {
    const service = await open();
    for (const address of valid) {
      expect((await send(service, { [field]: address })).outcome, address).toBe('201');
    }
  });

  test.each(['from', 'to', 'cc', 'bcc', 'replyTo'])(
    '%s refuses every invalid address (A49, A135, R51, R71, R72)',
    async (field) => {
      const service = await open();
      for (const address of invalid) {
        const response = await send(service, { [field]: address });
        expect(response.outcome, address).toBe('400 VALIDATION_ERROR');
        expect(response.body.error.details.field, address).toBe(field);
      }
    },
  );

  test('addresses are trimmed and otherwise echoed as sent (A49)', async () => {
    const service = await open();
    await send(service, {
      from: ' Ada@Example.com ',
      to: ['  Bob@Example.NET', 'bob@bücher.example'],
      cc: '\teve@example.net ',
    });
    expect(await newest(service)).toMatchObject({
      from: 'Ada@Example.com',
      to: ['Bob@Example.NET', 'bob@bücher.example'],
      cc: ['eve@example.net'],
    });
  });

  test('from accepts a display name, quoted or not (R47, A48)', async () => {
    const service = await open();
    const forms = [
      '"Ada" <ada@example.com>',
      'Ada Lovelace <ada@example.com>',
      '"Lovelace, Ada" <ada@example.com>',
      '<ada@example.com>',
    ];
    for (const from of forms) {
      expect((await send(service, { from })).outcome, from).toBe('201');
      expect((await newest(service)).from).toBe(from);
    }
  });

  test('recipients accept display names (A49)', async () => {
    const service = await open();
    const fields = {
      to: ['Bob <bob@example.net>', '"B. O. B." <bo@example.net>'],
      cc: 'Eve <eve@example.net>',
      bcc: ['D <d@example.net>'],
    };
    expect((await send(service, { ...fields, replyTo: '"Ada" <ada@example.org>' })).outcome).toBe('201');
    expect(await newest(service)).toMatchObject({ to: fields.to, cc: [fields.cc], bcc: fields.bcc });
  });

  test('from must be on exactly the verified domain, in any case (R48, A48)', async () => {
    const service = await open();
    for (const from of ['ada@EXAMPLE.com', 'Ada <ada@Example.Com>']) {
      expect((await send(service, { from })).outcome, from).toBe('201');
    }
    for (const from of [
      'ada@elsewhere.example',
      'ada@mail.example.com',
      'ada@notexample.com',
      'ada@example.com.org',
      '"ada@example.com" <ada@elsewhere.example>',
    ]) {
      expect((await send(service, { from })).outcome, from).toBe('400 FROM_DOMAIN_MISMATCH');
    }
  });

  test('a malformed from is reported as malformed, not as a foreign domain (A48)', async () => {
    const service = await open();
    for (const from of ['elsewhere.example', 'ada@elsewhere', 'Ada\r\n<ada@elsewhere.example>']) {
      expect((await send(service, { from })).outcome).toBe('400 VALIDATION_ERROR');
    }
  });

  test('the two forms of an internationalised domain are the same domain (A49)', async () => {
    const service = await open();
    service.sandbox.accounts.create({
      domain: { name: 'bücher.example', dnsVerified: true, active: true },
      keys: [{ key: 'sk_live_books', environment: 'live' }],
    });
    for (const from of ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@BÜCHER.example']) {
      expect((await send(service, { from }, { key: 'sk_live_books' })).outcome, from).toBe('201');
    }
  });

  test('dots and plus tags make different addresses (A49)', async () => {
    const service = await open();
    await send(service, { to: 'bob.smith+a@gmail.com' });
    for (const [to, found] of [
      ['bob.smith+a@gmail.com', 1],
      ['BOB.Smith+A@Gmail.com', 1],
      ['bobsmith@gmail.com', 0],
      ['bob.smith@gmail.com', 0],
    ] as const) {
      expect((await list(service, { to })).body.data.pagination.total, to).toBe(found);
    }
  });
});
