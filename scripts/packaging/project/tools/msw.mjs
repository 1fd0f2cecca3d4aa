import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { Mailrig } from 'mailrig';
import { setupServer } from 'msw/node';

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' };

/** Sends an email through the global `fetch`, with an attachment, a lost answer and a lost connection. */
async function send(sandbox) {
  const mail = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl });
  await mail.emails.send({ ...email, attachments: [{ content: new Blob(['abc']), filename: 'a.txt' }] });
  for (const network of ['cut', 'reset']) {
    sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network } });
    await mail.emails.send(email);
  }
  const sent = sandbox.mailbox.list().length;
  if (sent !== 3) throw new Error(`${sent} emails were sent instead of 3`);
}

const sandbox = createSandbox({ baseUrl: 'https://mail.example.com' });
const server = setupServer(...handlers(sandbox));
server.listen({ onUnhandledRequest: 'error' });
await send(sandbox);
server.close();

// Old versions of MSW have no `defineNetwork`.
if (process.argv[2] === 'intercept') {
  const { interceptFetch } = await import('@mailrig/sandbox/msw/fetch');
  const other = createSandbox({ baseUrl: 'https://other.example.com' });
  const interception = interceptFetch(other);
  await send(other);
  interception.close();
}
