import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertHoldsEverywhere,
  assertNoSentEmail,
  assertPassesEmailChecks,
  assertSentEmail,
  sweep,
  sweepFaults,
  useSandbox,
} from '@mailrig/sandbox/node-test';
import { Mailrig } from 'mailrig';

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' };
const sandbox = useSandbox();
const clientOf = (sandbox) => new Mailrig(sandbox.clientOptions());

test('an email is found', async () => {
  await clientOf(sandbox).emails.send(email);
  assertSentEmail(sandbox, { to: 'bob@example.org', subject: 'Hello' });
  assert.throws(() => assertNoSentEmail(sandbox), { code: 'ERR_ASSERTION' });
});

test('an email is checked, with the data about mail clients', async () => {
  await clientOf(sandbox).emails.send({ ...email, html: '<p lang="en" style="display: grid">Hi</p>' });
  const message = sandbox.mailbox.latest();
  await assertPassesEmailChecks(message);
  await assert.rejects(assertPassesEmailChecks(message, { failOn: 'advice' }), /No support for display:grid/);
});

test('every test starts with an empty mailbox', () => {
  assertNoSentEmail(sandbox);
  assert.throws(() => assertSentEmail(sandbox, { subject: 'Hello' }), /The mailbox is empty/);
});

test('a sweep holds', async () => {
  const options = { wire: ['examples'], faults: sweepFaults.slice(0, 2) };
  assertHoldsEverywhere(await sweep(sandbox, (fork) => clientOf(fork).emails.send(email), options));
});
