/** @jest-environment jest-fixed-jsdom */
// page.test.js
const { useSandbox } = require('@mailrig/sandbox/jest');
const { Mailrig } = require('mailrig');
const { signUp } = require('./sign-up.js');

const sandbox = useSandbox();
const mail = new Mailrig(sandbox.clientOptions());

test('a form sends a code to its address', async () => {
  document.body.innerHTML = '<form><input type="email" value="grace@example.org"></form>';
  const form = document.querySelector('form');
  form.addEventListener('submit', () => signUp(mail, form.querySelector('input').value, '493017'));
  form.dispatchEvent(new Event('submit'));

  const message = await sandbox.mailbox.waitFor({ to: 'grace@example.org' });
  expect(message.codes()).toEqual(['493017']);
});
