import {
  accountFor,
  createRecorder,
  readRecording,
  type Recorder,
  replay,
  type ReplayReport,
} from '@mailrig/probes';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { onTestFinished } from 'vitest';

/** Time at which recorded sandboxes start. */
export const startAt = '2026-03-01T09:00:00.000Z';

/** The key of the application. */
export const apiKey = 'sk_live_Zq81-never-write-this';

/** A recorder in front of a sandbox that answers over HTTP. */
export interface Recorded {
  readonly sandbox: Sandbox;
  readonly recorder: Recorder;
  /** Makes a request of the application, with its key. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** What is in the file. */
  readonly text: () => string;
}

/** An answer as the application sees it. */
export interface Answer {
  readonly status: number;
  readonly body: { readonly data: Readonly<Record<string, string>> };
}

/** Address of the recorder for the application. */
export const recorderUrl = 'http://127.0.0.1:4011';

/** Starts a recorder in front of a new sandbox. */
export async function recorded(options: SandboxOptions = {}): Promise<Recorded> {
  const sandbox = createSandbox({
    clock: 'manual',
    startAt,
    seed: {
      accounts: [{ domain: { name: 'lovelace-letters.com' }, keys: [{ environment: 'live', key: apiKey }] }],
    },
    ...options,
  });
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const recorder = createRecorder({
    baseUrl: server.url,
    write: (line) => void lines.push(line),
    now: () => sandbox.clock.now().getTime(),
  });
  return {
    sandbox,
    recorder,
    text: () => lines.join(''),
    call: async (method, path, body) => {
      const request = new Request(`${recorderUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await recorder.handle(request);
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
    },
  };
}

/** Everything in the scenario that must not reach the file. */
export const secrets = [
  apiKey,
  'ada@lovelace-letters.com',
  'Ada Lovelace',
  'lovelace-letters',
  'bob.martin@bigcorp.de',
  'bigcorp',
  'carol.jones@privatehost.org',
  'Carol',
  'Jones',
  'privatehost',
  '+49 151 2345678',
  '2345678',
  '203.0.113.9',
  'Your invoice of March',
  'Dear Bob',
  'confidential',
  'tax-return.pdf',
  'Best customers',
  'Who buys most',
  'Shoe size',
  'forty-two',
  'golden-tier',
  'silver-tier',
  '1987-06-05',
  'dan.brown@elsewhere.net',
  'elsewhere',
  'Wonderland',
  '4711.25',
  'nickname-alice',
  'Mad Hatter',
  'spring_gala',
  'client_dinner',
];

/** An afternoon of an application: sends, lists, an upload, contacts, suppression, verification. */
export async function liveThrough({ call, recorder, sandbox }: Recorded): Promise<void> {
  const from = '"Ada Lovelace" <ada@lovelace-letters.com>';
  const send = {
    from,
    to: 'bob.martin@bigcorp.de',
    subject: 'Your invoice of March',
    text: 'Dear Bob, confidential.',
  };
  await call('POST', '/api/v1/emails', { ...send, idempotencyKey: 'invoice-1' });
  await call('POST', '/api/v1/emails', { ...send, idempotencyKey: 'invoice-1' });
  await call('POST', '/api/v1/emails', {
    ...send,
    html: '<p>confidential</p>',
    to: ['Bob.Martin@BigCorp.de', 'x+bounce@bigcorp.de'],
  });
  const variables = { name: 'Wonderland', plan: 4711.25, deep: { 'Mad Hatter': ['nickname-alice'] } };
  await call('POST', '/api/v1/emails', { from, to: send.to, templateId: 'welcome', variables });
  await call('POST', '/api/v1/emails', {
    from,
    to: send.to,
    templateId: 'welcome',
    variables: { name: 'Wonderland' },
  });
  await call('POST', '/api/v1/emails', { ...send, from: 'ada@elsewhere.net' });
  await call('POST', '/api/v1/emails', {
    ...send,
    to: 'Carol Jones',
    nickname: 'nickname-alice',
    cc: [apiKey],
  });
  await call('GET', `/api/v1/emails?to=bob.martin%40bigcorp.de&note=${apiKey}`);
  sandbox.clock.advance('700ms');
  await call('GET', '/api/v1/emails');
  sandbox.clock.advance('2s');
  await call('GET', '/api/v1/emails?status=delivered');
  await call('GET', '/api/v1/emails');

  const customFields = [
    {
      key: 'tier',
      label: 'Shoe size',
      type: 'select',
      options: ['golden-tier', 'silver-tier'],
      defaultValue: 'golden-tier',
    },
    { key: 'born', label: 'Shoe size', type: 'date' },
    { key: 'size', label: 'Shoe size', type: 'text' },
  ];
  const { body: list } = await call('POST', '/api/v1/contact-lists', {
    name: 'Best customers',
    description: 'Who buys most',
    customFields,
  });
  const contacts = `/api/v1/contact-lists/${list.data['id']}/contacts`;
  const { body: contact } = await call('POST', contacts, {
    source: 'spring_gala',
    consentSource: 'client_dinner',
    email: 'carol.jones@privatehost.org',
    firstName: 'Carol',
    lastName: 'Jones',
    phoneNumber: '+49 151 2345678',
    customFields: { tier: 'silver-tier', born: '1987-06-05', size: 'forty-two' },
    consentIpAddress: '203.0.113.9',
  });
  await call('POST', contacts, { email: 'CAROL.JONES@privatehost.org' });
  await call('PUT', `${contacts}/${contact.data['id']}`, {
    customFields: { tier: 'golden-tier', born: 'Carol' },
  });
  await call('GET', contacts);
  await call('GET', `${contacts}/carol.jones%40privatehost.org`);
  await call('POST', `${contacts}/${contact.data['id']}/suppress`, { reason: 'manual' });
  await call('POST', '/api/v1/emails', { ...send, to: 'carol.jones@privatehost.org' });
  await call('GET', '/api/v1/contact-lists');

  const file = { filename: 'tax-return.pdf', contentType: 'application/pdf', size: 12 };
  const { body: upload } = await call('POST', '/api/v1/attachments/presigned-url', file);
  await recorder.handle(
    new Request(String(upload.data['uploadUrl']), {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: 'confidential',
    }),
  );
  const id = upload.data['attachmentId'];
  await call('POST', `/api/v1/attachments/${upload.data['uploadToken'] ?? id}/confirm`);
  await call('POST', '/api/v1/emails', { ...send, attachmentIds: [id] });

  await call('POST', '/api/v1/email-verification/single', { email: 'dan.brown@elsewhere.net' });
  await call('POST', '/api/v1/email-verification/single', { email: 'support@elsewhere.net' });
  await call('POST', '/api/v1/email-verification/single', { email: 'Carol Jones' });
  const emails = ['dan.brown@elsewhere.net', 'bob.martin@bigcorp.de', 'bounce@bigcorp.de'];
  const { body: batch } = await call('POST', '/api/v1/email-verification/batch', { emails });
  const status = `/api/v1/email-verification/${batch.data['verificationId']}`;
  await call('GET', status);
  sandbox.clock.advance('1s');
  await call('GET', status);
  sandbox.clock.advance('2s');
  await call('GET', status);
  await call('POST', '/api/v1/email-verification/batch', { emails });
  await call('GET', '/api/v1/email-verification');
  await call('GET', '/api/v1/email-verification/stats');
}

/** Replays a recording on a new sandbox with these options. */
export function replayed(text: string, options: SandboxOptions = {}): Promise<ReplayReport> {
  const recording = readRecording(text);
  const { startAt: start, domain, outcomes, ...account } = accountFor(recording);
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: start,
    rateLimit: false,
    outcomes: (address) => outcomes[address],
    seed: { accounts: [{ domain: { name: domain }, ...account }] },
    ...options,
  });
  return replay(recording, {
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    keys: { live: sandbox.liveApiKey, test: sandbox.apiKey },
    clock: sandbox.clock,
  });
}
