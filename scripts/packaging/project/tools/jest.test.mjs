import { expect, test } from '@jest/globals';
import { useSandbox } from '@mailrig/sandbox/jest';
import { Mailrig } from 'mailrig';

const sandbox = useSandbox();

test('the matchers work in an ES module', async () => {
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' });
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org' });
  await expect(sandbox.mailbox.latest()).toPassEmailChecks();
});
