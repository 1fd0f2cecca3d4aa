import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { list } from './conformance/emails.ts';

test.each([
  ['eventLogSize', { eventLogSize: Number.NaN }],
  ['journalSize', { journalSize: -1 }],
  ['rateLimit.limit', { rateLimit: { limit: 1.5 } }],
  ['rateLimit.windowMs', { rateLimit: { windowMs: Number.POSITIVE_INFINITY } }],
  ['limits.emailBytes', { limits: { emailBytes: -5 } }],
])('%s must be a whole number, and the error names it', (option, options) => {
  expect(() => createSandbox(options)).toThrow(`${option} must be a whole number of 0 or more`);
});

test.each(['baseUrl', 'uploadBaseUrl'])('%s must be an origin, and the error names it', (option) => {
  for (const url of [
    'nope',
    'localhost:4010',
    'ftp://api.test',
    'http://api.test/mail',
    'http://api.test?key=1',
    'http://api.test/#top',
    'http://ada:secret@api.test',
  ]) {
    expect(() => createSandbox({ [option]: url }), url).toThrow(
      `${option} must be an http or https address without a path, for example https://mail.example.com`,
    );
  }
});

test('trailing slashes of addresses are ignored', () => {
  const sandbox = createSandbox({ baseUrl: 'https://api.test/', uploadBaseUrl: 'http://files.test:81//' });
  expect([sandbox.baseUrl, sandbox.uploadBaseUrl]).toEqual(['https://api.test', 'http://files.test:81']);
});

test.each([
  ['a Date without a time', new Date(Number.NaN)],
  ['a Date after year 9999', new Date(8.64e15)],
  ['a number after year 9999', 8.64e15],
  ['a text whose time is after year 9999', '9999-12-31T23:59:59-10:00'],
])('startAt as %s is refused by name', (_, startAt) => {
  expect(() => createSandbox({ startAt })).toThrow('startAt must be an ISO 8601 time');
});

test('a sandbox without a journal and an event log answers as usual', async () => {
  const sandbox = createSandbox({ eventLogSize: 0, journalSize: 0 });
  const answer = await list(sandbox, {}, { key: sandbox.testApiKey });
  expect(answer.status).toBe(200);
  expect(sandbox.requests.list()).toEqual([]);
});
