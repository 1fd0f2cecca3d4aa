import { describe, expect, test } from 'vitest';
import { addressMessage, asciiDomain, parseAddress, parseMailbox } from '../src/index.ts';

const good = [
  { text: 'ada@example.com', key: 'ada@example.com' },
  { text: '  ada@example.com ', key: 'ada@example.com' },
  { text: 'Ada.Lovelace@Example.COM', key: 'ada.lovelace@example.com' },
  { text: 'ada+notes@example.com', key: 'ada+notes@example.com' },
  { text: "!#$%&'*+/=?^_`{|}~-@example.com", key: "!#$%&'*+/=?^_`{|}~-@example.com" },
  { text: 'a@b.c', key: 'a@b.c' },
  { text: 'ada@mail.eu-1.example.com', key: 'ada@mail.eu-1.example.com' },
  { text: 'ada@123.example', key: 'ada@123.example' },
  { text: 'ada@münchen.example', key: 'ada@xn--mnchen-3ya.example' },
  { text: 'ada@MÜNCHEN.example', key: 'ada@xn--mnchen-3ya.example' },
  { text: 'ada@例え。jp', key: 'ada@xn--r8jz45g.jp' },
  { text: 'ada@ｅｘａｍｐｌｅ．com', key: 'ada@example.com' },
  { text: 'ada@❤.example', key: 'ada@xn--qei.example' },
  { text: 'ada@xn--mnchen-3ya.example', key: 'ada@xn--mnchen-3ya.example' },
  { text: `${'x'.repeat(64)}@example.com`, key: `${'x'.repeat(64)}@example.com` },
  { text: `ada@${'x'.repeat(63)}.example`, key: `ada@${'x'.repeat(63)}.example` },
];

const bad = [
  '',
  ' ',
  'ada',
  '@example.com',
  'ada@',
  'ada@example',
  'ada@@example.com',
  'ada lovelace@example.com',
  'ada@exam ple.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  '"ada"@example.com',
  'ädä@example.com',
  'ada@.example.com',
  'ada@example..com',
  'ada@example.com.',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exa_mple.com',
  'ada@192.0.2.1',
  'ada@[192.0.2.1]',
  'ada@[IPv6:2001:db8::1]',
  'ada@example.123',
  'ada@例え:80.example',
  'ada@user:例え',
  'ada@example.com, bob@example.com',
  'Ada <ada@example.com>',
  `${'x'.repeat(65)}@example.com`,
  `ada@${'x'.repeat(64)}.example`,
];

describe('one grammar for bare addresses (A49)', () => {
  test.each(good)('$text is an address (A49)', ({ text, key }) => {
    expect(parseAddress(text)).toMatchObject({ address: text.trim(), key });
  });

  test.each(bad)('%j is not an address (A49)', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  test('an address of 254 characters is accepted, and one of 255 is refused (A49)', () => {
    const local = 'x'.repeat(64);
    const domain = (length: number) => `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(length - 128)}`;
    expect(parseAddress(`${local}@${domain(189)}`)?.address).toHaveLength(254);
    expect(parseAddress(`${local}@${domain(190)}`)).toBeUndefined();
  });

  test('tags and dots in the local part make different addresses (A49)', () => {
    const keys = ['ada@example.com', 'ada+x@example.com', 'a.da@example.com'].map(
      (text) => parseAddress(text)?.key,
    );
    expect(new Set(keys).size).toBe(3);
  });

  test('the domain is returned as written (A49)', () => {
    expect(parseAddress('ada@MÜNCHEN.example')?.domain).toBe('MÜNCHEN.example');
  });
});

/** Domains without an ASCII form, or whose ASCII form is no domain. */
const impossible = [
  '⒈example.org',
  'exam⒉ple.org',
  'exam\u037Eple.org',
  'a／b.example',
  'a：b.example',
  'a＠b.example',
  'a℀b.example',
  'a⁇b.example',
  'a\u3002\u3002b.example',
  'a\uFF0E\uFF0Eb.example',
  'a\u2024\u2024example',
  'bücher.example\u3002',
  '\u0300a.example',
  'אa.example',
  '１９２.０.２.１',
  'bücher.１２３',
  `${'ü'.repeat(60)}.example`,
  `${'例子'.repeat(30)}.example`,
  'xn--a.example',
  'xn--0.example',
  'xn--.example',
  'a.xn--bcher-kva--.example',
  '\uFFFDa.example',
  '\uE000.example',
];

const unseen = [
  ['\u200B', 'U+200B'],
  ['\u200C', 'U+200C'],
  ['\u200D', 'U+200D'],
  ['\u200E', 'U+200E'],
  ['\u200F', 'U+200F'],
  ['\u2028', 'U+2028'],
  ['\u2029', 'U+2029'],
  ['\u202A', 'U+202A'],
  ['\u202E', 'U+202E'],
  ['\u2060', 'U+2060'],
  ['\u2064', 'U+2064'],
  ['\u2066', 'U+2066'],
  ['\u00AD', 'U+00AD'],
  ['\u034F', 'U+034F'],
  ['\u061C', 'U+061C'],
  ['\u115F', 'U+115F'],
  ['\u180E', 'U+180E'],
  ['\u2800', 'U+2800'],
  ['\u3164', 'U+3164'],
  ['\uFE0F', 'U+FE0F'],
  ['\uFEFF', 'U+FEFF'],
  ['\u{E0061}', 'U+E0061'],
  ['\uD83D', 'U+D83D'],
  ['\0', 'U+0000'],
  ['\x07', 'U+0007'],
  ['\x7F', 'U+007F'],
  ['\x90', 'U+0090'],
] as const;

describe('domains that cannot exist, and characters that nobody sees (A135)', () => {
  test.each(impossible)('ada@%s is not an address, with a name or without (A135)', (domain) => {
    expect(asciiDomain(domain)).toBeUndefined();
    expect(parseAddress(`ada@${domain}`)).toBeUndefined();
    expect(parseMailbox(`"Ada" <ada@${domain}>`)).toBeUndefined();
  });

  test('an internationalised address counts at its length in ASCII, 254 at most (A135)', () => {
    const ascii = (text: string) => parseAddress(text)?.key.length;
    const labels = `${'d'.repeat(63)}.${'e'.repeat(63)}.bücher`;
    expect(ascii(`${'x'.repeat(64)}@${labels}.${'f'.repeat(47)}`)).toBe(254);
    expect(ascii(`${'x'.repeat(64)}@${labels}.${'f'.repeat(48)}`)).toBeUndefined();
  });

  test.each(unseen)('%j anywhere in an address is refused by its number, %s (A135)', (unseenOne, number) => {
    for (const place of [0, 2, 3, 4, 7, 'ada@example.com'.length]) {
      const text = `${'ada@example.com'.slice(0, place)}${unseenOne}${'ada@example.com'.slice(place)}`;
      expect(parseAddress(text), text).toBeUndefined();
      expect(parseMailbox(`Ada <${text}>`), text).toBeUndefined();
      expect(addressMessage(text).endsWith(`; remove the invisible character ${number}`), text).toBe(true);
    }
  });

  test.each(['Zoë\u200B', '\uFEFFZoë', 'Zo\xADë', 'Z\u202Eoë', 'Z\u2060oë', 'Z\x07oë', 'Z\u2028oë'])(
    'a name such as %j is refused (A135)',
    (name) => {
      expect(parseMailbox(`${name} <ada@example.com>`)).toBeUndefined();
      expect(parseMailbox(`"${name}" <ada@example.com>`)).toBeUndefined();
    },
  );

  test.each(['👩‍💻 Ada', '❤️ Ada', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ada', 'می‌نا', '\u200Fעדה\u200E', '\u2068Ada\u2069'])(
    'a name such as %j, whose writing needs such characters, is accepted (A135)',
    (name) => {
      expect(parseMailbox(`"${name}" <ada@example.com>`)?.name).toBe(name);
    },
  );

  test('a message names the character that a domain cannot have, or its length (A135)', () => {
    expect(addressMessage('john@⒈example.org')).toMatch(
      /; its domain has no ASCII form because of "⒈" \(U\+2488\)$/,
    );
    expect(addressMessage('john@a\u037Eb.org')).toMatch(/\(U\+037E\)$/);
    expect(addressMessage(`john@${'ü'.repeat(60)}.org`)).toMatch(
      /; its domain has no ASCII form of at most 63/,
    );
    expect(addressMessage('john')).toBe('must be an email address, for example ada@example.com');
  });
});

describe('mailboxes with a display name (A48)', () => {
  const forms = [
    { text: 'ada@example.com', name: undefined },
    { text: '<ada@example.com>', name: undefined },
    { text: 'Ada <ada@example.com>', name: 'Ada' },
    { text: 'Ada Lovelace<ada@example.com>', name: 'Ada Lovelace' },
    { text: '"Ada" <ada@example.com>', name: 'Ada' },
    { text: '  "Lovelace, Ada"  < ada@example.com >  ', name: 'Lovelace, Ada' },
    { text: '"Ada \\"the first\\" \\\\ L." <ada@example.com>', name: 'Ada "the first" \\ L.' },
    { text: 'Zoë <ada@example.com>', name: 'Zoë' },
  ];

  test.each(forms)('$text is read (R47)', ({ text, name }) => {
    const mailbox = parseMailbox(text);
    expect(mailbox?.address).toBe('ada@example.com');
    expect(mailbox?.name).toBe(name);
  });

  test.each([
    'Ada ada@example.com',
    'Ada <ada@example.com',
    'Ada ada@example.com>',
    '"Ada <ada@example.com>',
    'Ada <ada@example.com> Lovelace',
    'Ada <<ada@example.com>>',
    'Ada <bob@example.com> <ada@example.com>',
    'Ada <ada>',
    'Ada <>',
    '',
  ])('%j is not a mailbox (R46)', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });

  test.each(['\r', '\n', '\r\nBcc: bob@example.com\r\n', '\0'])(
    '%j is refused anywhere in a mailbox (A48)',
    (text) => {
      expect(parseMailbox(`${text}ada@example.com`)).toBeUndefined();
      expect(parseMailbox(`"A${text}da" <ada@example.com>`)).toBeUndefined();
      expect(parseMailbox(`Ada <ada@example.com>${text}`)).toBeUndefined();
    },
  );

  test('a display name changes nothing about an address, valid or not (A48)', () => {
    for (const text of [...good.map(({ text }) => text), ...bad.filter((text) => !/[<>]/.test(text))]) {
      expect(parseMailbox(`"Name" <${text}>`)?.key).toBe(parseAddress(text)?.key);
    }
  });

  test('a megabyte of blanks after a name is parsed without delay (A48)', () => {
    expect(parseMailbox(`Ada${' '.repeat(1_000_000)}Lovelace`)).toBeUndefined();
  });
});

test.each([
  'ada@example.com',
  'a.b_c+d-e@mail.example-1.co.uk',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@-example.com',
  'a@example-.com',
  'a@exa--mple.com',
  'a@example',
  'a@example.1',
  'a@example.c0m',
  'a@example.com.',
  'ada@example.com\n',
  `${'a'.repeat(52)}@example.com`,
  `${'a'.repeat(64)}@example.com`,
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(58)}.com`,
  `a@${'b'.repeat(63)}.com`,
  `a@${'b'.repeat(64)}.com`,
])('%j means the same bare and in angle brackets (A48)', (text) => {
  expect(parseMailbox(text)).toEqual(parseMailbox(`<${text}>`));
});
