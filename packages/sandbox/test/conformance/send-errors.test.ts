import { expect, test } from 'vitest';
import { conformance, type Request, type Service } from '../harness.ts';
import { gtube, hello, send, total } from './emails.ts';

const unverified = 'sk_live_unverified';
const inactive = 'sk_live_inactive';
const limits = { emailBytes: 200 };

/** Prepares the state in which every send in `refusals` fails. */
function prepare({ sandbox }: Service): void {
  sandbox.suppressions.add({ email: 'no@example.net' });
  sandbox.templates.set('places', { subject: 'Hi', text: '{{name}}' });
  sandbox.accounts.create({
    domain: { name: 'unverified.example', dnsVerified: false, active: true },
    keys: [{ key: unverified, environment: 'live' }],
  });
  sandbox.accounts.create({
    domain: { name: 'inactive.example', dnsVerified: true, active: false },
    keys: [{ key: inactive, environment: 'live' }],
  });
}

/** Every possible error code of a send in this state, with its semantic status and a send that causes it. */
const refusals: readonly [code: string, semantic: number, fields: object, request?: Request][] = [
  ['DNS_VERIFICATION_FAILED', 403, { from: 'ada@unverified.example' }, { key: unverified }],
  ['DOMAIN_VALIDATION_FAILED', 403, { from: 'ada@inactive.example' }, { key: inactive }],
  ['FROM_DOMAIN_MISMATCH', 403, { from: 'ada@elsewhere.example' }],
  ['TEMPLATE_NOT_FOUND', 404, { templateId: 'nope', subject: undefined, html: undefined }],
  ['TEMPLATE_RENDER_ERROR', 422, { templateId: 'places', subject: undefined, html: undefined }],
  ['ATTACHMENT_NOT_FOUND', 404, { attachmentIds: ['att_none'] }],
  ['EMAIL_TOO_LARGE', 413, { html: 'x'.repeat(200) }],
  ['SPAM_SCORE_TOO_HIGH', 422, { html: gtube }],
  ['RECIPIENT_SUPPRESSED', 409, { to: 'no@example.net' }],
];

conformance('send errors', (open) => {
  test('every refusal is a 400 and leaves no email behind (R81, R82, R85, A60)', async () => {
    const service = await open({ limits });
    prepare(service);
    for (const [code, , fields, request] of refusals) {
      const response = await send(service, fields, request);
      expect(response.outcome).toBe(`400 ${code}`);
      expect(response.body.error.message).not.toBe('');
    }
    expect(await total(service)).toBe(0);
    expect(service.sandbox.mailbox.list({})).toHaveLength(0);
  });

  test('sendErrorStatus semantic gives each refusal its own status (A60)', async () => {
    const service = await open({ limits, wire: { sendErrorStatus: 'semantic' } });
    prepare(service);
    for (const [code, semantic, fields, request] of refusals) {
      expect((await send(service, fields, request)).outcome).toBe(`${semantic} ${code}`);
    }
    expect((await send(service, { from: undefined })).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('domain and DNS state can change while the sandbox runs (R81, R82, A63)', async () => {
    const service = await open();
    const { domains } = service.sandbox;
    for (const [state, outcome] of [
      [{ dnsVerified: false }, '400 DNS_VERIFICATION_FAILED'],
      [{ active: false }, '400 DOMAIN_VALIDATION_FAILED'],
      [{ dnsVerified: true }, '400 DOMAIN_VALIDATION_FAILED'],
      [{ active: true }, '201'],
    ] as const) {
      domains.update(state);
      expect((await send(service)).outcome, JSON.stringify(state)).toBe(outcome);
      expect((await send(service, {}, { key: service.sandbox.testApiKey })).outcome).toBe(outcome);
    }
  });

  test('only sends check the state of the domain (A63)', async () => {
    const service = await open();
    service.sandbox.domains.update({ active: false, dnsVerified: false });
    expect(await total(service)).toBe(0);
  });

  test('the sender’s domain must be the key’s, not another account’s (R48)', async () => {
    const service = await open();
    prepare(service);
    service.sandbox.account(inactive).domains.update({ active: true });
    expect((await send(service, { from: 'ada@inactive.example' })).outcome).toBe('400 FROM_DOMAIN_MISMATCH');
    expect((await send(service, {}, { key: inactive })).outcome).toBe('400 FROM_DOMAIN_MISMATCH');
    expect((await send(service, { from: 'ada@inactive.example' }, { key: inactive })).outcome).toBe('201');
  });

  test('an unknown attachment is ATTACHMENT_NOT_FOUND with its id (R65, A59)', async () => {
    const service = await open();
    for (const attachmentIds of [
      ['att_none'],
      ['__proto__'],
      Array.from({ length: 10 }, (_, n) => `att_${n}`),
    ]) {
      const response = await send(service, { attachmentIds });
      expect(response.outcome).toBe('400 ATTACHMENT_NOT_FOUND');
      expect(response.body.error.details).toMatchObject({ reason: 'not_found', value: attachmentIds[0] });
    }
    expect((await send(service, { attachmentIds: [] })).outcome).toBe('201');
  });

  test('eleven attachments are refused before their ids are looked up (R66)', async () => {
    const service = await open();
    const attachmentIds = Array.from({ length: 11 }, (_, n) => `att_${n}`);
    const response = await send(service, { attachmentIds });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.field).toBe('attachmentIds');
  });

  test('of several errors, the first in the documented order is answered (A61)', async () => {
    const service = await open({ limits });
    const { sandbox } = service;
    sandbox.suppressions.add({ email: 'no@example.net' });
    sandbox.templates.set('broken', { subject: '{{name}}', html: gtube + 'x'.repeat(200) });
    sandbox.templates.set('large', { subject: 'Hi', html: gtube + 'x'.repeat(200) });
    sandbox.templates.set('spam', { subject: 'Hi', html: gtube });
    sandbox.templates.set('fine', { subject: 'Hi', html: 'Hi' });
    sandbox.domains.update({ active: false, dnsVerified: false });

    let fields: object = {
      ...hello,
      subject: undefined,
      html: undefined,
      from: 'ada@elsewhere.example',
      to: 'no@example.net',
      replyTo: 'nobody',
      templateId: 'nope',
      attachmentIds: ['att_none'],
    };
    const outcomeAfter = async (mended: object) => {
      fields = { ...fields, ...mended };
      return (await send(service, fields)).outcome;
    };
    expect(await outcomeAfter({})).toBe('400 VALIDATION_ERROR');
    expect(await outcomeAfter({ replyTo: undefined })).toBe('400 DOMAIN_VALIDATION_FAILED');
    sandbox.domains.update({ active: true });
    expect(await outcomeAfter({})).toBe('400 DNS_VERIFICATION_FAILED');
    sandbox.domains.update({ dnsVerified: true });
    expect(await outcomeAfter({})).toBe('400 FROM_DOMAIN_MISMATCH');
    expect(await outcomeAfter({ from: 'ada@example.com' })).toBe('400 TEMPLATE_NOT_FOUND');
    expect(await outcomeAfter({ templateId: 'broken' })).toBe('400 TEMPLATE_RENDER_ERROR');
    expect(await outcomeAfter({ templateId: 'large' })).toBe('400 ATTACHMENT_NOT_FOUND');
    expect(await outcomeAfter({ attachmentIds: undefined })).toBe('400 EMAIL_TOO_LARGE');
    expect(await outcomeAfter({ templateId: 'spam' })).toBe('400 SPAM_SCORE_TOO_HIGH');
    expect(await outcomeAfter({ templateId: 'fine' })).toBe('400 RECIPIENT_SUPPRESSED');
    expect(await outcomeAfter({ to: 'bob@example.net' })).toBe('201');
  });
});
