import { createSandbox } from '@mailrig/sandbox';
import { isMailrigError, Mailrig, type MailrigError } from 'mailrig';
import { expect, test } from 'vitest';
import { didItGoOut } from '../src/did-it-go-out.ts';
import { sendWelcome } from '../src/welcome.ts';

function connect() {
  const sandbox = createSandbox({ clock: 'manual' });
  return { sandbox, mail: new Mailrig({ ...sandbox.clientOptions(), maxRetries: 0 }) };
}

async function failureOf(promise: Promise<unknown>): Promise<MailrigError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!isMailrigError(error)) throw new Error('A MailrigError was expected', { cause: error });
  return error;
}

test('the welcome email uses the template and is delivered two seconds later', async () => {
  const { sandbox, mail } = connect();
  const { messageId } = await sendWelcome(mail, 'grace@example.org');
  expect(sandbox.mailbox.get(messageId)).toMatchObject({ subject: 'Welcome, Grace', status: 'queued' });
  sandbox.clock.advance('2s');
  expect(sandbox.mailbox.get(messageId).status).toBe('delivered');
});

test('a suppressed address gets nothing and is named', async () => {
  const { sandbox, mail } = connect();
  sandbox.suppressions.add({ email: 'grace@example.org' });
  const error = await failureOf(sendWelcome(mail, 'grace@example.org'));
  expect(didItGoOut(error)).toBe('It did not go out: the service refused it. Suppressed: grace@example.org.');
  expect(sandbox.mailbox.list()).toEqual([]);
});

test('after a lost response the email may have gone out, and the error’s key sends it only once', async () => {
  const { sandbox, mail } = connect();
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  const error = await failureOf(sendWelcome(mail, 'grace@example.org'));
  expect(didItGoOut(error)).toMatch(
    /^It may have gone out: .* idempotency key \S+: it will only go out once\.$/,
  );

  const again = await mail.emails.send({
    from: '"Ada Lovelace" <ada@example.com>',
    to: 'grace@example.org',
    templateId: 'welcome',
    variables: { name: 'Grace', plan: 'free' },
    idempotencyKey: error.idempotencyKey,
  });
  expect(again.skipped).toBe(true);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

test('an unreadable answer is no reason to send again', async () => {
  const { sandbox, mail } = connect();
  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { body: 'html' } });
  const error = await failureOf(sendWelcome(mail, 'grace@example.org'));
  expect(didItGoOut(error)).toBe('It went out, but the response could not be read.');
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
