import { describe, expect, test } from 'vitest';
import { connect, email } from './client.ts';

describe('emails.send', () => {
  test('a live send returns message id, id, status and time, with sandbox: false (R45, A38)', async () => {
    const { mail, sandbox } = connect();
    const sent = await mail.emails.send(email);
    expect(sent).toEqual({
      sandbox: false,
      id: expect.stringMatching(/^msg_/),
      messageId: expect.stringMatching(/@example\.com$/),
      status: 'queued',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      skipped: false,
    });
    expect(sandbox.mailbox.latest({})?.subject).toBe('Hello');
  });

  test('a send with a sandbox key returns message and recipients, with sandbox: true (A65)', async () => {
    const { mail } = connect({ apiKey: 'sk_test_sandbox' });
    const sent = await mail.emails.send({ ...email, cc: ['"Cy" <cy@example.org>'], bcc: 'di@example.org' });
    expect(sent).toEqual({
      sandbox: true,
      messageId: expect.any(String),
      message: expect.any(String),
      recipients: ['bob@example.org', 'cy@example.org', 'di@example.org'],
      skipped: false,
    });
  });

  test.each([
    ['full', ['id', 'status', 'createdAt']],
    ['minimal', []],
    ['reference', ['id', 'status', 'createdAt']],
  ] as const)('the %s receipt is read as the same value (A38)', async (sendResult, optional) => {
    const { mail } = connect({}, { wire: { sendResult } });
    const sent = await mail.emails.send(email);
    expect(sent).toMatchObject({ sandbox: false, messageId: expect.any(String), skipped: false });
    expect(Object.keys(sent).toSorted()).toEqual(['messageId', 'sandbox', 'skipped', ...optional].toSorted());
  });

  test('any 2xx status is a success (A19)', async () => {
    const { mail } = connect({}, { wire: { successStatus: '200' } });
    const { data, response } = await mail.emails.send(email).withResponse();
    expect([response.status, data.sandbox]).toEqual([200, false]);
  });

  test('a template is sent with its variables (R58, R60)', async () => {
    const { mail, sandbox } = connect();
    const variables = { name: 'Bob', plan: 'Pro' };
    await mail.emails.send({ from: email.from, to: email.to, templateId: 'welcome', variables });
    expect(sandbox.mailbox.latest({})?.subject).toBe('Welcome, Bob');
  });

  test('undefined fields count as absent', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.send({ ...email, html: undefined, cc: undefined, idempotencyKey: undefined });
    expect(sandbox.requests.last()?.body).not.toHaveProperty('html');
  });

  test('a body is declared as JSON, and a request without one declares nothing (R2, A13)', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.send(email);
    expect(sandbox.requests.last()?.headers['content-type']).toBe('application/json');
    await mail.emails.list();
    expect(sandbox.requests.last()?.headers).not.toHaveProperty('content-type');
  });
});

describe('authentication', () => {
  test('the key travels in Authorization and nowhere else (R20, A1)', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.list({}, { headers: { 'X-Trace': 't1' } });
    const headers = sandbox.requests.last()?.headers;
    expect(headers).toMatchObject({ authorization: expect.any(String), 'x-trace': 't1' });
    expect(headers).not.toHaveProperty('x-api-key');
  });

  test("authHeader 'x-api-key' moves the key there (R19, A1)", async () => {
    const { mail, sandbox } = connect({ authHeader: 'x-api-key' });
    await mail.emails.list();
    const headers = sandbox.requests.last()?.headers;
    expect(headers).toHaveProperty('x-api-key');
    expect(headers).not.toHaveProperty('authorization');
  });
});
