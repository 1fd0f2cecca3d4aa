import { test } from '@mailrig/sandbox/vitest';
import { isMailrigError, Mailrig } from 'mailrig';
import { report, sendInvoice, sendWhileWaiting, signUpProblem, trySend } from '../src/errors.ts';

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
  expect(await report(mail, email)).toMatch(/^maybe sent: try again with the key \S+$/);

  sandbox.faults.add({ times: 1, effect: { body: 'truncated' } });
  expect(await report(mail, email)).toBe('sent, but the response could not be read');
});

test('an invoice goes out once, however often its job runs', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const invoice = { id: '2026-17', to: 'grace@example.org' };
  const messageId = await sendInvoice(mail, invoice);
  expect(await sendInvoice(mail, invoice)).toBe(messageId);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

test('a person who signs up sees what is wrong', async ({ sandbox, expect }) => {
  const mail = new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 });
  sandbox.suppressions.add({ email: 'gone@example.org' });
  expect(await signUpProblem(mail, 'grace@example.org')).toBeUndefined();
  expect(await signUpProblem(mail, 'gone@example.org')).toBe('This address does not want email from us.');
  expect(await signUpProblem(mail, 'grace')).toMatch(/^to must be an email address/);
  sandbox.faults.add({ times: 1, effect: { status: 429, retryAfter: 7 } });
  expect(await signUpProblem(mail, 'grace@example.org')).toBe('Try again in 7 seconds.');
});

test('a call ends when nobody waits for it anymore', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const error: unknown = await sendWhileWaiting(mail, email, AbortSignal.abort()).catch(
    (reason: unknown) => reason,
  );
  expect(isMailrigError(error) && [error.code, error.outcome]).toEqual(['ABORTED', 'not-sent']);
});

test('a result can be checked instead of catching an error', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };
  expect(await trySend(mail, email)).toMatch(/^sent as /);
  expect(await trySend(mail, { ...email, from: 'ada@elsewhere.org' })).toBe('FROM_DOMAIN_MISMATCH: rejected');
});
