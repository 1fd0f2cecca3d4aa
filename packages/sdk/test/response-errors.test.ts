import { describe, expect, test } from 'vitest';
import {
  APIError,
  AuthenticationError,
  InvalidResponseError,
  RateLimitError,
  SendError,
  ServerError,
} from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

describe('an unreadable 2xx answer is an InvalidResponseError, because the request was done', () => {
  test.each([
    ['an HTML page', 'html', 'not JSON'],
    ['plain text', 'text', 'not JSON'],
    ['JSON that breaks off', 'truncated', 'not JSON'],
    ['nothing', 'empty', 'no payload'],
  ] as const)('%s', async (_, body, words) => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ operation: 'sendEmail', phase: 'after', effect: { body } });
    const error = await failureOf(mail.emails.send({ ...email, idempotencyKey: 'order-1' }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ outcome: 'succeeded', idempotencyKey: 'order-1', attempts: 1 });
    expect(error.message).toMatch(/^sendEmail: /);
    expect(error.message).toContain(words);
    expect(sandbox.mailbox.list({})).toHaveLength(1);
  });

  test('a field of another type is reported with operation and field', async () => {
    const item = { id: 7, from: 'a@b.c', to: ['d@e.f'], subject: '', status: 'sent', createdAt: '' };
    const { mail } = connectThrough(() => Response.json({ success: true, data: { emails: [item] } }));
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ operation: 'listEmails', field: 'emails[0].id', status: 200 });
    expect(error.message).toContain('emails[0].id must be a string');
  });

  test('a receipt with neither messageId nor id (A38)', async () => {
    const { mail } = connectThrough(() => Response.json({ success: true, data: { status: 'queued' } }));
    expect(await failureOf(mail.emails.send(email))).toBeInstanceOf(InvalidResponseError);
  });
});

describe('undocumented extras', () => {
  test('a test receipt without its details is not a receipt of a live send (A38)', async () => {
    const data = { sandbox: true, messageId: 'm1', recipients: 'bob@example.org' };
    const { mail } = connectThrough(() => Response.json({ success: true, data }));
    const sent = { sandbox: true, messageId: 'm1', message: '', recipients: [], skipped: false };
    expect(await mail.emails.send(email)).toEqual(sent);
  });

  test('a body without an envelope is the payload (A5)', async () => {
    const { mail } = connectThrough(() => Response.json({ messageId: 'm1@example.com' }));
    expect(await mail.emails.send(email)).toEqual({
      sandbox: false,
      messageId: 'm1@example.com',
      skipped: false,
    });
  });

  test('a status from a newer service is passed on (A64)', async () => {
    const item = {
      _id: 'e1',
      from: 'a@b.c',
      to: ['d@e.f'],
      subject: '',
      status: 'deferred',
      createdAt: '',
      cc: null,
    };
    const { mail } = connectThrough(() => Response.json({ success: true, data: { emails: [item] } }));
    const { _id: id, cc: _, ...rest } = item;
    expect((await mail.emails.list()).items).toEqual([{ id, ...rest }]);
  });
});

describe('errors in any form', () => {
  test('a 401 without an envelope (A2)', async () => {
    const { mail } = connect({ apiKey: 'sk_live_unknown' }, { wire: { authError: 'bare' } });
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: 'UNAUTHORIZED', status: 401, requestId: expect.any(String) });
    expect(error.message).toContain('Invalid or missing API key');
  });

  test.each([
    ['code and message at the top', { code: 'KEY_EXPIRED', message: 'too old' }, 'KEY_EXPIRED', 'too old'],
    ['a text as error', { error: 'too old', code: 'KEY_EXPIRED' }, 'KEY_EXPIRED', 'too old'],
    ['a message only', { message: 'too old' }, 'UNKNOWN_ERROR', 'too old'],
    ['nothing to read', {}, 'UNKNOWN_ERROR', 'Unauthorized'],
  ])('%s (A2)', async (_, body, code, words) => {
    const { mail } = connectThrough(() => Response.json(body, { status: 401, statusText: 'Unauthorized' }));
    const error = await failureOf(mail.emails.list());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code, status: 401 });
    expect(error.message).toContain(words);
  });

  test('success: false with status 200 is an error of the code’s class (A6)', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ effect: { status: 200, code: 'SPAM_SCORE_TOO_HIGH' } });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toBeInstanceOf(SendError);
    expect(error).toMatchObject({ status: 200, outcome: 'rejected' });
  });

  test('an error page is UNKNOWN_ERROR with the start of the page, and its status decides the class (A22)', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0, throttle: false });
    const classes = [
      [502, ServerError],
      [429, RateLimitError],
      [418, APIError],
    ] as const;
    for (const [status, expected] of classes) {
      sandbox.faults.add({ times: 1, effect: { status, body: 'html' } });
      const error = await failureOf(mail.emails.list());
      expect(error).toBeInstanceOf(expected);
      expect(error).toMatchObject({ code: 'UNKNOWN_ERROR', status });
      expect(error.message).toContain('<!doctype html>');
    }
  });

  test.each([
    [401, 'rejected'],
    [503, 'unknown'],
  ])('the status %i decides if the body was read before or breaks off', async (status, outcome) => {
    const broken = () =>
      new ReadableStream({
        pull(controller) {
          controller.error(new Error('terminated'));
        },
      });
    const isRead = new Response('no', { status });
    await isRead.text();
    for (const answer of [isRead, new Response(broken(), { status })]) {
      const { mail } = connectThrough(() => answer, { maxRetries: 0 });
      expect(await failureOf(mail.emails.send(email))).toMatchObject({ status, outcome });
    }
  });

  test('a redirect is not followed, because it would carry the key elsewhere', async () => {
    const { mail } = connectThrough(
      () => new Response(null, { status: 301, headers: { location: 'https://x.test/' } }),
    );
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ status: 301 });
    expect(error.message).toContain('https://x.test/');
  });

  test('the request id comes from meta, or else from X-Request-Id (A7)', async () => {
    const error = { code: 'NOT_FOUND', message: 'no' };
    const headers = { 'x-request-id': 'req_header' };
    const { mail } = connectThrough(() => Response.json({ error }, { status: 404, headers }));
    expect(await failureOf(mail.emails.list())).toHaveProperty('requestId', 'req_header');
    const meta = { requestId: 'req_meta' };
    const other = connectThrough(() => Response.json({ error, meta }, { status: 404, headers }));
    expect(await failureOf(other.mail.emails.list())).toHaveProperty('requestId', 'req_meta');
  });
});
