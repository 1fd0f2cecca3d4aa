import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { list, send, total } from './emails.ts';

/** Sends with the test key of the default account. */
const simulate = (service: Service, fields: object = {}) =>
  send(service, fields, { key: service.sandbox.testApiKey });

conformance('test keys', (open) => {
  test('a simulated send is answered with exactly sandbox, messageId, message and recipients (R79, A65)', async () => {
    const service = await open();
    const response = await simulate(service);
    expect(response.status).toBe(201);
    expect(response.body.data).toEqual({
      sandbox: true,
      messageId: expect.stringMatching(/^[0-9a-f]{24}@example\.com$/),
      message: expect.stringMatching(/\S/),
      recipients: ['bob@example.net'],
    });
  });

  test('recipients are the bare addresses of to, then cc, then bcc (R79, A65)', async () => {
    const service = await open();
    const { data } = (
      await simulate(service, {
        bcc: ['D <d@example.net>', 'a@example.net'],
        cc: ' "C" <c@example.net>',
        to: ['b@example.net', 'Ada <A@Example.net>'],
      })
    ).body;
    expect(data.recipients).toEqual([
      'b@example.net',
      'A@Example.net',
      'c@example.net',
      'd@example.net',
      'a@example.net',
    ]);
  });

  test('a replay adds skipped true (A65)', async () => {
    const service = await open();
    const fields = { idempotencyKey: 'order-1' };
    const first = await simulate(service, fields);
    const second = await simulate(service, fields);
    expect(first.body.data).not.toHaveProperty('skipped');
    expect(second.status).toBe(201);
    expect(second.body.data).toEqual({ ...first.body.data, skipped: true });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(service.sandbox.mailbox.list({})).toHaveLength(1);
  });

  test('a test key refuses every send that a live key refuses (A65)', async () => {
    const service = await open();
    service.sandbox.suppressions.add({ email: 'no@example.net' });
    for (const [outcome, fields] of [
      ['400 VALIDATION_ERROR', { subject: undefined }],
      ['400 FROM_DOMAIN_MISMATCH', { from: 'ada@elsewhere.example' }],
      ['400 TEMPLATE_NOT_FOUND', { templateId: 'nope', html: undefined }],
      ['400 TEMPLATE_RENDER_ERROR', { templateId: 'welcome', subject: undefined, html: undefined }],
      ['400 ATTACHMENT_NOT_FOUND', { attachmentIds: ['att_none'] }],
      ['400 RECIPIENT_SUPPRESSED', { to: 'no@example.net' }],
    ] as const) {
      expect((await simulate(service, fields)).outcome).toBe(outcome);
    }
    expect(service.sandbox.mailbox.list({})).toHaveLength(0);
  });

  test('the receipt is the same under every sendResult (A65, A38)', async () => {
    for (const sendResult of ['full', 'minimal', 'reference'] as const) {
      const service = await open({ wire: { sendResult } });
      const { data } = (await simulate(service)).body;
      expect(Object.keys(data).sort()).toEqual(['message', 'messageId', 'recipients', 'sandbox']);
      await service.close();
    }
  });

  test('simulated emails are never listed for either environment, but are in the mailbox (R80, A66)', async () => {
    const service = await open();
    const { messageId } = (await simulate(service, { subject: 'Simulated' })).body.data;
    service.sandbox.clock.advance('1h');
    expect(await total(service)).toBe(0);
    expect((await list(service, {}, { key: service.sandbox.testApiKey })).body.data.emails).toEqual([]);
    expect(service.sandbox.mailbox.get(messageId)).toMatchObject({ subject: 'Simulated' });
  });

  test('a test key does not see live emails either (A66)', async () => {
    const service = await open();
    await send(service);
    const { data } = (await list(service, {}, { key: service.sandbox.testApiKey })).body;
    expect(data).toMatchObject({ emails: [], pagination: { total: 0 } });
  });
});
