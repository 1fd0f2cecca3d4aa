import { expect, test } from 'vitest';
import { type TestResponse, conformance, type Request, type Service } from '../harness.ts';
import { emails, gtube, list, send, sendTemplate } from './emails.ts';
import { attach, bytesOf, confirm, createUpload, mebibyte, newUpload, put } from './upload.ts';
import { addresses, get, submit, verify } from './verifications.ts';

const lists = '/api/v1/contact-lists';

/** A code, its status and a request that causes it. */
type Row = readonly [code: string, status: number, provoke: (service: Service) => Promise<TestResponse>];

const create = (service: Service, path: string, json: object) => service.call('POST', path, { json });

/** Creates a list and a contact in it, and returns the contact's path. */
async function contactPath(service: Service): Promise<string> {
  const { id } = (await create(service, lists, { name: 'Readers' })).body.data;
  const contacts = `${lists}/${id}/contacts`;
  const contact = (await create(service, contacts, { email: 'ada@example.net' })).body.data;
  return `${contacts}/${contact.id}`;
}

const documented: readonly Row[] = [
  ['UNAUTHORIZED', 401, (service) => list(service, {}, { key: null })],
  [
    'KEY_REVOKED',
    401,
    (service) => {
      const { key } = service.sandbox.keys.create({ environment: 'live' });
      service.sandbox.keys.revoke(key);
      return list(service, {}, { key });
    },
  ],
  [
    'KEY_EXPIRED',
    401,
    (service) => {
      const { key } = service.sandbox.keys.create({ environment: 'live' });
      service.sandbox.keys.expire(key);
      return list(service, {}, { key });
    },
  ],
  ['VALIDATION_ERROR', 400, (service) => send(service, { to: 'bob' })],
  ['INVALID_EMAIL', 400, (service) => verify(service, 'bob')],
  [
    'INSUFFICIENT_CREDITS',
    402,
    (service) => {
      service.sandbox.credits.set(0);
      return verify(service, 'bob@example.net');
    },
  ],
  ['BATCH_TOO_LARGE', 400, (service) => submit(service, addresses(1_001))],
  [
    'TOO_MANY_BATCHES',
    429,
    async (service) => {
      for (const email of addresses(5)) await submit(service, [email]);
      return submit(service, ['sixth@example.net']);
    },
  ],
  ['ATTACHMENT_TOO_LARGE', 400, (service) => createUpload(service, { size: 10 * mebibyte + 1 })],
  [
    'INVALID_CONTENT_TYPE',
    400,
    (service) => createUpload(service, { contentType: 'application/x-msdownload' }),
  ],
  ['UPLOAD_NOT_FOUND', 404, (service) => confirm(service, 'att_none')],
  ['UPLOAD_NOT_COMPLETE', 400, async (service) => confirm(service, (await newUpload(service)).attachmentId)],
  [
    'UPLOAD_EXPIRED',
    400,
    async (service) => {
      const { attachmentId } = await newUpload(service);
      service.sandbox.clock.advance('1h');
      return confirm(service, attachmentId);
    },
  ],
  [
    'FILE_SIZE_MISMATCH',
    400,
    async (service) => {
      const upload = await newUpload(service);
      expect((await put(service, upload, bytesOf('other'))).status).toBe(200);
      return confirm(service, upload.attachmentId);
    },
  ],
  ['CONTACT_NOT_FOUND', 404, async (service) => service.call('GET', `${await contactPath(service)}0`)],
  ['LIST_NOT_FOUND', 404, (service) => service.call('GET', `${lists}/lst_none/contacts`)],
  ['NOT_FOUND', 404, (service) => get(service, 'ver_none')],
  ['NOT_FOUND', 404, (service) => service.call('PUT', `${lists}/lst_none`, { json: { name: 'Readers' } })],
  [
    'CONTACT_ALREADY_EXISTS',
    409,
    async (service) => {
      const contacts = (await contactPath(service)).replace(/\/[^/]+$/, '');
      return create(service, contacts, { email: 'ada@example.net' });
    },
  ],
  [
    'ALREADY_SUPPRESSED',
    409,
    async (service) => {
      const path = `${await contactPath(service)}/suppress`;
      expect((await create(service, path, { reason: 'manual' })).status).toBe(204);
      return create(service, path, { reason: 'manual' });
    },
  ],
  [
    'INVALID_CUSTOM_FIELD',
    400,
    async (service) =>
      service.call('PUT', await contactPath(service), { json: { customFields: { plan: 'Pro' } } }),
  ],
];

const sending: readonly Row[] = [
  [
    'DNS_VERIFICATION_FAILED',
    400,
    (service) => {
      service.sandbox.domains.update({ dnsVerified: false });
      return send(service);
    },
  ],
  [
    'DOMAIN_VALIDATION_FAILED',
    400,
    (service) => {
      service.sandbox.domains.update({ active: false });
      return send(service);
    },
  ],
  ['FROM_DOMAIN_MISMATCH', 400, (service) => send(service, { from: 'ada@elsewhere.example' })],
  ['TEMPLATE_NOT_FOUND', 400, (service) => sendTemplate(service, 'nope')],
  ['TEMPLATE_RENDER_ERROR', 400, (service) => sendTemplate(service, 'welcome')],
  ['ATTACHMENT_NOT_FOUND', 400, (service) => send(service, { attachmentIds: ['att_none'] })],
  ['EMAIL_TOO_LARGE', 400, (service) => send(service, { html: 'x'.repeat(10 * mebibyte + 1) })],
  ['SPAM_SCORE_TOO_HIGH', 400, (service) => send(service, { html: gtube })],
  [
    'RECIPIENT_SUPPRESSED',
    400,
    (service) => {
      service.sandbox.suppressions.add({ email: 'bob@example.net' });
      return send(service);
    },
  ],
];

const own: readonly Row[] = [
  [
    'RATE_LIMIT_EXCEEDED',
    429,
    async (service) => {
      for (let n = 0; n < 100; n++) await service.call('GET', '/api/v1/nowhere');
      return list(service);
    },
  ],
  [
    'IDEMPOTENCY_CONFLICT',
    409,
    async (service) => {
      await send(service, { idempotencyKey: 'k', subject: 'One' });
      return send(service, { idempotencyKey: 'k', subject: 'Two' });
    },
  ],
  ['METHOD_NOT_ALLOWED', 405, (service) => service.call('DELETE', emails)],
  [
    'UNSUPPORTED_MEDIA_TYPE',
    415,
    (service) => send(service, {}, { headers: { 'content-type': 'text/plain' } }),
  ],
  ['PAYLOAD_TOO_LARGE', 413, (service) => send(service, { html: 'x'.repeat(20 * mebibyte) })],
];

const inject =
  (code: string) =>
  (service: Service): Promise<TestResponse> => {
    service.sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { code } });
    return send(service);
  };

const injected: readonly Row[] = (
  [
    ['IDEMPOTENCY_IN_PROGRESS', 409],
    ['INTERNAL_ERROR', 500],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const
).map(([code, status]) => [code, status, inject(code)]);

/** Fails unless `response` is an error envelope with this code and status. */
function expectError(response: TestResponse, status: number, code: string): void {
  expect(response.outcome).toBe(`${status} ${code}`);
  expect(response.body).toMatchObject({
    success: false,
    error: { code, message: expect.stringMatching(/\S/) },
    meta: { timestamp: expect.any(String), requestId: expect.any(String) },
  });
  expect(response.body).not.toHaveProperty('error.details', null);
  const details: unknown = response.body.error.details;
  expect(['undefined', 'object']).toContain(typeof details);
  expect(details).not.toBeInstanceOf(Array);
}

conformance('error codes', (open) => {
  test.each(documented)('%s is answered with %i (R207, R208)', async (code, status, provoke) => {
    expectError(await provoke(await open()), status, code);
  });

  test.each(sending)(
    '%s from a send is answered with %i (R207, R208, A60)',
    async (code, status, provoke) => {
      expectError(await provoke(await open()), status, code);
    },
  );

  test('ATTACHMENT_TOO_LARGE from a send is answered with 400 (R207, R208, A60, A69)', async () => {
    const service = await open({ limits: { attachmentOnEmailBytes: 2 } });
    const { attachmentId } = await attach(service);
    const response = await send(service, { attachmentIds: [attachmentId] });
    expectError(response, 400, 'ATTACHMENT_TOO_LARGE');
  });

  test.each(own)('our own code %s is answered with %i (R207, R208)', async (code, status, provoke) => {
    expectError(await provoke(await open()), status, code);
  });

  test.each(injected)(
    '%s, injected by its code alone, is answered with %i (R207, A22)',
    async (code, status, provoke) => {
      expectError(await provoke(await open()), status, code);
    },
  );

  test('the details of a validation error name the field and show its value (R208, A21)', async () => {
    const service = await open();
    const wrong: readonly [field: string, value: unknown, response: TestResponse][] = [
      ['email', 'bob', await verify(service, 'bob')],
      ['emails[1]', 'bob', await submit(service, ['a@example.net', 'bob'])],
      ['to[0]', 'bob', await send(service, { to: ['bob'] })],
      ['status', 'done', await list(service, { status: 'done' })],
    ];
    for (const [field, value, response] of wrong) {
      expect(response.body.error.details, field).toMatchObject({ field, value });
    }
  });

  test('details never contain a key (R208)', async () => {
    const service = await open();
    const request: Request = { key: 'sk_live_nobody-knows-me' };
    expect((await list(service, {}, request)).text).not.toContain('nobody-knows-me');
  });
});
