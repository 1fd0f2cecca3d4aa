import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';

const sandbox = createSandbox({ clock: 'manual' });
const mail = new Mailrig(sandbox.clientOptions());

test('an email to this address bounces', async () => {
  await mail.emails.send({ from: 'ada@example.com', to: 'bounce@example.org', subject: 'Hi', text: 'Hi' });
  sandbox.clock.runUntilIdle();
  expect(sandbox.mailbox.latest()?.status).toBe('bounced');
});
