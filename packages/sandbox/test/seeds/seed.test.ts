import { createSandbox, type Seed } from '@mailrig/sandbox';
import { readSeed } from '@mailrig/sandbox/node';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allLists } from '../conformance/contact-lists.ts';
import { listContacts } from '../conformance/contacts.ts';
import { send, sendTemplate } from '../conformance/emails.ts';
import { folder } from '../folder.ts';

const example = fileURLToPath(new URL('../../../../examples/guides/test/newsletter.yaml', import.meta.url));

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(await folder(), name);
  await writeFile(file, text);
  return file;
}

test('a seed file sets everything in it, and the default account fills in the rest', async () => {
  const sandbox = createSandbox({ seed: await readSeed(example), clock: 'manual' });
  expect(sandbox.clock.now().toISOString()).toBe('2026-01-31T09:00:00.000Z');
  expect(sandbox.info).toMatchObject({
    domain: { name: 'example.com', dnsVerified: true, active: true },
    credits: 250,
    keys: [{ key: 'sk_live_sandbox' }, { key: 'sk_test_sandbox' }],
  });
  expect(sandbox.templates.list().map(({ id }) => id)).toEqual(expect.arrayContaining(['welcome', 'digest']));
  expect(sandbox.suppressions.list()).toMatchObject([
    { email: 'angry@example.org', reason: 'complained' },
    { email: 'gone@example.org', reason: 'manual' },
  ]);
  const [list] = await allLists(sandbox);
  expect(list).toMatchObject({ name: 'Readers', totalContacts: 2, activeContacts: 1 });
  expect(await listContacts(sandbox, list?.id ?? '')).toMatchObject({
    contacts: [
      { email: 'bob@example.org', status: 'unsubscribed' },
      { email: 'ada@example.org', firstName: 'Ada', customFields: { plan: 'pro' } },
    ],
  });
  const digest = await sendTemplate(sandbox, 'digest', { variables: { name: 'Ada' } });
  expect(digest.outcome).toBe('201');
  expect(sandbox.mailbox.latest()?.subject).toBe('Your digest, Ada');
  const refused = await send(sandbox, { from: 'p@partner.example' }, { key: 'sk_live_partner' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(sandbox.account('sk_live_partner').info.domain).toMatchObject({ dnsVerified: false });
  expect(sandbox.check()).toEqual([]);
});

test('the same seed gives the same ids, and resets and forks return to it', () => {
  const seed: Seed = {
    accounts: [{ keys: [{ environment: 'live', key: 'sk_live_mine' }], suppressions: ['gone@example.org'] }],
  };
  const sandbox = createSandbox({ seed });
  expect([sandbox.liveApiKey, sandbox.testApiKey]).toEqual(['sk_live_mine', 'sk_test_sandbox']);
  expect(createSandbox({ seed }).info.id).toBe(sandbox.info.id);
  sandbox.suppressions.remove('gone@example.org');
  const fork = sandbox.fork();
  expect(fork.suppressions.list()).toEqual([]);
  for (const one of [sandbox, fork]) {
    one.reset();
    expect(one.suppressions.list()).toHaveLength(1);
  }
});

test('the startAt option overrides the seed’s', () => {
  const seed = { startAt: '2026-01-01' };
  const sandbox = createSandbox({ seed, startAt: '2027-01-01', clock: 'manual' });
  expect(sandbox.clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

const account = (fields: object) => ({ accounts: [fields] });
const list = (contacts: readonly object[]) => ({
  name: 'A',
  customFields: [{ key: 'age', label: 'Age', type: 'number' }],
  contacts,
});

const mistakes: readonly (readonly [seed: unknown, message: RegExp])[] = [
  [[], /^seed must be an object such as/],
  [{ startAt: 'soon' }, /^seed\.startAt must be an ISO 8601 time/],
  [{ startAt: true }, /^seed\.startAt must be an ISO 8601 time/],
  [{ acounts: [] }, /^seed\.acounts is unknown: did you mean accounts\?$/],
  [account({ credit: 5 }), /^seed\.accounts\[0\]\.credit is unknown: did you mean credits\?$/],
  [account({ credits: -1 }), /^seed\.accounts\[0\]\.credits must be/],
  [account({ domain: { name: 'no domain' } }), /^seed\.accounts\[0\]\.domain\.name must be a domain/],
  [{ accounts: [{}, { credits: 1 }] }, /^seed\.accounts\[1\]\.domain/],
  [
    account({ keys: [{ environment: 'prod' }] }),
    /^seed\.accounts\[0\]\.keys\[0\]\.environment must be live or test$/,
  ],
  [
    account({ keys: [{ environment: 'live', key: 'sk_test_x' }] }),
    /^seed\.accounts\[0\]\.keys\[0\]\.key must begin with sk_live_$/,
  ],
  [
    {
      accounts: [
        {},
        { domain: { name: 'b.example' }, keys: [{ environment: 'live', key: 'sk_live_sandbox' }] },
      ],
    },
    /^seed\.accounts\[1\]\.keys\[0\]\.key already exists$/,
  ],
  [
    account({
      keys: [
        { environment: 'live', key: 'sk_live_a' },
        { environment: 'live', key: 'sk_live_a' },
      ],
    }),
    /^seed\.accounts\[0\]\.keys\[1\]\.key already exists$/,
  ],
  [
    account({ templates: { empty: {} } }),
    /^seed\.accounts\[0\]\.templates\.empty must have a subject, html or text$/,
  ],
  [
    account({ suppressions: ['nobody'] }),
    /^seed\.accounts\[0\]\.suppressions\[0\]\.email must be an email address, for example ada@example\.com$/,
  ],
  [
    account({ contactLists: [{ name: '' }] }),
    /^seed\.accounts\[0\]\.contactLists\[0\]\.name must not be empty$/,
  ],
  [
    account({
      contactLists: [list([{ email: 'a@b.example' }, { email: 'c@d.example', customFields: { age: 'x' } }])],
    }),
    /^seed\.accounts\[0\]\.contactLists\[0\]\.contacts\[1\]\.customFields\.age /,
  ],
  [
    account({ contactLists: [list([{ email: 'a@b.example' }, { email: 'A@b.example' }])] }),
    /^seed\.accounts\[0\]\.contactLists\[0\]\.contacts\[1\]\.email: /,
  ],
  [
    account({ contactLists: [list([{ email: 'a@b.example', status: 'gone' }])] }),
    /^seed\.accounts\[0\]\.contactLists\[0\]\.contacts\[0\]\.status must be one of active/,
  ],
  [
    account({ verificationResults: { 'a@b.example': { result: 'good' } } }),
    /^seed\.accounts\[0\]\.verificationResults\.a@b\.example\.result must be one of valid/,
  ],
  [
    { faults: [{ effect: { network: 'reset', status: 500 } }] },
    /^seed\.faults\[0\]\.effect\.status cannot go with/,
  ],
  [
    { faults: [{ account: 'sk_live_none', effect: { status: 500 } }] },
    /^seed\.faults\[0\]: There is no account/,
  ],
];

test.for(mistakes)('%j is refused by its place in the seed', ([seed, message]) => {
  expect(() => createSandbox({ seed: seed as Seed })).toThrow(message);
});

test('a file is read by its extension, and an empty YAML file is an empty seed', async () => {
  expect(await readSeed(await fileOf('seed.json', '{"accounts":[{"credits":5}]}'))).toEqual(
    account({ credits: 5 }),
  );
  expect(await readSeed(await fileOf('seed.YML', 'accounts:\n  - credits: 5\n'))).toEqual(
    account({ credits: 5 }),
  );
  expect(await readSeed(await fileOf('seed.yaml', '# nothing yet\n'))).toEqual({});
});

test('an unreadable file or an invalid seed is refused with the file name and the place in it', async () => {
  const json = await fileOf('seed.json', '{"accounts":');
  await expect(readSeed(json)).rejects.toThrow(`${json} is not JSON: `);
  const yaml = await fileOf('seed.yaml', 'accounts: [\n');
  await expect(readSeed(yaml)).rejects.toThrow(`${yaml} is not YAML: `);
  const odd = await fileOf('seed.yaml', 'accounts:\n  - credit: 5\n');
  await expect(readSeed(odd)).rejects.toThrow(`${odd}: accounts[0].credit is unknown: did you mean credits?`);
  await expect(readSeed(`${odd}.json`)).rejects.toThrow(`The seed file ${odd}.json cannot be read: ENOENT`);
});
