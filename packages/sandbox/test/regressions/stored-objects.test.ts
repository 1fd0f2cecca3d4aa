import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

type Sandbox = ReturnType<typeof createSandbox>;

/** A sandbox that holds something of every kind. */
async function filled(): Promise<Sandbox> {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00.000Z', seed: seed() });
  const call = async (path: string, body: object) => {
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.liveApiKey}`,
        'content-type': 'application/json',
        'x-trace': 't',
      },
      body: JSON.stringify(body),
    });
    expect(response.ok, path).toBe(true);
    return (await response.json()) as { data: { id: string } };
  };
  await call('/emails', {
    from: 'ada@example.com',
    to: ['bob@example.net', 'cleo@example.net'],
    cc: ['dan@example.net'],
    bcc: ['eve@example.net'],
    subject: 'Hello {{name}}',
    text: 'Hi',
    headers: { 'X-Campaign': 'spring' },
    variables: { name: 'Bob', nested: { list: [1] } },
    idempotencyKey: 'one',
  });
  await call('/email-verification/batch', { emails: ['bob@example.net', 'risky@example.net'] });
  sandbox.clock.advance('1h');
  await call('/email-verification/batch', { emails: ['cleo@example.net', 'dan@example.net'] });
  return sandbox;
}

/** A seed with something of every kind that nests. */
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

/** Writes into everything that a value holds and that can be written, at any depth. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'object' && member !== null) scribble(member);
    else Reflect.set(value, key, 'scribble');
  }
  Reflect.set(value, Array.isArray(value) ? value.length : 'scribble', 'scribble');
}

/** All that a sandbox knows, in objects of its own. */
const stateOf = (sandbox: Sandbox): unknown => JSON.parse(JSON.stringify(sandbox.save()));

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
  ['save()', (sandbox) => sandbox.save()],
];

test.each(looks)('changing the result of %s does not change what is stored (R88)', async (_, look) => {
  const sandbox = await filled();
  const before = stateOf(sandbox);
  scribble(look(sandbox));
  expect(stateOf(sandbox)).toEqual(before);
  // What is put back from a saved state is no other than what came to be here.
  sandbox.load(structuredClone(before));
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
  const answer = change(sandbox);
  const before = stateOf(sandbox);
  scribble(answer);
  expect(stateOf(sandbox)).toEqual(before);
});

test('changing a request in a listener does not change the journal', async () => {
  const sandbox = await filled();
  sandbox.requests.subscribe(scribble);
  await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, { headers: { 'x-trace': 't' } });
  expect(sandbox.requests.last()?.headers).toEqual({ 'x-trace': 't' });
});

test('changing a saved state or a seed later does not change the sandbox that loaded it', async () => {
  const saved = (await filled()).save();
  const before = structuredClone(saved);
  const sandbox = createSandbox();
  sandbox.load(saved);
  scribble(saved);
  expect(stateOf(sandbox)).toEqual(before);

  const given = seed();
  const seeded = createSandbox({ clock: 'manual', startAt: 0, seed: given });
  const planted = stateOf(seeded);
  scribble(given);
  expect(stateOf(seeded)).toEqual(planted);
});

test('a loaded state stays writable for its owner', async () => {
  const saved = (await filled()).save();
  createSandbox().load(saved);
  const records = Object.values(saved.tables).flatMap(({ entries }) => entries.map(([, record]) => record));
  expect(records.filter((record) => Object.isFrozen(record))).toEqual([]);
});
