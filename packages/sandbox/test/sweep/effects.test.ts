import { createSandbox, type Sandbox, sweep, type SweepFault } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { attach, bytesOf } from '../conformance/upload.ts';
import { call } from '../harness.ts';
import { contactPath, listPath } from './programs.ts';
import { request, send } from './scenarios.ts';

const down: SweepFault = { name: 'down', effect: { status: 500 }, phases: ['before'] };
const once = { faults: [down], wire: ['examples'], repeat: false } as const;
const field = { key: 'city', label: 'City', type: 'text' } as const;
const reader = { email: 'ada@example.org', firstName: 'Ada' };

/** A sandbox with a list, a contact and two templates. */
function prepared(): Sandbox {
  const readers = { name: 'Readers', customFields: [field], contacts: [reader] };
  const templates = { one: { subject: 'Hi', text: 'Hi' }, other: { subject: 'Hi', text: 'Hi' } };
  return createSandbox({
    endpoints: 'published',
    seed: { accounts: [{ contactLists: [readers], templates }] },
  });
}

/** What the report says about code that does something else if its first request fails. */
async function said(
  sandbox: Sandbox,
  usual: (fork: Sandbox) => unknown,
  otherwise: (fork: Sandbox) => unknown,
) {
  const mayList = (fork: Sandbox) =>
    request(fork, 'GET', '/emails').then(
      () => true,
      () => false,
    );
  const report = await sweep(
    sandbox,
    async (fork) => ((await mayList(fork)) ? usual(fork) : otherwise(fork)),
    {
      ...once,
      operations: ['listEmails'],
    },
  );
  return report.broken.map(({ invariant, message }) => `${invariant}: ${message}`).join('\n');
}

describe('what a failure changes is named, in each field that a person sees', () => {
  const mail = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
  const posts = (json: object) => (fork: Sandbox) => request(fork, 'POST', '/emails', { ...mail, ...json });
  const lists = (json: object) => (fork: Sandbox) =>
    request(fork, 'POST', '/contact-lists', { name: 'News', ...json });
  const adds = (json: object) => (fork: Sandbox) =>
    request(fork, 'POST', `${listPath(fork)}/contacts`, { email: 'eve@example.org', ...json });
  const changes = (json: object) => (fork: Sandbox) => request(fork, 'PUT', contactPath(fork), json);
  const suppresses = (reason: 'bounced' | 'complained') => (fork: Sandbox) =>
    void fork.suppressions.add({ email: 'eve@example.org', reason });
  const verifies = (emails: readonly string[]) => (fork: Sandbox) =>
    request(fork, 'POST', '/email-verification/batch', { emails });

  const sent = 'The email to bob@example.net: "Hi" was sent with';
  const list = 'The contact list "News" was added with';
  const added = 'The contact eve@example.org in "Readers" was added with';
  const changed = 'The contact ada@example.org in "Readers" was changed with';
  test.each<[string, (fork: Sandbox) => unknown, (fork: Sandbox) => unknown, string]>([
    ['from', posts({}), posts({ from: 'Eve <ada@example.com>' }), `${sent} from "Eve <ada@example.com>"`],
    ['cc', posts({}), posts({ cc: 'cy@example.net' }), 'The email to bob@example.net: "Hi" was sent 0 times'],
    [
      'bcc',
      posts({ bcc: 'cy@example.net' }),
      posts({}),
      'The email to bob@example.net, cy@example.net: "Hi" was',
    ],
    ['replyTo', posts({}), posts({ replyTo: 'eve@example.com' }), `${sent} replyTo`],
    [
      'html',
      posts({ html: '<p>a</p>' }),
      posts({ html: '<p>b</p>' }),
      `${sent} html "<p>b</p>", "<p>a</p>" expected`,
    ],
    ['text', posts({}), posts({ text: 'Ho' }), `${sent} text "Ho", "Hi" expected`],
    ['headers', posts({}), posts({ headers: { 'X-A': 'b' } }), `${sent} headers.X-A "b", absent expected`],
    [
      'description',
      lists({ description: 'a' }),
      lists({ description: 'b' }),
      `${list} description "b", "a" expected`,
    ],
    ['fields of a list', lists({}), lists({ customFields: [field] }), `${list} customFields`],
    ['first name', adds({}), adds({ firstName: 'Eve' }), `${added} firstName "Eve"`],
    ['last name', adds({}), adds({ lastName: 'Eve' }), `${added} lastName "Eve"`],
    ['phone number', adds({}), adds({ phoneNumber: '+12025550100' }), `${added} phoneNumber`],
    ['fields', adds({}), adds({ customFields: { city: 'Oslo' } }), `${added} customFields.city "Oslo"`],
    ['consent', adds({}), adds({ consentType: 'implicit' }), `${added} consentType "implicit"`],
    ['its source', adds({}), adds({ consentSource: 'import' }), `${added} consentSource "import"`],
    [
      'change',
      changes({ firstName: 'A' }),
      changes({ firstName: 'B' }),
      `${changed} firstName "B", "A" expected`,
    ],
    [
      'reason',
      suppresses('bounced'),
      suppresses('complained'),
      'The suppression of eve@example.org was added with reason',
    ],
    [
      'addresses',
      verifies(['a@example.net', 'b@example.net']),
      verifies(['a@example.net', 'c@example.net']),
      'The verification of a@example.net and 1 more was added with emails',
    ],
  ])('%s', async (_, usual, otherwise, expected) => {
    expect(await said(prepared(), usual, otherwise)).toContain(
      `The scenario succeeded, but ${expected.replace(/^The/, 'the')}`,
    );
  });

  test('number, if it differs in a field as well', async () => {
    const [one, other] = [posts({ text: 'One' }), posts({ text: 'Other' })];
    const all = (sends: readonly ((fork: Sandbox) => unknown)[]) => async (fork: Sandbox) => {
      for (const sendOne of sends) await sendOne(fork);
    };
    const twice = 'sent-once: The email to bob@example.net: "Hi" was sent 2 times';
    const lost = 'nothing-lost: The scenario succeeded, but the email to bob@example.net: "Hi" was sent';
    expect(await said(prepared(), one, all([other, other]))).toBe(
      `${twice}, 0 expected.\n${lost} 0 times, 1 expected.`,
    );
    // Of two emails that are alike, one is enough: the other may be sent by mistake without a fault, too.
    expect(await said(prepared(), all([one, other, other]), all([one, one, other]))).toBe(
      `${twice}, 1 expected.`,
    );
  });

  test('template', async () => {
    const { from, to } = mail;
    const by = (templateId: string) => (fork: Sandbox) =>
      request(fork, 'POST', '/emails', { from, to, templateId });
    expect(await said(prepared(), by('one'), by('other'))).toContain('templateId "other", "one" expected');
  });

  test('attachments', async () => {
    const sandbox = prepared();
    const [one, other] = [await attach(sandbox), await attach(sandbox, { bytes: bytesOf('another report') })];
    const [usual, otherwise] = [one, other].map(({ attachmentId }) => [attachmentId]);
    expect(await said(sandbox, posts({ attachmentIds: usual }), posts({ attachmentIds: otherwise }))).toMatch(
      /attachments \[\{.*"size":14\}\], \[\{.*"size":17\}\] expected/,
    );
  });

  test('environment', async () => {
    const byKey = (keyOf: (fork: Sandbox) => string) => (fork: Sandbox) =>
      call(fork, 'POST', '/api/v1/emails', { key: keyOf(fork), json: mail });
    const otherwise = byKey((fork) => fork.testApiKey);
    expect(await said(prepared(), posts({}), otherwise)).toContain('environment "test", "live" expected');
  });

  test('account', async () => {
    const sandbox = prepared();
    const { keys } = sandbox.accounts.create({ domain: { name: 'other.example' } });
    const otherwise = (fork: Sandbox) =>
      call(fork, 'POST', '/api/v1/contact-lists', { key: keys[0]?.key, json: { name: 'News' } });
    expect(await said(sandbox, lists({}), otherwise)).toBe(
      'nothing-lost: The scenario succeeded, but the contact list "News" was added with account "other.example", "example.com" expected.',
    );
  });

  test('list of a contact', async () => {
    const otherwise = async (fork: Sandbox) => {
      const { id } = await request<{ id: string }>(fork, 'POST', '/contact-lists', { name: 'Others' });
      await request(fork, 'POST', `/contact-lists/${id}/contacts`, { email: 'eve@example.org' });
    };
    expect(await said(prepared(), adds({}), otherwise)).toContain(
      'the contact eve@example.org in "Readers" was added 0 times, 1 expected.',
    );
  });

  test('removal', async () => {
    const removes = (fork: Sandbox) => request(fork, 'DELETE', contactPath(fork));
    expect(await said(prepared(), removes, changes({ firstName: 'B' }))).toBe(
      'nothing-lost: The scenario succeeded, but the contact ada@example.org in "Readers" was removed 0 times, 1 expected.',
    );
  });

  test('removal of what stays without the fault', async () => {
    const sandbox = prepared();
    // A list that cannot be read is taken for an empty one.
    const report = await sweep(sandbox, async (fork) => {
      const path = contactPath(fork);
      const isThere = await request(fork, 'GET', path).then(
        () => true,
        () => false,
      );
      if (!isThere) await request(fork, 'DELETE', path);
    });
    expect(report.broken).toMatchObject([
      {
        invariant: 'nothing-lost',
        request: 'getContact #1',
        message:
          'The scenario succeeded, but the contact ada@example.org in "Readers" was removed 1 time, 0 expected.',
      },
    ]);
  });

  test('suppression of a contact, and why', async () => {
    const leaves = (reason: string) => (fork: Sandbox) =>
      request(fork, 'POST', `${contactPath(fork)}/suppress`, { reason });
    expect(await said(prepared(), leaves('unsubscribed'), leaves('bounced'))).toBe(
      `nothing-lost: The scenario succeeded, but ${changed.replace(/^The/, 'the')} suppressionReason "bounced", "unsubscribed" expected.
The scenario succeeded, but the suppression of ada@example.org was added with reason "bounced", "unsubscribed" expected.`,
    );
  });
});

test('of many lost emails, three are named', async () => {
  const news = async (fork: Sandbox) => {
    for (const name of ['ada', 'bob', 'cy', 'dot', 'eve']) await send(fork, { to: `${name}@example.net` });
  };
  const lines = (await said(createSandbox(), news, () => {})).split('\n');
  expect([lines.length, lines[2], lines[3]]).toEqual([4, expect.stringContaining('cy@'), 'And 2 more.']);
});

describe('no effect is', () => {
  const nothing = () => {};

  test('a change that is taken back', async () => {
    const twice = async (fork: Sandbox) => {
      for (const firstName of ['Eve', 'Ada']) await request(fork, 'PUT', contactPath(fork), { firstName });
    };
    expect(await said(prepared(), twice, nothing)).toBe('');
  });

  test('what a test does with the credits', async () => {
    const takes = (fork: Sandbox) => fork.credits.set(0);
    expect(await said(prepared(), nothing, takes)).toBe('');
  });
});
