// sign-up.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoSentEmail, assertSentEmail, useSandbox } from '@mailrig/sandbox/node-test';
import { Mailrig } from 'mailrig';
import { signUp } from './sign-up.mjs';

const sandbox = useSandbox();
const mail = new Mailrig(sandbox.clientOptions());

test('a new user gets a code', async () => {
  await signUp(mail, 'grace@example.org', '493017');

  assertSentEmail(sandbox, { to: 'grace@example.org', subject: 'Confirm your address' });
  assert.deepEqual(sandbox.mailbox.latest()?.codes(), ['493017']);
});

test('the next test starts with an empty mailbox', () => {
  assertNoSentEmail(sandbox);
});
