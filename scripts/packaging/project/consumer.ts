import { operations } from '@mailrig/contract';
import { decisions } from '@mailrig/contract/decisions';
import { openApiDocument } from '@mailrig/contract/openapi';
import { createSandbox, sweep } from '@mailrig/sandbox';
import { sandboxTasks } from '@mailrig/sandbox/cypress';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { assertSentEmail } from '@mailrig/sandbox/node-test';
import { Mailrig } from 'mailrig';
import { fileJournal } from 'mailrig/node';
import { openTelemetry } from 'mailrig/opentelemetry';
import { fleetThrottle } from 'mailrig/rate-limiter-flexible';

/** Imports every entry point, as a user would, and does real work with it. */
async function main(): Promise<void> {
  const sandbox = createSandbox({ endpoints: 'published' });
  const { apiKey, baseUrl } = sandbox.clientOptions('test');
  if (handlers(sandbox).length < Object.keys(operations).length)
    throw new Error('an operation has no handler');
  if (!('/api/v1/emails' in openApiDocument().paths)) throw new Error('a path is not described');
  if (decisions[0]?.id !== 'A1') throw new Error('the ledger does not begin with A1');

  const limiter = {
    consume: async () => undefined,
    block: async () => undefined,
    delete: async () => undefined,
  };
  const throttle = fleetThrottle(() => limiter);
  const tracing = openTelemetry();
  const inProcess = new Mailrig({ apiKey, baseUrl, fetch: sandbox.fetch, throttle, tracing });
  await inProcess.emails.send({
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: 'Hello',
    text: 'Hi',
  });

  assertSentEmail(sandbox, { to: 'bob@example.org' });

  const state = `state-${Math.random()}.db`;
  const server = await serve({ sandbox, state, port: 0 });
  await sandboxTasks({ url: server.url })['mailrig:messages']();
  const overHttp = new Mailrig({ apiKey: sandbox.liveApiKey, baseUrl: server.url });
  await overHttp.emails.send({
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: 'Hello',
    text: 'Hi',
  });
  const page = await overHttp.emails.list();
  const path = `${crypto.randomUUID()}.journal`;
  for (let starts = 0; starts < 2; starts += 1) {
    const people = ['bob@example.org', 'eve@example.org'];
    const emails = people.map((to) => ({ from: 'ada@example.com', to, subject: 'Hello', text: 'Hi' }));
    const { resumed } = await overHttp.emails.sendMany(emails, { journal: fileJournal(path) }).finish();
    if (resumed !== 2 * starts) throw new Error('the journal does not know what was sent');
  }
  await server.close();
  const again = await serve({ state, port: 0 });
  await again.close();
  if (again.sandbox.mailbox.list().length !== 4) throw new Error('the state file does not hold the emails');
  const loaded = createSandbox();
  await loaded.load(again.sandbox.save());
  if (loaded.mailbox.list().length !== 4) throw new Error('the saved state does not hold the emails');
  const { broken } = await sweep(
    loaded,
    async (fork) => void (await fork.fetch(`${fork.baseUrl}/api/v1/emails`)),
  );
  if (broken.length > 0) throw new Error('a sweep finds a break in a request that only reads');
  if (page.items.length === 0) throw new Error('the email that was sent is not listed');
}

void main();
