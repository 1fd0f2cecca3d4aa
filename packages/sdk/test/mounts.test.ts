import type { Sandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, test } from 'vitest';
import type { MailrigOptions } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

test('the client works over HTTP, even through lost connections', async () => {
  const { sandbox } = connect();
  await using server = await serve({ sandbox, port: 0 });
  const { mail } = connect({ fetch: undefined, baseUrl: server.url });
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  expect(await mail.emails.send(email)).toMatchObject({ sandbox: false, skipped: true });
  sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { network: 'drop' } });
  const error = await failureOf(mail.emails.list({}, { maxRetries: 0 }));
  expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown' });
  expect((await mail.emails.list()).items).toHaveLength(1);
});

test('the client works through MSW, even if created before MSW listens', async () => {
  const { sandbox, mail } = connect({ fetch: undefined });
  const server = setupServer(...handlers(sandbox));
  server.listen();
  try {
    expect(await mail.emails.send(email)).toMatchObject({ sandbox: false, skipped: false });
    expect((await mail.emails.list()).items).toHaveLength(1);
  } finally {
    server.close();
  }
});

test('uploads, contacts and verification work through MSW too (R115)', async () => {
  const { sandbox, mail } = connect({ fetch: undefined });
  const server = setupServer(...handlers(sandbox));
  server.listen();
  try {
    const { id } = await mail.attachments.upload(new Blob(['fox']), { onProgress: () => undefined });
    await mail.emails.send({ ...email, attachmentIds: [id] });
    const list = await mail.lists.create({ name: 'Customers' });
    const contact = await mail.contacts(list.id).create({ email: 'ada@example.org' });
    expect(await mail.contacts(list.id).suppress(contact.id, 'manual')).toBeUndefined();
    expect(await mail.verification.verify('ada@example.net')).toHaveProperty('status', 'clean');
    expect(sandbox.mailbox.latest({})?.attachments).toHaveLength(1);
  } finally {
    server.close();
  }
});

test.each<[how: string, take: (request: Request) => unknown]>([
  ['json()', (request) => request.json()],
  ['text()', (request) => request.text()],
  ['arrayBuffer()', (request) => request.arrayBuffer()],
  ['formData()', (request) => request.formData().catch(() => undefined)],
  ['getReader(), in part', (request) => request.body?.getReader().read()],
  [
    'getReader(), and then released',
    async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      reader?.releaseLock();
    },
  ],
  ['a reader that only locks it', (request) => void request.body?.getReader()],
])('a body that another MSW handler took by %s is a 400 that says so, sent once', async (_how, take) => {
  const { sandbox, mail } = connect({ fetch: undefined });
  const spy = http.all(`${sandbox.baseUrl}/*`, async ({ request }) => {
    await take(request);
  });
  const server = setupServer(spy, ...handlers(sandbox));
  server.listen();
  try {
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ status: 400, retryable: false, message: expect.stringContaining('clone') });
    expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(1);
    expect(sandbox.mailbox.list()).toEqual([]);
  } finally {
    server.close();
  }
});

describe('a known limit is kept by the responses that come through (R29, A24)', () => {
  const rate = { limit: 3, windowMs: 200 };

  /** Calls at once as often as three windows allow. */
  async function callNineTimes({ requests }: Sandbox, options: MailrigOptions): Promise<object> {
    const { mail } = connect({
      fetch: undefined,
      throttle: { limit: rate.limit, window: rate.windowMs },
      ...options,
    });
    await Promise.all(Array.from({ length: 9 }, () => mail.emails.list()));
    return { requests: requests.count(), refused: requests.count({ status: 429 }) };
  }

  test('HTTP', async () => {
    const { sandbox } = connect({}, { rateLimit: rate });
    await using server = await serve({ sandbox, port: 0 });
    const options = { apiKey: sandbox.liveApiKey, baseUrl: server.url };
    expect(await callNineTimes(sandbox, options)).toEqual({ requests: 9, refused: 0 });
  });

  test('MSW', async () => {
    const { sandbox } = connect({}, { rateLimit: rate });
    const server = setupServer(...handlers(sandbox));
    server.listen();
    try {
      const options = { apiKey: sandbox.liveApiKey, baseUrl: sandbox.baseUrl };
      expect(await callNineTimes(sandbox, options)).toEqual({ requests: 9, refused: 0 });
    } finally {
      server.close();
    }
  });
});
