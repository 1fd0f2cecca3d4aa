import { isIP } from 'node:net';
import { check, operations } from '@mailrig/contract';
import { type JsonSchema, openApiDocument } from '@mailrig/contract/openapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validatorOf } from '../described-api.ts';
import { seed } from './world.ts';

const { schemas } = openApiDocument().components;

interface Field {
  /** What the code says. */
  readonly accepts: (text: string) => boolean;
  /** What the document says. */
  readonly described: (text: string) => boolean;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const long = (length: number) => 'x'.repeat(length);
const domainOf = (length: number) => `${long(63)}.${long(63)}.${long(length - 128)}`;

const addresses: Pick<Field, 'good' | 'bad'> = {
  good: [
    'ada@example.com',
    ' Ada.Lovelace+notes@Example.COM ',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'a@b.c',
    'a@1.2c',
    'a@1-2.3-4',
    'ada@xn--mnchen-3ya.example',
    'ada@münchen.example',
    'ada@例え。jp',
    `${long(64)}@example.com`,
    `a@${long(63)}.example`,
    `${long(64)}@${domainOf(189)}`,
  ],
  bad: [
    '',
    'ada',
    'a@d.{[',
    'a@d',
    'a@d.1',
    'a@d..e',
    'a@.d.e',
    'a@d.e.',
    'a@-d.e',
    'a@d-.e',
    'a@d_e.f',
    'a@[192.0.2.1]',
    'a@192.0.2.1',
    'a@user:例え.jp',
    'a b@d.e',
    '.a@d.e',
    'a.@d.e',
    'a..b@d.e',
    '"a"@d.e',
    'ä@d.e',
    'a@b@d.e',
    `${long(65)}@example.com`,
    `a@${long(64)}.example`,
    `${long(64)}@${domainOf(190)}`,
  ],
};

const around = ({ good, bad }: Pick<Field, 'good' | 'bad'>): Pick<Field, 'good' | 'bad'> => ({
  good: [
    ...good,
    ...good.map((text) => `Ada <${text}>`),
    ...good.map((text) => ` "Lovelace, \\"A\\"" < ${text} > `),
    '<ada@example.com>',
  ],
  bad: [
    ...bad,
    ...bad.map((text) => `Ada <${text}>`),
    'Ada ada@example.com',
    'Ada <ada@example.com',
    'ada@example.com>',
    '"Ada <ada@example.com>',
    'Ada <ada@example.com> L.',
    'A\nda <ada@example.com>',
    '"A\0" <ada@example.com>',
    'ada@example.com\r\n',
  ],
});

const send = { from: 'ada@example.com', subject: 'Hi', text: 'Hi' };

const fields: Readonly<Record<string, Field>> = {
  'an address': {
    accepts: (email) => check(operations.createContact.body, { email }).ok,
    described: validatorOf(property('CreateContactBody', 'email')),
    ...addresses,
  },
  'an address with a display name': {
    accepts: (to) => check(operations.sendEmail.body, { ...send, to }).ok,
    described: validatorOf(property('SendEmailBody', 'to')),
    ...around(addresses),
  },
  'an IP address': {
    accepts: (consentIpAddress) => check(operations.updateContact.body, { consentIpAddress }).ok,
    described: validatorOf(property('UpdateContactBody', 'consentIpAddress')),
    good: [
      '203.0.113.7',
      '0.0.0.0',
      '255.255.255.255',
      '::',
      '::1',
      '1::',
      '::ffff:1.2.3.4',
      '::FFFF:203.0.113.7',
      '64:ff9b::192.0.2.33',
      '1:2:3:4:5:6:7:8',
      '1:2:3:4:5:6:1.2.3.4',
      '1::8',
      '1:2:3:4:5:6:7::',
      '::2:3:4:5:6:7:8',
      'fe80::1',
      '2001:db8::1',
    ],
    bad: [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '1.2.3.4 ',
      '1.2.3.4\n',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7:1.2.3.4',
      '::ffff:1.2.3.256',
      '1.2.3.4::',
      '12345::',
      'g::',
      'fe80::1%eth0',
      '[::1]',
    ],
  },
};

function property(name: string, member: string): JsonSchema {
  const schema = schemas[name]?.properties?.[member];
  if (typeof schema !== 'object') throw new Error(`${name}.${member} is not described`);
  return schema;
}

/** A text that is good or bad, with up to three places changed. */
function near({ good, bad }: Field): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...'@.:-<>"\\ \n\0[{1a0fß。😀%', '', '::', '<a', '1.2.3.4');
  const change = fc.tuple(fc.nat(300), piece, fc.nat(2));
  return fc
    .tuple(fc.constantFrom(...good, ...bad), fc.array(change, { maxLength: 3 }))
    .map(([text, changes]) =>
      changes.reduce((before, [at, added, removed]) => {
        const place = at % (before.length + 1);
        return before.slice(0, place) + added + before.slice(place + removed);
      }, text),
    );
}

describe.each(Object.entries(fields))('%s', (_name, field) => {
  test('that is right is accepted by the code and by the document (A48, A49, A92)', () => {
    const { good, accepts, described } = field;
    expect(good.filter((text) => !accepts(text) || !described(text))).toEqual([]);
  });

  test('that is wrong is refused by the code and by the document (A48, A49, A92)', () => {
    const { bad, accepts, described } = field;
    expect(bad.filter((text) => accepts(text) || described(text))).toEqual([]);
  });

  test('gets the same verdict from the code and from the document, whatever it is', () => {
    const any = fc.oneof({ weight: 9, arbitrary: near(field) }, fc.string({ unit: 'binary' }));
    // Whether a domain beyond ASCII exists is more than patterns can say (A135).
    const property = fc.property(any, (text) =>
      /^(?!.*xn--)[\x20-\x7e]*$/is.test(text)
        ? field.accepts(text) === field.described(text)
        : field.described(text) || !field.accepts(text),
    );
    expect(fc.check(property, { seed, numRuns: 20_000 }).counterexample).toBeNull();
  });

  test('of 100,000 hostile characters is judged without delay', () => {
    const parts = [
      ' ',
      'a',
      '1',
      '.',
      '-',
      'a.',
      'a-',
      '1-',
      'a@',
      '"',
      '\\',
      '<',
      ':',
      '1:',
      '::',
      'ß',
      '。',
    ];
    const starts = ['', 'a@', '"', '<', 'a <', 'a@b.'];
    const texts = starts.flatMap((start) =>
      parts.map((part) => start + part.repeat(Math.ceil(100_000 / part.length))),
    );
    const slow = texts.filter((text) => field.accepts(`${text}!`) || field.described(`${text}!`));
    expect(slow).toEqual([]);
  });
});

test('what is an IP address for Node is one here (A92)', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const groups = fc.array(group, { maxLength: 8 });
  const mapped = fc.ipV4().map((address) => `::ffff:${address}`);
  const others = fc.tuple(groups, groups).map(([before, after]) => `${before.join(':')}::${after.join(':')}`);
  const { accepts } = fields['an IP address'] ?? { accepts: () => false };
  const property = fc.property(fc.oneof(mapped, others, fc.ipV6(), fc.ipV4()), (text) => {
    return accepts(text) === isIP(text) > 0;
  });
  expect(fc.check(property, { seed, numRuns: 10_000 }).counterexample).toBeNull();
});
