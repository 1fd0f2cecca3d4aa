import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { attach } from '../conformance/upload.ts';
import { emails, send } from '../conformance/emails.ts';
import { submitted } from '../conformance/verifications.ts';
import { call, start } from '../harness.ts';

/** A sandbox with records of every kind. */
async function filled(): Promise<Sandbox> {
  const sandbox = createSandbox({ clock: 'manual', startAt: start, seed: seed() });
  const email = {
    to: ['bob@example.net', 'cleo@example.net'],
    cc: ['dan@example.net'],
    bcc: ['eve@example.net'],
    subject: 'Hello {{name}}',
    text: 'Hi',
    headers: { 'X-Campaign': 'spring' },
    variables: { name: 'Bob', nested: { list: [1] } },
    idempotencyKey: 'one',
  };
  const headers = { 'x-trace': 't' };
  expect((await send(sandbox, email, { headers })).outcome).toBe('201');
  await submitted(sandbox, ['bob@example.net', 'risky@example.net'], { headers });
  sandbox.clock.advance('1h');
  await submitted(sandbox, ['cleo@example.net', 'dan@example.net'], { headers });
  return sandbox;
}

/** A seed with nested values of every kind. */
function seed() {
  return {
    accounts: [
      {
        contactLists: [
          {
            name: 'News',
            customFields: [
              {
                key: 'plan',
                label: 'Plan',
                type: 'select' as const,
                required: false,
                options: ['free', 'paid'],
              },
            ],
            contacts: [{ email: 'bob@example.net', customFields: { plan: 'free' } }],
          },
        ],
        verificationResults: {
          'eve@example.net': { result: 'risky' as const, details: { isDisposable: true } },
        },
      },
    ],
    faults: [{ operation: 'putUpload' as const, effect: { status: 503, headers: { 'x-fault': 'f' } } }],
  };
}

/** Overwrites everything writable in a value, at any depth. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'object' && member !== null) scribble(member);
    else Reflect.set(value, key, 'scribble');
  }
  Reflect.set(value, Array.isArray(value) ? value.length : 'scribble', 'scribble');
}

/** A deep copy of the sandbox’s state. */
const stateOf = (sandbox: Sandbox): string => [...sandbox.save()].join('');

const looks: readonly [name: string, look: (sandbox: Sandbox) => unknown][] = [
  ['mailbox.list()', ({ mailbox }) => mailbox.list()],
  ['requests.list()', ({ requests }) => requests.list()],
  ['faults.list()', ({ faults }) => faults.list()],
  ['contacts.list()', ({ contacts }) => contacts.list()],
  ['templates.list()', ({ templates }) => templates.list()],
  ['suppressions.list()', ({ suppressions }) => suppressions.list()],
  ['keys.list()', ({ keys }) => keys.list()],
  ['credits.ledger()', ({ credits }) => credits.ledger()],
  ['verifications.list()', ({ verifications }) => verifications.list()],
  ['verifications.results()', ({ verifications }) => verifications.results()],
  ['accounts.list()', ({ accounts }) => accounts.list()],
  ['info', ({ info }) => info],
  ['wire', ({ wire }) => wire],
];

test.each(looks)('changing the result of %s does not change what is stored (R88)', async (_, look) => {
  const sandbox = await filled();
  const before = stateOf(sandbox);
  scribble(look(sandbox));
  expect(stateOf(sandbox)).toEqual(before);
  // Restored records must be protected like original ones.
  await sandbox.load(before);
  scribble(look(sandbox));
  expect(stateOf(sandbox)).toEqual(before);
});

test.each<[name: string, change: (sandbox: Sandbox) => unknown]>([
  ['faults.add()', ({ faults }) => faults.add({ effect: { status: 503, headers: { 'x-fault': 'f' } } })],
  [
    'verifications.setResult()',
    ({ verifications }) =>
      verifications.setResult('a@example.net', { result: 'risky', details: { isDisposable: true } }),
  ],
  ['domains.update()', ({ domains }) => domains.update({ dnsVerified: false })],
  ['accounts.create()', ({ accounts }) => accounts.create({ domain: { name: 'other.example' } })],
])('changing what %s returns does not change what is stored (R88)', async (_, change) => {
  const sandbox = await filled();
  const response = change(sandbox);
  const before = stateOf(sandbox);
  scribble(response);
  expect(stateOf(sandbox)).toEqual(before);
});

test('changing a request in a listener does not change the request log', async () => {
  const sandbox = await filled();
  sandbox.requests.subscribe(scribble);
  await call(sandbox, 'GET', emails, { key: null, headers: { 'x-trace': 't' } });
  expect(sandbox.requests.last()?.headers).toEqual({ 'x-trace': 't' });
});

test('changing a seed later does not change the sandbox that took it', async () => {
  const given = seed();
  const seeded = createSandbox({ clock: 'manual', startAt: 0, seed: given });
  const planted = stateOf(seeded);
  scribble(given);
  expect(stateOf(seeded)).toEqual(planted);
});

test('changing a Buffer after its upload, or the content that a test is shown, changes nothing (R107)', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const bytes = Buffer.from('hello');
  const { attachmentId } = await attach(sandbox, { contentType: 'application/octet-stream', bytes });
  await send(sandbox, { attachmentIds: [attachmentId] });
  const content = () => sandbox.mailbox.latest()?.attachments[0]?.content;
  bytes.fill(0);
  content()?.fill(0);
  expect(Buffer.from(content() ?? []).toString()).toBe('hello');
});

test('changing a message that a test is shown does not change the stored one (R88)', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const { id } = (await send(sandbox, { headers: { 'X-Campaign': 'spring' } })).body.data;
  const { to, headers } = sandbox.mailbox.get(id);
  expect(() => (to as string[]).push('eve@example.net')).toThrow(TypeError);
  expect(() => Object.assign(headers, { 'X-Campaign': 'autumn' })).toThrow(TypeError);
  expect(sandbox.mailbox.latest()).toMatchObject({
    to: ['bob@example.net'],
    headers: { 'X-Campaign': 'spring' },
  });
});
