import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { emails, hello, send, total } from './emails.ts';

/** Invalid fields, each with the field that the error names. */
const refused: readonly [requirement: string, field: string, fields: object][] = [
  ...[undefined, null, 5, '', 'not-an-address', 'ada@', '@example.com', ['ada@example.com'], {}].map(
    (from): [string, string, object] => ['R46', 'from', { from }],
  ),
  ...[undefined, null, 5, '', [], {}, 'not-an-address'].map((to): [string, string, object] => [
    'R51',
    'to',
    { to },
  ]),
  ['R51', 'to[1]', { to: ['bob@example.net', 'nobody'] }],
  ['R51', 'to[0]', { to: ['', 'bob@example.net'] }],
  ['R51', 'to[2]', { to: ['a@example.net', 'b@example.net', 5] }],
  ['R52', 'subject', { subject: undefined }],
  ['R52', 'subject', { subject: undefined, html: undefined, text: 'x' }],
  ...[null, 5, ['x']].map((subject): [string, string, object] => ['R52', 'subject', { subject }]),
  ['R53', 'subject', { subject: 'x'.repeat(999) }],
  ...['a\nb', 'a\rb', 'a\r\nb', '\na', 'a\n'].map((subject): [string, string, object] => [
    'R54',
    'subject',
    { subject },
  ]),
  ['R55', 'html', { html: undefined }],
  ['R55', 'html', { html: '' }],
  ['R55', 'html', { html: '', text: '' }],
  ['R55', 'html', { html: 5 }],
  ['R55', 'html', { html: null }],
  ['R55', 'text', { text: 5 }],
  ['R55', 'text', { text: null }],
  ...['x', 5, null, [], [1]].map((variables): [string, string, object] => [
    'R63',
    'variables',
    { variables },
  ]),
  ['R61', 'templateId', { templateId: 5, html: undefined }],
  ['R66', 'attachmentIds', { attachmentIds: Array.from({ length: 11 }, (_, n) => `att_${n}`) }],
  ['R66', 'attachmentIds', { attachmentIds: 'att_1' }],
  ['R66', 'attachmentIds[0]', { attachmentIds: [1] }],
  ...(['cc', 'bcc'] as const).flatMap((field): [string, string, object][] => [
    ['R71', field, { [field]: 'not-an-address' }],
    ['R71', field, { [field]: 5 }],
    ['R71', field, { [field]: null }],
    ['R71', field, { [field]: { email: 'eve@example.net' } }],
    ['R71', `${field}[1]`, { [field]: ['eve@example.net', 'nobody'] }],
  ]),
  ...['not-an-address', '', 5, null, ['eve@example.net'], 'a@example.net, b@example.net'].map(
    (replyTo): [string, string, object] => ['R72', 'replyTo', { replyTo }],
  ),
  ...['X-A: b', 5, null, [], ['X-A']].map((headers): [string, string, object] => [
    'R73',
    'headers',
    { headers },
  ]),
  ...['', 5, null, {}, 'k'.repeat(257), '😀'.repeat(257)].map((idempotencyKey): [string, string, object] => [
    'R74, A42',
    'idempotencyKey',
    { idempotencyKey },
  ]),
  ['A54', 'html', { templateId: 'welcome' }],
  ['A54', 'text', { templateId: 'welcome', html: undefined, text: 'x' }],
];

const byRequirement = Map.groupBy(refused, ([requirement]) => requirement);

conformance('send validation', (open) => {
  test('templateId: null next to html is one mistake, and no conflict (A54)', async () => {
    const service = await open();
    const { outcome, body } = await send(service, { templateId: null });
    expect(outcome).toBe('400 VALIDATION_ERROR');
    expect(body.error.details.field).toBe('templateId');
    expect(JSON.stringify(body)).not.toContain('cannot be combined');
  });

  test.each([...byRequirement.keys()])(
    'an invalid send is 400 VALIDATION_ERROR and names the field ($0, A20)',
    async (requirement) => {
      const service = await open();
      for (const [, field, fields] of byRequirement.get(requirement) ?? []) {
        const label = JSON.stringify(fields).slice(0, 80);
        const response = await send(service, fields);
        expect(response.outcome, label).toBe('400 VALIDATION_ERROR');
        expect(response.body.error.details.field, label).toBe(field);
      }
      expect(await total(service)).toBe(0);
    },
  );

  test('a subject of 998 characters is accepted (R53)', async () => {
    const service = await open();
    expect((await send(service, { subject: 'x'.repeat(998) })).outcome).toBe('201');
  });

  test('an idempotency key of 256 characters is accepted, even of 256 emoji (R74, A42)', async () => {
    const service = await open();
    for (const idempotencyKey of ['k', 'k'.repeat(256), '😀'.repeat(256), 'clé ü']) {
      expect((await send(service, { idempotencyKey })).outcome).toBe('201');
    }
    expect(await total(service)).toBe(4);
  });

  test('cc, bcc and replyTo accept an address, and cc and bcc also an array (R71, R72)', async () => {
    const service = await open();
    expect(
      (await send(service, { cc: 'c@example.net', bcc: 'd@example.net', replyTo: 'r@example.org' })).outcome,
    ).toBe('201');
    expect(
      (await send(service, { cc: ['c@example.net', 'e@example.net'], bcc: ['d@example.net'] })).outcome,
    ).toBe('201');
  });

  test('custom header names are tokens, and values are one-line strings (R73, A57)', async () => {
    const service = await open();
    expect(
      (await send(service, { headers: { 'X-Campaign': 'spring', 'x_a.b!': '', 'List-Id': 'é' } })).outcome,
    ).toBe('201');
    const wrong = [
      { 'X A': 'b' },
      { 'X:A': 'b' },
      { '': 'b' },
      { 'X-Ä': 'b' },
      { 'X-A\n': 'b' },
      { 'X-A': 'b\r\nBcc: eve@example.net' },
      { 'X-A': 'b\nc' },
      { 'X-A': 'b\0' },
      { 'X-A': 5 },
      { 'X-A': null },
      { ['X'.repeat(997)]: 'b' },
      { 'X-A': ['b'] },
    ];
    for (const headers of wrong) {
      const response = await send(service, { headers });
      expect(response.outcome, JSON.stringify(headers)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toMatch(/^headers/);
    }
    expect((await send(service, { headers: { 'X-A': 5 } })).body.error.details.field).toBe('headers.X-A');
  });

  test('details list every error, and show the first in document order as field and value (A21)', async () => {
    const service = await open();
    const json = {
      replyTo: 'nobody',
      html: hello.html,
      subject: 'a\nb',
      to: ['bob@example.net', 'nowhere'],
      from: 'ada',
    };
    const { details } = (await service.call('POST', emails, { json })).body.error;
    expect(details).toMatchObject({ field: 'from', value: 'ada' });
    expect(details.errors?.map((error) => error.field)).toEqual(['from', 'to[1]', 'subject', 'replyTo']);
    for (const { message } of details.errors ?? []) expect(message).toEqual(expect.any(String));
  });

  test('a missing subject is reported before an invalid replyTo (A21)', async () => {
    const service = await open();
    const { details } = (await send(service, { subject: undefined, replyTo: 'nobody' })).body.error;
    expect(details.field).toBe('subject');
    expect(details.errors?.map((error) => error.field)).toEqual(['subject', 'replyTo']);
  });

  test('an empty object is refused with every required field listed (A21)', async () => {
    const service = await open();
    const { details } = (await service.call('POST', emails, { json: {} })).body.error;
    expect(details.field).toBe('from');
    expect(details).not.toHaveProperty('value');
    expect(details.errors?.map((error) => error.field)).toEqual(['from', 'to', 'subject', 'html']);
  });

  test('the echoed value is cut to 256 characters (A21)', async () => {
    const service = await open();
    const { details } = (await send(service, { subject: 'x'.repeat(999) })).body.error;
    expect(String(details.value)).toMatch(/^x{250,256}/);
    expect(String(details.value).length).toBeLessThanOrEqual(256);
  });

  test.each([
    ['to', 'bob'],
    ['cc', 'bob'],
    ['to', 7],
    ['bcc', 7],
    ['attachmentIds', 7],
  ])('200,000 invalid items in %s are refused, and at most 20 are listed (A21)', async (field, item) => {
    const service = await open();
    const response = await send(service, { [field]: Array.from({ length: 200_000 }, () => item) });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.errors?.length).toBeLessThanOrEqual(20);
    expect(response.text.length).toBeLessThan(5_000);
  });
});
