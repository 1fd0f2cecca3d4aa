import { describe } from 'vitest';
// #region unit
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { signUp } from '../src/sign-up.ts';

test('a new user gets a code', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());

  await signUp(mail, 'grace@example.org', '493017');

  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
  expect(sandbox.mailbox.latest()?.codes()).toEqual(['493017']);
  expect(sandbox.mailbox.latest()?.links()).toEqual(['https://app.example.com/confirm?code=493017']);
});
// #endregion unit

// #region search
test('a search finds one of many emails', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await signUp(mail, 'grace@example.org', '493017');
  await signUp(mail, 'ada@example.org', '271828');

  expect(sandbox.mailbox.list({ q: 'subject:confirm -to:ada "click here"' })).toHaveLength(1);
  expect(sandbox.requests.count({ q: 'operation:sendEmail status:2xx' })).toBe(2);
});
// #endregion search

// #region parallel
describe.concurrent('concurrent tests', () => {
  test.for(['ada', 'bob', 'eve'])('%s has her own mailbox', async (name, { sandbox, expect }) => {
    const mail = new Mailrig(sandbox.clientOptions());
    await signUp(mail, `${name}@example.org`, '1234');
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });
});
// #endregion parallel

// #region time
test.override({ sandboxOptions: { clock: 'manual', startAt: '2026-01-31T09:00:00Z' } });

test('mail is delivered when its time comes', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const id = await signUp(mail, 'grace@example.org', '493017');
  expect(sandbox.mailbox.get(id).status).toBe('queued');

  sandbox.clock.advance('2s');
  expect(sandbox.mailbox.get(id).status).toBe('delivered');

  sandbox.clock.advanceTo('2026-02-01T09:00:00Z');
  sandbox.emails.open(id);
  expect(sandbox.mailbox.get(id).timeline.at(-1)).toMatchObject({ type: 'opened' });
});
// #endregion time

// #region faults
test('a busy service does not stop a sign-up', async ({ sandbox, expect }) => {
  sandbox.faults.failNext('sendEmail', 503);
  const mail = new Mailrig(sandbox.clientOptions());

  await signUp(mail, 'grace@example.org', '493017');

  expect(sandbox.mailbox.list()).toHaveLength(1);
  expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(2);
});
// #endregion faults
