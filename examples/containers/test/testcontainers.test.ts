import { Mailrig } from 'mailrig';
import { GenericContainer, Wait } from 'testcontainers';
import { beforeEach, expect, test } from 'vitest';

beforeEach(({ skip }) => skip(process.env['MAILRIG_IMAGE'] === undefined, 'there is no container engine'));

// #region container
test('a new user gets a code', { timeout: 60_000 }, async () => {
  await using container = await new GenericContainer('mailrig/sandbox')
    .withExposedPorts(4010)
    .withWaitStrategy(Wait.forHttp('/_sandbox/health', 4010))
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(4010)}`;
  const mail = new Mailrig({ apiKey: 'sk_live_sandbox', baseUrl: url });

  await mail.emails.send({
    from: 'hello@example.com',
    to: 'grace@example.org',
    subject: 'Confirm your address',
    text: 'Your code is 493017.',
  });

  const latest = await fetch(`${url}/_sandbox/messages/latest?to=grace@example.org&wait=5s`);
  expect(await latest.json()).toMatchObject({ codes: ['493017'] });
});
// #endregion container
