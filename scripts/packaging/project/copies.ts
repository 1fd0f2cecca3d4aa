import { createRequire } from 'node:module';
import * as sandboxes from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import * as server from '@mailrig/sandbox/node';
import { assertSentEmail } from '@mailrig/sandbox/node-test';
import ky from 'ky';
import * as esm from 'mailrig';

/** Loads the package as ESM and as CommonJS, and checks that each copy recognises errors of the other. */
const { createSandbox } = sandboxes;
const require = createRequire(import.meta.url);
const cjs: typeof esm = require('mailrig');
if (cjs.Mailrig === esm.Mailrig) throw new Error('import and require give the same copy: nothing is proved');

for (const [thrower, judge] of [
  [esm, cjs],
  [cjs, esm],
] as const) {
  const { baseUrl, fetch } = createSandbox();
  const mail = new thrower.Mailrig({ apiKey: 'sk_live_unknown', baseUrl, fetch });
  const error = await mail.emails.list().catch((reason: unknown) => reason);
  if (error instanceof judge.MailrigError) throw new Error('the copies share a class: nothing is proved');
  if (!judge.isMailrigError(error)) throw new Error('isMailrigError misses an error of the other copy');
  if (!judge.isAPIError(error, 'UNAUTHORIZED'))
    throw new Error('isAPIError misses an error of the other copy');
}

// Each contains ky, and takes an instance of the app's copy.
const lost = ky.create({ fetch: () => Promise.reject(new TypeError('lost')) });
for (const { Mailrig, ConnectionError } of [esm, cjs]) {
  const mail = new Mailrig({ apiKey: 'sk_live_x', baseUrl: 'http://127.0.0.1', ky: lost, maxRetries: 0 });
  const error = await mail.emails.list().catch((reason: unknown) => reason);
  if (!(error instanceof ConnectionError && error.cause instanceof TypeError))
    throw new Error("an error of the app's ky is not understood", { cause: error });
}

// Both servers send the one page of the inspector.
const pages = new Set<string>();
for (const { serve } of [server, require('@mailrig/sandbox/node') as typeof server]) {
  await using running = await serve({ port: 0 });
  pages.add(await (await fetch(running.url)).text());
}
const [page = ''] = pages;
if (pages.size > 1 || !page.includes('<script')) throw new Error(`the page is missing: ${page}`);

// A sandbox of the other copy works where its public methods suffice. Otherwise the error names the copies.
const copied: typeof sandboxes = require('@mailrig/sandbox');
if (copied.createSandbox === createSandbox) throw new Error('import and require give the same sandbox');
const foreign = copied.createSandbox();
if (handlers(foreign).length === 0) throw new Error('a sandbox of the other copy has no handlers');
await using running = await server.serve({ sandbox: foreign, port: 0 });
await new esm.Mailrig({ apiKey: foreign.liveApiKey, baseUrl: running.url }).emails.send({
  from: 'ada@example.com',
  to: 'bob@example.org',
  subject: 'Hello',
  text: 'Hi',
});
assertSentEmail(foreign, { to: 'bob@example.org' });
// A snapshot is data that either copy restores.
const restored = createSandbox();
restored.restore(foreign.snapshot());
const restoredMail = new esm.Mailrig(restored.clientOptions());
await restoredMail.emails.send({ from: 'ada@example.com', to: 'eve@example.org', subject: 'Hi', text: 'Hi' });
if (restored.mailbox.count() !== 2 || foreign.mailbox.count() !== 1 || restored.check().length > 0)
  throw new Error('a snapshot of the other copy is not restored whole');
for (const refused of [
  () => sandboxes.sweep(foreign, () => undefined),
  () => server.serve({ sandbox: foreign, state: 'copies.db', port: 0 }),
]) {
  const reason = await Promise.resolve(refused()).then(
    () => 'nothing failed',
    (error: Error) => error.message,
  );
  if (!reason.includes('sandbox comes from another copy of @mailrig/sandbox'))
    throw new Error(`the copies are not named: ${reason}`);
}
