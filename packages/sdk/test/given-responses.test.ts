import { expect, test } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';
import { fault } from './given.ts';

test('a 2xx response without the member ok is a success', async () => {
  const { sandbox } = connect();
  const fetch = async (...request: Parameters<typeof sandbox.fetch>) => {
    const { status, headers, text } = await sandbox.fetch(...request).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }));
    // Nor do all of them remove a byte order mark.
    return { status, headers, text: async () => `\uFEFF${text}` } as Response;
  };
  const mail = new Mailrig({ ...sandbox.clientOptions(), fetch });
  await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  expect(await failureOf(mail.lists.update('none', { name: 'A' }))).toHaveProperty('code', 'NOT_FOUND');
});

test('a response whose headers can only be asked for by name is read, and so is a refusal', async () => {
  const { sandbox } = connect();
  const mail = new Mailrig({
    ...sandbox.clientOptions(),
    fetch: async (url, init) => {
      const answer = await sandbox.fetch(url, init);
      const { ok, status, statusText, headers } = answer;
      return {
        ok,
        status,
        statusText,
        text: () => answer.text(),
        headers: { get: (name: string) => headers.get(name) },
      };
    },
  });
  await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  const error = await failureOf(mail.lists.update('none', { name: 'A' }));
  expect(error).toMatchObject({
    code: 'NOT_FOUND',
    headers: { 'content-type': expect.stringContaining('json') },
  });
});

test('a 2xx response stays a success, although its headers give nothing or throw', async () => {
  const { sandbox } = connect();
  for (const get of [() => undefined, fault]) {
    const mail = new Mailrig({
      ...sandbox.clientOptions(),
      throttle: undefined,
      maxRetries: 0,
      fetch: async (url, init) => {
        const { ok, status, statusText } = await sandbox.fetch(url, init);
        const text = async () => JSON.stringify({ success: true, data: { messageId: '<1@a.example>' } });
        return { ok, status, statusText, text, headers: { get: get as never } };
      },
    });
    const { error } = await mail.emails.send(email).settle();
    expect(error?.outcome ?? 'succeeded').toBe('succeeded');
  }
});

test('a refusal whose headers cannot be read is unknown, with hooks too', async () => {
  const { mail } = connect({ hooks: { onResponse: () => undefined }, maxRetries: 0 });
  for (const get of [undefined, fault]) {
    const fetch = async () => ({ status: 503, headers: { get }, text: async () => '{}' }) as never;
    const error = await failureOf(mail.withOptions({ fetch }).emails.send(email));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown' });
  }
});

test('headers that are numbers or lists are read as their texts', async () => {
  const { sandbox } = connect();
  const values: Record<string, unknown> = { 'x-ratelimit-limit': 100, 'x-ratelimit-remaining': 7 };
  const answer = (status: number, body: object) => async () => ({
    ok: status < 300,
    status,
    statusText: '',
    text: async () => JSON.stringify(body),
    headers: { get: (name: string) => values[name] as string },
  });
  const options = { ...sandbox.clientOptions(), throttle: undefined, maxRetries: 0 };
  const fetch = answer(200, { success: true, data: { messageId: '<1@a.example>' } });
  const { rateLimit } = await new Mailrig({ ...options, fetch }).emails.send(email).withResponse();
  expect(rateLimit).toEqual({ limit: 100, remaining: 7 });
  values['retry-after'] = [5, 5];
  const error = await failureOf(new Mailrig({ ...options, fetch: answer(429, {}) }).emails.send(email));
  expect(error).toMatchObject({ retryAfter: 5_000 });
  expect(error.message).toContain('status 429');
});

test('a list whose ids change in every response ends after as many items as it has, and says so', async () => {
  let id = 0;
  const warnings: string[] = [];
  const quiet = () => undefined;
  const logger = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (text: string) => void warnings.push(text),
  };
  const { sandbox } = connect({}, { rateLimit: false });
  const mail = new Mailrig({
    ...sandbox.clientOptions(),
    logger,
    fetch: async (url) => {
      const query = new URL(url).searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const emails = Array.from({ length: Math.max(0, Math.min(limit, 250 - (page - 1) * limit)) }, () => ({
        id: `msg_${(id += 1)}`,
        from: 'a@example.com',
        to: ['b@example.org'],
        subject: 's',
        status: 'sent',
        messageId: 'm',
        createdAt: '2026-01-01T00:00:00.000Z',
      }));
      const pagination = { page, limit, total: 250, totalPages: Math.ceil(250 / limit) };
      return Response.json({ success: true, data: { emails, pagination } });
    },
  });
  expect(await mail.emails.list().toArray()).toHaveLength(250);
  expect(warnings.join()).toContain('their ids change in each response');
});

test.each([
  ['5, 5', 5_000],
  ['2, 7', 7_000],
])('Retry-After: %s, which came twice, is %i ms', async (text, wait) => {
  const { mail, sandbox } = connect({ maxRetries: 0 });
  sandbox.faults.add({ effect: { status: 503, headers: { 'retry-after': text } } });
  expect(await failureOf(mail.emails.list())).toHaveProperty('retryAfter', wait);
});
