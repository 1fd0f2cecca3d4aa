import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { sweep } from '@mailrig/sandbox/vitest';
import { describe, expect, test } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';
import { Mailrig } from '../src/index.ts';
import { email } from './client.ts';

/*
 * Decisions A23 and A117 as a whole: whatever goes wrong with whichever request, under every wire preset, the
 * client does nothing twice, loses nothing that it said was done, and takes no failure for success.
 */

function clientOf({ liveApiKey: apiKey, baseUrl, fetch }: Sandbox): Mailrig {
  return new Mailrig({ apiKey, baseUrl, fetch });
}

const bytes = new TextEncoder().encode('fox');
const options = { contentType: 'text/plain', filename: 'fox.txt' };
const names = ['ada', 'bob', 'eve'];
const addresses = names.map((name) => `${name}@example.net`);

/** Sends two emails; the second has an attachment. */
async function correspond(mail: Mailrig): Promise<void> {
  await mail.emails.send(email);
  const { id } = await mail.attachments.upload(bytes, options);
  await mail.emails.send({ ...email, subject: 'A fox', attachmentIds: [id] });
}

/** Creates a list with a contact, then changes both and suppresses the contact. */
async function subscribe(mail: Mailrig): Promise<void> {
  const list = await mail.lists.create({ name: 'Readers' });
  const contacts = mail.contacts(list.id);
  const contact = await contacts.create({ email: 'ada@example.org' });
  await mail.lists.update(list.id, { name: 'Dear readers' });
  await contacts.update(contact.id, { firstName: 'Ada' });
  await contacts.upsert({ email: 'bob@example.org', firstName: 'Bob' });
  await contacts.suppress(contact.id, 'manual');
}

const scenarios: Readonly<Record<string, (mail: Mailrig, listId: string) => PromiseLike<unknown>>> = {
  'emails.send': (mail) => mail.emails.send(email),
  'emails.send with an attachment': correspond,
  'emails.sendMany': (mail) => mail.emails.sendMany(addresses.map((to) => ({ ...email, to }))).finish(),
  'lists and contacts': subscribe,
  'contacts.importMany': (mail, listId) =>
    mail
      .contacts(listId)
      .importMany(addresses.map((address) => ({ email: address })))
      .finish(),
  'contacts.delete': async (mail, listId) => {
    const contact = await mail.contacts(listId).find('reader@example.org');
    await mail.contacts(listId).delete(contact?.id ?? '');
    await mail.lists.delete(listId);
  },
  'verification.verify': (mail) => mail.verification.verify('ada@example.net'),
  'verification.createBatch': (mail) => mail.verification.createBatch(addresses),
};

test.each(Object.entries(scenarios))('%s does nothing twice and loses nothing (A117)', async (_, run) => {
  const sandbox = createSandbox({ endpoints: 'published' });
  const { id } = await clientOf(sandbox).lists.create({ name: 'Subscribers' });
  await clientOf(sandbox).contacts(id).create({ email: 'reader@example.org' });

  // Whoever calls again after a failure gives a key of their own.
  const report = await sweep(sandbox, (fork) => run(clientOf(fork), id), { repeat: false });
  expect(report).toHoldEverywhere();
});

test.each([
  ['replays the same files under other ids', {}],
  ['compares the ids of files', { replay: 'conflict' } as const],
])('a receipt with a PDF of two processes goes out once on a service that %s (A132)', async (_how, wire) => {
  const sandbox = createSandbox({ wire });
  const receipt = {
    ...email,
    idempotencyKey: 'receipt-1',
    attachments: [{ content: new Uint8Array([37, 80, 68, 70]), filename: 'receipt.pdf' }],
  };
  const process = async (fork: Sandbox) => {
    await new Mailrig(fork.clientOptions()).emails.send(receipt);
  };
  const tasks = { one: process, other: process };
  const limit = nightly ? 2_000 : 60;
  const orders = { faults: false, orders: true, crashes: true, limit } as const;
  expect(await sweep(sandbox, { tasks }, orders)).toHoldEverywhere();
  expect(await sweep(sandbox, process, { limit })).toHoldEverywhere();
});

describe.each([['system'], ['manual']] as const)('if the clock of the sandbox is %s', (clock) => {
  const faults = [{ name: '503', effect: { status: 503, retryAfter: 30 }, phases: ['before'] as const }];

  test.each<[kind: string, clientFor: (sandbox: Sandbox) => (fork: Sandbox) => Mailrig]>([
    ['of each run', () => (fork) => new Mailrig(fork.clientOptions())],
    [
      'that exists before a sweep',
      (sandbox) => {
        const mail = new Mailrig(sandbox.clientOptions());
        return () => mail;
      },
    ],
  ])('a client %s is swept, and its waits take no time (A117)', async (_, clientFor) => {
    const sandbox = createSandbox({ clock });
    const clientOfRun = clientFor(sandbox);
    const report = await sweep(sandbox, (fork) => clientOfRun(fork).emails.send(email), { faults });
    expect(report).toMatchObject({ requests: ['sendEmail #1'], runs: 3, succeeded: 3, broken: [] });
    expect(sandbox.mailbox.list()).toEqual([]);
  });
});
