const { createSandbox } = require('@mailrig/sandbox');
const { handlers } = require('@mailrig/sandbox/msw');
const { Mailrig } = require('mailrig');
const { setupServer } = require('msw/node');

test('MSW answers a client in a CommonJS test', async () => {
  const sandbox = createSandbox();
  const server = setupServer(...handlers(sandbox));
  server.listen();
  const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl });
  await mail.emails.send({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' });
  server.close();
  expect(sandbox.mailbox.list()).toHaveLength(1);
});
