// sign-up.test.js
const { useSandbox } = require('@mailrig/sandbox/jest');
const { Mailrig } = require('mailrig');
const { signUp } = require('./sign-up.js');

const sandbox = useSandbox();
const mail = new Mailrig(sandbox.clientOptions());

test('a new user gets a code', async () => {
  await signUp(mail, 'grace@example.org', '493017');

  expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: 'Confirm your address' });
  expect(sandbox.mailbox.latest().codes()).toEqual(['493017']);
});

test('the next test starts with an empty mailbox', () => {
  expect(sandbox).not.toHaveSentEmail();
});
