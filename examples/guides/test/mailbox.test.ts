import { describe } from 'vitest';
// #region read
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';

const email = {
  from: 'hello@example.com',
  to: 'grace@example.org',
  subject: 'Confirm your address',
  html: '<p>Your code is 493017, or <a href="https://app.example.com/confirm?code=493017">click here</a>.</p>',
};

test('a test reads the code and the link of an email', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);

  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: /confirm/i });
  expect(sandbox.mailbox.latest()?.codes()).toEqual(['493017']);
  expect(sandbox.mailbox.latest()?.links()).toEqual(['https://app.example.com/confirm?code=493017']);
});
// #endregion read

// #region search
test('a search finds one of many emails', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  await mail.emails.send({ ...email, to: 'ada@example.org' });

  expect(sandbox.mailbox.list({ q: 'subject:confirm -to:ada "click here"' })).toHaveLength(1);
  expect(sandbox.requests.count({ q: 'operation:sendEmail status:2xx' })).toBe(2);
});
// #endregion search

// #region parallel
describe.concurrent('concurrent tests', () => {
  test.for(['ada', 'bob', 'eve'])('%s has her own mailbox', async (name, { sandbox, expect }) => {
    const mail = new Mailrig(sandbox.clientOptions());
    await mail.emails.send({ ...email, to: `${name}@example.org` });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });
});
// #endregion parallel
