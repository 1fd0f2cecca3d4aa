const { sweep, sweepFaults, useSandbox } = require('@mailrig/sandbox/jest');
const { serve } = require('@mailrig/sandbox/node');
const { isAPIError, Mailrig } = require('mailrig');

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' };
const sandbox = useSandbox();
const clientOf = (sandbox) => new Mailrig(sandbox.clientOptions());
const mail = clientOf(sandbox);

test('the client and the sandbox work in a CommonJS test without a flag', async () => {
  await mail.emails.send(email);
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', subject: 'Hello' });
  const error = await mail.verification.get('ver_none').catch((reason) => reason);
  expect(isAPIError(error, 'NOT_FOUND')).toBe(true);
});

test('an email is checked, with the data about mail clients', async () => {
  await mail.emails.send({ ...email, html: '<p lang="en" style="display: grid">Hi</p>' });
  await expect(sandbox.mailbox.latest()).toPassEmailChecks();
  await expect(sandbox.mailbox.latest()).not.toPassEmailChecks({ failOn: 'advice' });
});

test('every test starts with an empty mailbox', () => {
  expect(sandbox).not.toHaveSentEmail();
  expect(() => expect(sandbox).toHaveSentEmail({ subject: 'Hello' })).toThrow('The mailbox is empty.');
});

test('a sweep finds the send that has no idempotency key, and nothing in the client’s', async () => {
  const options = { wire: ['examples'], faults: sweepFaults.slice(0, 2) };
  expect(await sweep(sandbox, (fork) => clientOf(fork).emails.send(email), options)).toHoldEverywhere();
  const send = ({ liveApiKey, baseUrl, fetch }) =>
    fetch(`${baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { 'x-api-key': liveApiKey, 'content-type': 'application/json' },
      body: JSON.stringify(email),
    });
  const twice = await sweep(sandbox, (fork) => send(fork).catch(() => send(fork)), {
    wire: ['examples'],
    faults: [{ name: 'reset', effect: { network: 'reset' } }],
  });
  expect(twice).not.toHoldEverywhere();
  expect(() => expect(twice).toHoldEverywhere()).toThrow('sent-once');
});

test('over HTTP as well', async () => {
  const server = await serve({ port: 0 });
  const overHttp = new Mailrig({ apiKey: server.sandbox.liveApiKey, baseUrl: server.url });
  await overHttp.emails.send(email);
  expect((await overHttp.emails.list()).total).toBe(1);
  await server.close();
});
