import { operations } from '@mailrig/contract';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { call, type Request } from '../harness.ts';

type Sent = readonly [method: string, path: string, request?: Request];

const email = { from: 'news@example.com', to: 'ada@example.org', subject: 'News', text: 'News' };
const listOf = (fork: Sandbox) => `/api/v1/contact-lists/${fork.contactLists.list()[0]?.id}`;
const contactOf = (fork: Sandbox) =>
  `${listOf(fork)}/contacts/${fork.contacts.list().find((one) => one.email === 'ada@example.org')?.id}`;
let upload = '';
const verificationOf = (fork: Sandbox) => fork.verifications.list()[0]?.id;

/** A request of each operation, each to the same records. */
const requests: Readonly<Record<string, (start: Sandbox) => Sent>> = {
  sendEmail: () => ['POST', '/api/v1/emails', { json: email }],
  listEmails: () => ['GET', '/api/v1/emails'],
  getEmail: (fork) => ['GET', `/api/v1/emails/${fork.mailbox.latest()?.id}`],
  getEmailStats: () => ['GET', '/api/v1/emails/stats'],
  createUpload: () => [
    'POST',
    '/api/v1/attachments/presigned-url',
    { json: { filename: 'a.txt', contentType: 'text/plain', size: 5 } },
  ],
  putUpload: () => ['PUT', `/uploads/${upload}`, { body: 'Hello', key: null }],
  confirmUpload: () => ['POST', `/api/v1/attachments/${upload}/confirm`],
  listContactLists: () => ['GET', '/api/v1/contact-lists'],
  createContactList: () => ['POST', '/api/v1/contact-lists', { json: { name: 'Customers' } }],
  updateContactList: (fork) => ['PUT', listOf(fork), { json: { name: 'Dear readers' } }],
  getContactList: (fork) => ['GET', listOf(fork)],
  deleteContactList: (fork) => ['DELETE', listOf(fork)],
  getContactListStats: (fork) => ['GET', `${listOf(fork)}/stats`],
  listContacts: (fork) => ['GET', `${listOf(fork)}/contacts`],
  createContact: (fork) => ['POST', `${listOf(fork)}/contacts`, { json: { email: 'new@example.org' } }],
  getContact: (fork) => ['GET', contactOf(fork)],
  updateContact: (fork) => ['PUT', contactOf(fork), { json: { email: 'new@example.org' } }],
  suppressContact: (fork) => ['POST', `${contactOf(fork)}/suppress`, { json: { reason: 'manual' } }],
  deleteContact: (fork) => ['DELETE', contactOf(fork)],
  verifyEmail: () => ['POST', '/api/v1/email-verification/single', { json: { email: 'ada@example.org' } }],
  createVerificationBatch: () => [
    'POST',
    '/api/v1/email-verification/batch',
    { json: { emails: ['ada@example.org'] } },
  ],
  getVerification: (fork) => ['GET', `/api/v1/email-verification/${verificationOf(fork)}`],
  listVerifications: () => ['GET', '/api/v1/email-verification'],
  getVerificationStats: () => ['GET', '/api/v1/email-verification/stats'],
  'sendEmail with a key': () => ['POST', '/api/v1/emails', { json: { ...email, idempotencyKey: 'a' } }],
  'another sendEmail with this key': () => [
    'POST',
    '/api/v1/emails',
    { json: { ...email, subject: 'Other', idempotencyKey: 'a' } },
  ],
};

/** Changes that a task makes by hand, without a request. */
const byHand: Readonly<Record<string, (fork: Sandbox) => void>> = {
  'suppressions.add': (fork) => void fork.suppressions.add({ email: 'ada@example.org' }),
  'mailbox.clear': (fork) => fork.mailbox.clear(),
  'clock.advance': (fork) => void fork.clock.advance('25h'),
  setWire: (fork) => void fork.setWire('sparse'),
  'faults.failNext': (fork) => void fork.faults.failNext('sendEmail', 500),
};

const acts = [...Object.keys(requests), ...Object.keys(byHand)];

/** A sandbox in which each of the requests finds what it needs. */
async function prepared(): Promise<Sandbox> {
  const contacts = [{ email: 'ada@example.org' }, { email: 'eve@example.org' }];
  const accounts = [{ contactLists: [{ name: 'Readers', contacts }], credits: 3 }];
  const sandbox = createSandbox({ endpoints: 'published', seed: { accounts } });
  for (const name of ['sendEmail', 'createUpload', 'createVerificationBatch'] as const) {
    await perform(sandbox, name);
  }
  const { attachments } = await sandbox.attachments.list();
  upload = attachments[0]?.id ?? '';
  return sandbox;
}

/** Does it, and returns what came back. Ids and times differ from run to run. */
async function perform(fork: Sandbox, name: string, start = fork): Promise<string> {
  if (name in byHand) byHand[name]?.(fork);
  const sent = requests[name]?.(start);
  if (!sent) return '';
  const { outcome, text } = await call(fork, ...sent);
  return `${outcome} ${textOf(text)}`;
}

function textOf(text: string): string {
  return text
    .replaceAll(/"[^"]*(id|At|timestamp|url|token|ipAddress)":"?[^",}]*"?/gi, '')
    .replaceAll(/[a-z]+_[A-Za-z0-9]{8,}|[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[^"]*/g, '');
}

/** What is left of a run: what both saw, and what the service holds. */
function endOf(fork: Sandbox, one: string, other: string): string {
  const held = [
    fork.mailbox.list(),
    fork.contacts.list(),
    fork.contactLists.list(),
    fork.suppressions.list(),
  ];
  const texts = held.flat().map((record) => textOf(JSON.stringify(record)));
  return [one, other, ...texts.toSorted()].join('\n');
}

const pairs = acts.flatMap((one, index, all) =>
  all.slice(index).flatMap((other) => (one in byHand && other in byHand ? [] : [[one, other] as const])),
);

describe('what two orders do differently is never left out', async () => {
  const start = await prepared();
  test('every operation is among them', () => {
    expect(Object.keys(requests)).toEqual(expect.arrayContaining(Object.keys(operations)));
  });

  test.for(few(2, Object.keys(requests)))('%s, before and after every other', async (first) => {
    for (const [one, other] of pairs.filter(([name]) => name === first)) {
      const expected = new Set<string>();
      for (const isFirst of [true, false]) {
        const fork = start.fork();
        const seen = { one: '', other: '' };
        if (isFirst) seen.one = await perform(fork, one, start);
        seen.other = await perform(fork, other, start);
        if (!isFirst) seen.one = await perform(fork, one, start);
        expected.add(endOf(fork, seen.one, seen.other));
      }
      const shown = new Set<string>();
      const scenario = {
        setup: () => ({ one: '', other: '' }),
        tasks: {
          one: async (fork: Sandbox, seen: { one: string }) =>
            void (seen.one = await perform(fork, one, start)),
          other: async (fork: Sandbox, seen: { other: string }) =>
            void (seen.other = await perform(fork, other, start)),
        },
      };
      await sweep(start, scenario, {
        faults: false,
        check: (fork, { state }) => void shown.add(endOf(fork, state.one, state.other)),
      });
      for (const end of expected) expect([...shown], `${one}, ${other}`).toContain(end);
    }
  });
});

test('a send and a suppression meet, whichever of two other requests came before (A51)', async () => {
  const sandbox = createSandbox();
  const to = (address: string): Sent => ['POST', '/api/v1/emails', { json: { ...email, to: address } }];
  const report = await sweep(
    sandbox,
    {
      tasks: {
        send: async (fork) => {
          for (const sent of [
            requests['listContactLists']?.(fork),
            to('ada@example.org'),
            to('bob@example.org'),
          ]) {
            if (sent) await call(fork, ...sent);
          }
        },
        leave: async (fork) => {
          await call(fork, 'GET', '/api/v1/contact-lists');
          fork.suppressions.add({ email: 'ada@example.org' });
        },
      },
    },
    { faults: false },
  );
  expect(report.broken).toEqual([]);
  expect(report.runs).toBeGreaterThan(1);
});
