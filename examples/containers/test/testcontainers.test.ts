import { SandboxContainer } from '@mailrig/sandbox/testcontainers';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';
import { signUp } from '../src/sign-up.ts';

/** The image to test, for example `mailrig/sandbox`. It needs a container engine. */
const image = process.env['MAILRIG_IMAGE'];

test.skipIf(image === undefined)('a new user gets a code', { timeout: 60_000 }, async () => {
  // #region container
  await using container = await new SandboxContainer(image).start();
  const account = container.getAccount();
  const mail = new Mailrig({ apiKey: account.liveApiKey, baseUrl: account.url });

  await signUp(mail, 'grace@example.org', '493017');

  const message = await account.waitForMessage({ to: 'grace@example.org' });
  expect(message.codes()).toEqual(['493017']);
  // #endregion container
});
