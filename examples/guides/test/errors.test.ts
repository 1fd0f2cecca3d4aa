import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { report, work, signUpProblem } from '../src/errors.ts';

// #region lost
const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

test('a send whose response is lost is retried, and goes out once', async ({ sandbox, expect }) => {
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  const mail = new Mailrig(sandbox.clientOptions());

  expect(await report(mail, email)).toBe('sent by an earlier attempt or call');
  expect(sandbox.mailbox.list()).toHaveLength(1);
  expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(2);
});
// #endregion lost

test('the error says what is known about the email', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 });
  expect(await report(mail, email)).toBe('sent');
  expect(await report(mail, { ...email, from: 'eve@example.net' })).toMatch(/^not sent: .*FROM_DOMAIN/);

  sandbox.faults.add({ times: 1, phase: 'after', effect: { network: 'reset' } });
  expect(await report(mail, email)).toMatch(/^maybe sent: try again with the key \S+, never with a new one$/);

  sandbox.faults.add({ times: 1, effect: { body: 'truncated' } });
  expect(await report(mail, email)).toBe('sent, but the response could not be read');
});

test('a person who signs up sees what is wrong', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 });
  sandbox.suppressions.add({ email: 'gone@example.org' });
  expect(await signUpProblem(mail, 'grace@example.org')).toBeUndefined();
  expect(await signUpProblem(mail, 'gone@example.org')).toBe('This address does not want email from us.');
  expect(await signUpProblem(mail, 'grace')).toMatch(/^must be an email address/);
  sandbox.faults.failNext('sendEmail', 500);
  await expect(signUpProblem(mail, 'grace@example.org')).rejects.toMatchObject({ outcome: 'unknown' });
});

// #region queue
test('a job waits as long as the service asks, and sends once', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 });
  const job = { email, idempotencyKey: 'order-1' };

  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { status: 503, retryAfter: 120 } });
  expect(await work(mail, job)).toBe(120_000);
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  expect(await work(mail, job)).toBe(60_000);
  expect(await work(mail, job)).toBeUndefined();
  expect(sandbox.mailbox.list()).toHaveLength(1);

  await expect(work(mail, { ...job, email: { ...email, subject: 'Other' } })).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
    retryable: false,
  });
});
// #endregion queue
