import { wirePresets } from '@mailrig/contract';
import { readRecording, replayText } from '@mailrig/probes';
import { expect, test } from 'vitest';
import { apiKey, liveThrough, recorded, replayed } from './scenario.ts';

const from = 'ada@lovelace-letters.com';
const send = { from, to: 'bob@corp.org', subject: 'Hello', text: 'Hi' };

test.for(['examples', 'reference', 'sparse', 'clients'] as const)(
  'a recording of a sandbox with the wire options %s replays on its like without a difference',
  async (wire) => {
    const app = await recorded({ wire });
    await liveThrough(app);
    const report = await replayed(app.text(), { wire });
    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ exchanges: 34, compared: 34, skipped: [], notes: [] });
  },
);

test('a recording of unprefixed ids, explicit nulls and nested pages replays without a difference', async () => {
  const wire = {
    ids: 'unprefixed',
    nulls: 'explicit',
    pageContainer: 'nested',
    sendResult: 'minimal',
  } as const;
  const app = await recorded({ wire });
  await liveThrough(app);
  expect(await replayed(app.text(), { wire })).toMatchObject({ compared: 34, differences: [] });
});

test('another wire option is the only difference', async () => {
  const app = await recorded({ wire: { ...wirePresets.examples, confirmResult: 'record' } });
  await liveThrough(app);
  const { differences } = await replayed(app.text());
  expect(differences).toEqual([
    {
      lines: [24],
      operation: 'confirmUpload',
      request: expect.stringMatching(/^POST \/api\/v1\/attachments\/att_\w+\/confirm$/),
      kind: 'shape',
      path: 'data',
      deployment: 'an object',
      sandbox: 'null',
      message: '`data` is an object in the deployment and null in the sandbox.',
    },
  ]);
});

const others = [
  ['successStatus', '200', ['status']],
  ['sendErrorStatus', 'semantic', ['status']],
  ['replay', 'verbatim', ['value']],
  ['listFields', 'map', ['shape']],
  ['batchResults', 'items', ['shape']],
  ['verification', 'minimal', ['shape']],
] as const;

test.for(others)('the wire option %s: %s shows as a difference', async ([option, value, kinds]) => {
  const app = await recorded();
  await liveThrough(app);
  const { differences } = await replayed(app.text(), { wire: { [option]: value } });
  expect([...new Set(differences.map(({ kind }) => kind))]).toEqual(kinds);
});

test('an email that was delivered later than in the sandbox is reported with both times (A64)', async () => {
  const app = await recorded({ timing: { email: { delivered: '5s' } } });
  await app.call('POST', '/api/v1/emails', send);
  for (const step of ['3s', '1s', '4s']) {
    app.sandbox.clock.advance(step);
    await app.call('GET', '/api/v1/emails');
  }
  const { differences } = await replayed(app.text());
  expect(differences.map(({ message }) => message)).toEqual([
    'The deployment changed to `delivered` between 4.0 s and 8.0 s after it accepted the email; the sandbox does after 2.0 s.',
  ]);
});

test('an email that was delivered earlier than in the sandbox is reported with both times (A64)', async () => {
  const app = await recorded();
  await app.call('POST', '/api/v1/emails', send);
  app.sandbox.clock.advance('2s');
  await app.call('GET', '/api/v1/emails');
  const { differences } = await replayed(app.text(), { timing: { email: { delivered: '1m' } } });
  expect(differences).toMatchObject([
    {
      kind: 'timing',
      lines: [3],
      message:
        'The deployment changed to `delivered` between 0.0 s and 2.0 s after it accepted the email; the sandbox does after 60.0 s.',
    },
  ]);
});

test('a batch that is still running when the sandbox has finished it is reported (A107)', async () => {
  const app = await recorded({ timing: { verification: { perEmail: '1m' } } });
  const { body } = await app.call('POST', '/api/v1/email-verification/batch', { emails: ['ada@corp.org'] });
  app.sandbox.clock.advance('10s');
  await app.call('GET', `/api/v1/email-verification/${body.data['verificationId']}`);
  const { differences } = await replayed(app.text());
  expect(differences.map(({ message }) => message)).toEqual([
    'The deployment was still `processing` 10.0 s after it accepted the verification; the sandbox changes to `completed` after 1.3 s.',
  ]);
});

test('a deployment that forgets idempotency keys differs in the identity of the email (A44)', async () => {
  const app = await recorded({ limits: { idempotencyLifetime: 1 } });
  await app.call('POST', '/api/v1/emails', { ...send, idempotencyKey: 'once' });
  app.sandbox.clock.advance('1s');
  await app.call('POST', '/api/v1/emails', { ...send, idempotencyKey: 'once' });
  const { differences } = await replayed(app.text());
  expect(differences.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'identity data.id',
    'identity data.messageId',
    'value data.skipped',
  ]);
});

test('what was there before the recording is left out, and the rest is compared', async () => {
  const app = await recorded();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const before = async (path: string, body: object) => {
    const url = `${app.sandbox.baseUrl}/api/v1/${path}`;
    const answer = await app.sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { data: { id: string } };
  };
  await before('emails', send);
  await before('email-verification/single', { email: 'bob@corp.org' });
  const { data: list } = await before('contact-lists', { name: 'Old' });
  await before(`contact-lists/${list.id}/contacts`, { email: 'eve@corp.org' });
  app.sandbox.suppressions.add({ email: 'mallory@corp.org' });
  app.sandbox.clock.advance('1m');

  await app.call('POST', '/api/v1/emails', send);
  await app.call('POST', '/api/v1/emails', { ...send, to: 'mallory@corp.org' });
  await app.call('GET', '/api/v1/emails');
  await app.call('GET', '/api/v1/contact-lists');
  await app.call('GET', `/api/v1/contact-lists/${list.id}/contacts`);
  await app.call('GET', `/api/v1/contact-lists/${list.id}/contacts/cnt_none`);
  await app.call('POST', '/api/v1/email-verification/single', { email: 'bob@corp.org' });
  await app.call('GET', '/api/v1/email-verification/stats');

  const report = await replayed(app.text());
  expect(report.differences).toEqual([]);
  expect(report.compared).toBe(5);
  expect(report.skipped).toEqual([
    { reason: expect.stringMatching(/^lst_\w+ was not created in the recording/), lines: [6, 7] },
    { reason: 'the address had been verified before the recording', lines: [8] },
  ]);
  expect(report.notes.length).toBeGreaterThan(0);
});

test('results and outcomes of the deployment are taken over', async () => {
  const app = await recorded({
    verifier: (email) => (email.startsWith('bob') ? 'risky' : undefined),
    outcomes: (email) => (email.startsWith('bob') ? 'bounced' : undefined),
  });
  await app.call('POST', '/api/v1/email-verification/single', { email: 'bob@corp.org' });
  await app.call('POST', '/api/v1/emails', send);
  app.sandbox.clock.advance('1m');
  await app.call('GET', '/api/v1/emails');
  expect(await replayed(app.text())).toMatchObject({ compared: 3, differences: [] });
});

test('refusals for keys and traffic, and failures, are not compared', async () => {
  const app = await recorded({ rateLimit: { limit: 1 } });
  app.sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { status: 500 } });
  await app.call('GET', '/api/v1/emails');
  await app.call('GET', '/api/v1/emails');
  await app.recorder.handle(new Request('http://127.0.0.1/api/v1/emails'));
  const report = await replayed(app.text());
  expect(report.compared).toBe(0);
  expect(report.skipped.map(({ reason }) => /\d{3}/.exec(reason)?.[0])).toEqual(['500', '429', '401']);
});

const damaged: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['an empty file', '', /^line 1: This is not a recording/],
  ['a HAR file', '{"log":{"version":"1.2"}}\n', /^line 1: This is not a recording/],
  [
    'another version',
    '{"format":"mailrig-recording","version":2,"at":"2026-03-01"}\n',
    /^line 1: .*version 2.*version 1/,
  ],
];

test.for(damaged)('%s is refused with the line and the reason', ([, text, message]) => {
  expect(() => readRecording(text)).toThrow(message);
});

test('a damaged line is refused with its number, and one that was cut off is left out', async () => {
  const app = await recorded();
  await app.call('GET', '/api/v1/emails');
  await app.call('GET', '/api/v1/emails');
  const text = app.text();
  expect(readRecording(text.slice(0, -20))).toMatchObject({ cutOff: true, exchanges: [{ line: 2 }] });
  const [header = '', first = ''] = text.split('\n');
  expect(() => readRecording(`${header}\n${first.slice(9)}\n${first}\n`)).toThrow(
    /^line 2: The line is not JSON/,
  );
  const wrong = first.replace('"status":200', '"status":"fine"');
  expect(() => readRecording(`${header}\n${wrong}\n`)).toThrow(/^line 2: response\.status .*damaged/);
});

test('the text of a report names lines, requests and reasons', async () => {
  const app = await recorded();
  await app.call('POST', '/api/v1/emails', send);
  await app.recorder.handle(new Request('http://127.0.0.1/api/v1/emails'));
  expect(replayText(await replayed(app.text(), { wire: 'sparse' }))).toBe(
    [
      'Compared 1 of 2 exchanges: 4 differences.',
      '',
      'POST /api/v1/emails (line 2)',
      '- The deployment answers with status 201, the sandbox with 200.',
      '- Only the deployment answers with `data.id` (a string).',
      '- Only the deployment answers with `data.status` (a string).',
      '- Only the deployment answers with `data.createdAt` (a string).',
      '',
      'Not compared:',
      '- 1 exchange: the deployment answered with 401, which depends on its keys and its account (line 3)',
    ].join('\n'),
  );
});
