import { expect, test } from 'vitest';
import { verification } from './verifications.ts';
import { lists } from './contact-lists.ts';
import { conformance } from '../harness.ts';
import { emails, hello, newest, send, sendTemplate, total } from './emails.ts';

const json = JSON.stringify(hello);
const mebibyte = 1_048_576;

/** `text`, padded with blanks to `size` bytes. */
function padded(text: string, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(new TextEncoder().encode(text));
  return bytes;
}

conformance('bodies', (open) => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'application/vnd.api+json',
    null,
  ])('a body declared as %s is read (R2, A13)', async (type) => {
    const service = await open();
    expect((await send(service, {}, { headers: { 'content-type': type } })).outcome).toBe('201');
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    'json',
  ])('a body declared as %s is refused (A13)', async (type) => {
    const service = await open();
    expect((await send(service, {}, { headers: { 'content-type': type } })).outcome).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    expect(await total(service)).toBe(0);
  });

  test.each([
    [
      'emails',
      '{"from":"ada@example.com","to":"bob@example.net","subject":"Hi","templateId":"welcome","variables":{"a":1e400}}',
      'variables.a',
    ],
    ['emails', '{"variables":{"a":[0,{"b":-1e999}]}}', 'variables.a[1].b'],
    ['attachments/presigned-url', '{"filename":"a.txt","contentType":"text/plain","size":1e309}', 'size'],
    [
      'contact-lists',
      '{"name":"L","customFields":[{"key":"k","label":"K","type":"number","defaultValue":1e400}]}',
      'customFields[0].defaultValue',
    ],
    [
      'contact-lists/lst_x/contacts',
      '{"email":"ada@example.com","customFields":{"seats":1e400}}',
      'customFields.seats',
    ],
    ['email-verification/single', '{"email":1e400}', 'email'],
    ['email-verification/batch', '{"emails":["ada@example.com",1e400]}', 'emails[1]'],
    ['emails', '{"unknown":1e400}', 'unknown'],
  ])(
    'in a body for %s, a number too large to hold is refused by its field (A12)',
    async (path, body, field) => {
      const service = await open();
      const response = await service.call('POST', `/api/v1/${path}`, { body });
      const code = field === 'customFields.seats' ? 'INVALID_CUSTOM_FIELD' : 'VALIDATION_ERROR';
      expect(response.outcome).toBe(`400 ${code}`);
      expect(response.body.error.message).toBe(`${field} must be a number that is not larger than 1.8e308`);
    },
  );

  test.each([
    ['PUT', 'templates/x', '{"text":"x","n":1e400}', 'n'],
    ['POST', 'faults', '{"effect":{"status":500},"times":1e400}', 'times'],
  ])('%s /_sandbox/%s refuses such a number, too (A12)', async (method, path, body, field) => {
    const service = await open();
    const response = await service.call(method as 'PUT', `/_sandbox/${path}`, { body });
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain(`${field} must be a number`);
  });

  test.each([
    ['malformed JSON', '{"from":'],
    ['a trailing comma', '{"from":"ada@example.com",}'],
    ['two documents', `${json}${json}`],
    ['single quotes', "{'from':'ada@example.com'}"],
    ['plain text', 'hello'],
    ['an array', `[${json}]`],
    ['an empty array', '[]'],
    ['a string', '"hello"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['a byte that is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    [
      'a string that is not UTF-8',
      new Uint8Array([...new TextEncoder().encode('{"from":"'), 0xc3, 0x28, 0x22, 0x7d]),
    ],
  ])('%s is refused as invalid_json (A12)', async (_, body) => {
    const service = await open();
    const response = await service.call('POST', emails, { body });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.reason).toBe('invalid_json');
  });

  test('invalid UTF-8 is refused even if the JSON around it is complete (A12)', async () => {
    const service = await open();
    const bytes = new TextEncoder().encode(JSON.stringify({ ...hello, subject: 'A?' }));
    bytes[bytes.indexOf(0x3f)] = 0xff;
    expect((await service.call('POST', emails, { body: bytes })).outcome).toBe('400 VALIDATION_ERROR');
    expect(await total(service)).toBe(0);
  });

  test('a missing body is refused as body_required (A12)', async () => {
    const service = await open();
    for (const request of [{}, { body: '' }, { headers: { 'content-type': 'application/json' } }]) {
      const response = await service.call('POST', emails, request);
      expect(response.outcome).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.reason).toBe('body_required');
    }
  });

  test('a byte order mark before the JSON is skipped, in text and in bytes (A12)', async () => {
    const service = await open();
    for (const body of [`\uFEFF${json}`, new TextEncoder().encode(`\uFEFF${json}`)]) {
      expect((await service.call('POST', emails, { body })).outcome).toBe('201');
    }
  });

  test('the last of several duplicate keys wins (A12)', async () => {
    const service = await open();
    const body = `${json.slice(0, -1)},"subject":"Last"}`;
    expect((await service.call('POST', emails, { body })).outcome).toBe('201');
    expect((await newest(service)).subject).toBe('Last');
  });

  test('__proto__ in a body adds no field and pollutes nothing (A12)', async () => {
    const service = await open();
    const body =
      '{"__proto__":{"subject":"Hi","polluted":true},"from":"ada@example.com","to":"bob@example.net","text":"x"}';
    const response = await service.call('POST', emails, { body });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.field).toBe('subject');
    const accepted = body.replace('"text":"x"', '"text":"x","subject":"Own"');
    expect((await service.call('POST', emails, { body: accepted })).outcome).toBe('201');
    expect((await newest(service)).subject).toBe('Own');
    expect({}).not.toHaveProperty('polluted');
  });

  test('__proto__ among the variables fills in no placeholder (A12)', async () => {
    const service = await open();
    service.sandbox.templates.set('greeting', { subject: 'Hi', html: '{{name}}' });
    const body =
      '{"from":"ada@example.com","to":"bob@example.net","templateId":"greeting","variables":{"__proto__":{"name":"Eve"}}}';
    expect((await service.call('POST', emails, { body })).outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    service.sandbox.templates.set('inherited', { subject: 'Hi', html: '{{constructor}} {{toString}}' });
    expect((await sendTemplate(service, 'inherited', { variables: {} })).outcome).toBe(
      '400 TEMPLATE_RENDER_ERROR',
    );
  });

  test('unknown fields are ignored, and snake_case is not an alias (A15)', async () => {
    const service = await open();
    const extra = {
      campaign: 'spring',
      reply_to: 'not-an-address',
      idempotency_key: 'k',
      template_id: 'nope',
    };
    expect((await send(service, extra)).outcome).toBe('201');
    expect((await send(service, extra)).outcome).toBe('201');
    expect(await total(service)).toBe(2);
    const aliased = await send(service, { subject: undefined, html: undefined, template_id: 'welcome' });
    expect(aliased.outcome).toBe('400 VALIDATION_ERROR');
  });

  test('a body of 20 MiB is read, and one byte more is 413 (A14)', async () => {
    const service = await open();
    expect((await service.call('POST', emails, { body: padded(json, 20 * mebibyte) })).outcome).toBe('201');
    const response = await service.call('POST', emails, { body: padded(json, 20 * mebibyte + 1) });
    expect(response.outcome).toBe('413 PAYLOAD_TOO_LARGE');
    expect(await total(service)).toBe(1);
  });

  test('route and method are checked before the body (A4)', async () => {
    const service = await open();
    const broken = { body: '{', headers: { 'content-type': 'text/plain' } };
    expect((await service.call('POST', '/api/v1/nowhere', broken)).outcome).toBe('404 NOT_FOUND');
    expect((await service.call('PUT', emails, broken)).outcome).toBe('405 METHOD_NOT_ALLOWED');
    expect((await service.call('POST', emails, { ...broken, key: null })).outcome).toBe('401 UNAUTHORIZED');
  });

  test('the media type is checked before the JSON, and the JSON before the fields (A4)', async () => {
    const service = await open();
    const headers = { 'content-type': 'text/plain' };
    expect((await service.call('POST', emails, { body: '{', headers })).outcome).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    const response = await service.call('POST', emails, { body: '{"from":1' });
    expect(response.body.error.details.reason).toBe('invalid_json');
  });

  test('the JSON is checked before the resource in the path, and the resource before the fields (A4)', async () => {
    const service = await open();
    const path = '/api/v1/contact-lists/lst_none';
    expect((await service.call('PUT', path, { body: '{' })).outcome).toBe('400 VALIDATION_ERROR');
    expect((await service.call('PUT', path, { json: { name: 5 } })).outcome).toBe('404 NOT_FOUND');
  });

  test('hundreds of thousands of invalid values are an ordinary 400 (A12, A21)', async () => {
    const service = await open();
    const many = Array.from({ length: 200_000 }, () => 7);
    const field = { key: 'plan', label: 'Plan', type: 'select' };
    for (const [path, json] of [
      [lists, { name: 'List', customFields: many }],
      [lists, { name: 'List', customFields: [{ ...field, options: many }] }],
      [lists, { name: 'List', customFields: [{ ...field, options: many.map(() => '') }] }],
      [emails, { ...hello, headers: Object.fromEntries(many.map((_, index) => [`bad name ${index}`, 'x'])) }],
      [emails, { ...hello, to: many }],
      [emails, { ...hello, attachmentIds: many }],
      [`${verification}/batch`, { emails: many }],
    ] as const) {
      const { status, text } = await service.call('POST', path, { json });
      expect(status, `${path} ${Object.keys(json).join()}`).toBe(400);
      expect(text.length).toBeLessThan(10_000);
    }
  });
});
