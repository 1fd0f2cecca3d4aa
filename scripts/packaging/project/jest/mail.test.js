const { createSandbox } = require('@mailrig/sandbox');
const { serve } = require('@mailrig/sandbox/node');
const { isAPIError, Mailrig } = require('mailrig');

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' };

test('the client and the sandbox work in a CommonJS test without a flag', async () => {
  const sandbox = createSandbox();
  const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  await mail.emails.send(email);
  expect(sandbox.mailbox.latest({ to: 'bob@example.org' })).toMatchObject({ subject: 'Hello' });
  const error = await mail.verification.get('ver_none').catch((reason) => reason);
  expect(isAPIError(error, 'NOT_FOUND')).toBe(true);
});

test('over HTTP as well', async () => {
  const server = await serve({ port: 0 });
  const mail = new Mailrig({ apiKey: server.sandbox.liveApiKey, baseUrl: server.url });
  await mail.emails.send(email);
  expect((await mail.emails.list()).total).toBe(1);
  await server.close();
});
