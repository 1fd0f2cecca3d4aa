import { once } from 'node:events';
import { createServer } from 'node:net';
import { Mailrig } from 'mailrig';

/** Runs without permission to read the environment or files. Nothing listens at the base URL. */
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address();
server.close();
await once(server, 'close');

const mail = new Mailrig({ apiKey: 'sk_test_1', baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
const calls = {
  create: mail.lists.create({ name: 'Customers' }),
  list: mail.emails.list(),
  upload: mail.attachments.upload(new Blob(['fox'])),
  // Bun forgets a function as soon as all that is left to do is a call.
  chain: Promise.resolve().then(async () => [await mail.verification.verify('ada@example.org')]),
};
const ends = await Promise.allSettled(Object.values(calls));
for (const [index, name] of Object.keys(calls).entries()) {
  const { code, outcome, stack } = ends[index].reason;
  if (`${code} ${outcome}` !== 'NETWORK_ERROR not-sent') throw new Error(`${name}: ${code}, ${outcome}`);
  if (!stack.includes('network-only.mjs')) throw new Error(`${name}: the caller is not in ${stack}`);
}
