import { describe, expect, test } from 'vitest';
import { buildPath } from '../src/call/request.ts';
import { ValidationError } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

describe('mail.request', () => {
  test('reaches an endpoint that has no method, and returns the payload unchanged (A116)', async () => {
    const { mail } = connect({}, { wire: { nulls: 'explicit' } });
    const sent = await mail.request('POST', '/api/v1/emails', { body: email });
    expect(sent).toMatchObject({ status: 'queued' });
    const list = await mail.request('GET', '/api/v1/emails', { query: { limit: 1, status: undefined } });
    expect(list).toMatchObject({ emails: [{ cc: null }], pagination: { limit: 1 } });
  });

  test('an unknown endpoint and a wrong method are errors like any other (A10)', async () => {
    const { mail } = connect();
    expect(await failureOf(mail.request('GET', '/api/v1/nothing'))).toMatchObject({
      name: 'NotFoundError',
      operation: 'GET /api/v1/nothing',
    });
    expect(await failureOf(mail.request('DELETE', '/api/v1/emails'))).toMatchObject({
      name: 'APIError',
      code: 'METHOD_NOT_ALLOWED',
    });
  });

  test.each([
    'api/v1/emails',
    '//elsewhere.org/api',
    'https://elsewhere.org/',
    '/api/../_sandbox/reset',
    '/api/%2E%2e/x',
    '/api/v1/emails?limit=1',
    '/api/v1/emails#top',
    '/api\\v1',
    '/api/\nv1',
  ])('the path %j is refused before it is sent', async (path) => {
    for (const validate of [true, false]) {
      const { mail, sandbox } = connect({ validate });
      const error = await failureOf(mail.request('GET', path));
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ outcome: 'not-sent', details: { field: 'path' } });
      expect(sandbox.requests.count()).toBe(0);
    }
  });
});

test('a field that the contract does not know is kept on raw', async () => {
  const { mail } = connectThrough(() =>
    Response.json(
      { success: true, data: { messageId: 'm1', trackingUrl: 'https://t.example' }, region: 'eu' },
      { status: 201 },
    ),
  );
  const { data, raw } = await mail.emails.send(email).withResponse();
  expect(data).toEqual({ sandbox: false, messageId: 'm1', skipped: false });
  expect(raw).toEqual({
    success: true,
    data: { messageId: 'm1', trackingUrl: 'https://t.example' },
    region: 'eu',
  });
});

describe('paths with ids', () => {
  const template = '/api/v1/contact-lists/{listId}/contacts/{id}';

  test('ids are percent-encoded (A17)', () => {
    expect(buildPath(template, { listId: 'a/b?c#d', id: 'ü..%2e' })).toEqual({
      path: '/api/v1/contact-lists/a%2Fb%3Fc%23d/contacts/%C3%BC..%252e',
    });
  });

  test.each(['', '.', '..', '%2e%2E', '\ud800', undefined, 7])('the id %j is refused by name (A17)', (id) => {
    expect(buildPath(template, { listId: 'lst_1', id })).toHaveProperty('problem.field', 'id');
  });
});

test('a body for GET is refused as what it is, not as a hook that failed', async () => {
  const { mail, sandbox } = connect();
  const error = await failureOf(mail.request('GET', '/api/v1/emails', { body: { page: 1 } }));
  expect(error).toMatchObject({ code: 'INVALID_OPTIONS', outcome: 'not-sent', attempts: 0 });
  expect(error.message).toContain('the request cannot be made');
  expect(sandbox.requests.count()).toBe(0);
});

test('an upload URL with a password is refused without being shown', async () => {
  const { mail } = connect();
  const put = mail.attachments.put({ uploadUrl: 'https://ada:secret@example.org/' }, new Blob(['fox']));
  const error = await failureOf(put);
  expect(error).toMatchObject({ code: 'VALIDATION_ERROR', attempts: 0 });
  expect(error.message).not.toContain('secret');
});
