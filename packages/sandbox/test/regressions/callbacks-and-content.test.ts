import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

type Options = NonNullable<Parameters<typeof createSandbox>[0]>;

/** A sandbox whose clock stands still, and a way to call it. */
function open(options: Options = {}) {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00.000Z', ...options });
  const call = async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
    const response = await sandbox.fetch(`${sandbox.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.liveApiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const data =
      (text.startsWith('{') ? (JSON.parse(text) as { data?: Record<string, string> }).data : {}) ?? {};
    return { status: response.status, headers: response.headers, text, data };
  };
  return { sandbox, call };
}

const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', html: '<p>Hi</p>' };

/** Uploads a file through its own steps, and sends it. */
async function sendFile({ sandbox, call }: ReturnType<typeof open>, bytes: Uint8Array<ArrayBuffer>) {
  const upload = { filename: 'a.bin', contentType: 'application/octet-stream', size: bytes.length };
  const { data } = await call('POST', '/api/v1/attachments/presigned-url', upload);
  await sandbox.fetch(data['uploadUrl'] ?? '', { method: 'PUT', body: bytes });
  await call('POST', `/api/v1/attachments/${data['attachmentId']}/confirm`);
  await call('POST', '/api/v1/emails', { ...email, attachmentIds: [data['attachmentId']] });
  return () => sandbox.mailbox.latest()?.attachments[0]?.content;
}

/** What the event log says, as text. */
const logged = (sandbox: ReturnType<typeof open>['sandbox']) => JSON.stringify(sandbox.save().events);

test('A4: a send whose outcome cannot be found out leaves nothing behind', async () => {
  const broken = { on: true };
  const { sandbox, call } = open({
    outcomes: () => {
      if (broken.on) throw new Error('no idea');
      return undefined;
    },
  });
  const send = () => call('POST', '/api/v1/emails', { ...email, idempotencyKey: 'one' });
  expect((await send()).status).toBe(500);
  expect(sandbox.mailbox.list()).toEqual([]);
  broken.on = false;
  expect((await send()).data).toMatchObject({ skipped: false });
  expect(sandbox.check()).toEqual([]);
});

test('A97 A108: a verifier that throws leaves the answer to the rules, and no batch is stranded', async () => {
  const { sandbox, call } = open({
    verifier: () => {
      throw new Error('no idea');
    },
  });
  const { data } = await call('POST', '/api/v1/email-verification/batch', { emails: ['bob@example.net'] });
  sandbox.clock.runUntilIdle();
  const { text } = await call('GET', `/api/v1/email-verification/${data['verificationId']}`);
  expect(JSON.parse(text)).toMatchObject({
    data: { status: 'completed', results: { clean: ['bob@example.net'] } },
  });
  expect(sandbox.check()).toEqual([]);
});

test.each([
  ['a word that is no outcome', 'bounce'],
  ['a promise', Promise.resolve('bounced')],
])(
  'A64: a send for which outcomes gives %s is refused, leaves nothing behind and says why',
  async (_, given) => {
    const { sandbox, call } = open({ outcomes: () => given as 'bounced' });
    const { status } = await call('POST', '/api/v1/emails', { ...email, idempotencyKey: 'one' });
    expect(status).toBe(500);
    expect(sandbox.mailbox.list()).toEqual([]);
    expect(logged(sandbox)).toContain(
      `outcomes returned ${String(given)} for bob@example.net: it must return undefined or one of queued, failed, bounced,`,
    );
  },
);

test.each([
  ['a word that is no result', 'dirty'],
  ['a promise', Promise.resolve('risky')],
])('A97: where a verifier gives %s the rules decide, and the event log says why', async (_, given) => {
  const { sandbox, call } = open({ verifier: () => given as 'risky' });
  const { text } = await call('POST', '/api/v1/email-verification/single', { email: 'bob@example.net' });
  expect(JSON.parse(text)).toMatchObject({ data: { result: 'valid' } });
  expect(logged(sandbox)).toContain(
    `verifier returned ${String(given)} for bob@example.net: it must return undefined or one of valid, invalid, risky, unknown`,
  );
  expect(sandbox.check()).toEqual([]);
});

test('R107: what is done to a Buffer after it was uploaded, or to the content that is shown, changes nothing', async () => {
  const buffer = Buffer.from('hello');
  const content = await sendFile(open(), buffer);
  buffer.fill(0);
  content()?.fill(0);
  expect(Buffer.from(content() ?? []).toString()).toBe('hello');
});

test('A70: a content type with a line break is refused, wherever the break is', async () => {
  const { call } = open();
  for (const contentType of ['text/plain\r\n; a=b', 'text/plain;\r\n a=b', 'text/plain\n']) {
    const upload = { filename: 'a.txt', contentType, size: 1 };
    const { status, text } = await call('POST', '/api/v1/attachments/presigned-url', upload);
    const trimmed = contentType.trim();
    expect(status, JSON.stringify(contentType)).toBe(/[\r\n]/.test(trimmed) ? 400 : 201);
    if (status === 400) expect(text).toContain('INVALID_CONTENT_TYPE');
  }
});

test('the HTML of a captured message cannot act on the origin of the control plane', async () => {
  const { call, sandbox } = open();
  await call('POST', '/api/v1/emails', email);
  const { headers } = await call('GET', `/_sandbox/messages/${sandbox.mailbox.latest()?.id}/html`);
  expect(headers.get('content-security-policy')).toBe('sandbox');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('R88: what a test does to a message that it is shown does not reach what is stored', async () => {
  const { call, sandbox } = open();
  const { data } = await call('POST', '/api/v1/emails', { ...email, headers: { 'X-Campaign': 'spring' } });
  const { to, headers } = sandbox.mailbox.get(data['id'] ?? '');
  expect(() => (to as string[]).push('eve@example.net')).toThrow(TypeError);
  expect(() => Object.assign(headers, { 'X-Campaign': 'autumn' })).toThrow(TypeError);
  expect(sandbox.mailbox.latest()).toMatchObject({
    to: ['bob@example.net'],
    headers: { 'X-Campaign': 'spring' },
  });
});

test('A39 A49: the message id of an internationalised sender is ASCII', async () => {
  const { sandbox } = open();
  const { keys } = sandbox.accounts.create({ domain: { name: 'müller.example' } });
  const [key] = keys;
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...email, from: 'ada@Müller.example' }),
  });
  const { data } = (await response.json()) as { data: { messageId: string } };
  expect(data.messageId).toMatch(/^[0-9a-f]{24}@xn--mller-kva\.example$/);
});

test('A12 A21: hundreds of thousands of mistakes are a 400 like any other, not a failure', async () => {
  const { call } = open();
  const many = Array.from({ length: 200_000 }, () => 7);
  const field = { key: 'plan', label: 'Plan', type: 'select' };
  for (const [path, body] of [
    ['/contact-lists', { name: 'List', customFields: many }],
    ['/contact-lists', { name: 'List', customFields: [{ ...field, options: many }] }],
    ['/contact-lists', { name: 'List', customFields: [{ ...field, options: many.map(() => '') }] }],
    [
      '/emails',
      { ...email, headers: Object.fromEntries(many.map((_, index) => [`bad name ${index}`, 'x'])) },
    ],
    ['/emails', { ...email, to: many }],
    ['/emails', { ...email, attachmentIds: many }],
    ['/email-verification/batch', { emails: many }],
  ] as const) {
    const { status, text } = await call('POST', `/api/v1${path}`, body);
    expect(status, `${path} ${Object.keys(body).join()}`).toBe(400);
    expect(text.length).toBeLessThan(10_000);
  }
});
