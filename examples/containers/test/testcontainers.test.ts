import { SandboxContainer } from '@mailrig/sandbox/testcontainers';
import { Mailrig } from 'mailrig';
import { beforeEach, expect, test } from 'vitest';

beforeEach(({ skip }) => skip(process.env['MAILRIG_IMAGE'] === undefined, 'there is no container engine'));

// #region container
test('a new user gets a code', { timeout: 60_000 }, async () => {
  await using container = await new SandboxContainer('mailrig/sandbox').start();
  const account = container.getAccount();
  const mail = new Mailrig({ apiKey: account.liveApiKey, baseUrl: account.url });

  await mail.emails.send({
    from: 'hello@example.com',
    to: 'grace@example.org',
    subject: 'Confirm your address',
    text: 'Your code is 493017.',
  });

  const message = await account.waitForMessage({ to: 'grace@example.org' });
  expect(message.codes()).toEqual(['493017']);
});
// #endregion container
