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
