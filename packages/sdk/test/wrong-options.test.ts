import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { putOptions, uploadOptions } from '../src/files/upload.ts';
import { requestOptions } from '../src/options/request-options.ts';
import { importOptions } from '../src/runs/import-many.ts';
import { attachmentRows } from '../src/files/attachable.ts';
import { changesOptions } from '../src/follow/changes.ts';
import { waitForEmailOptions } from '../src/follow/wait-for-email.ts';
import { Mailrig, type MailrigOptions } from '../src/index.ts';
import { clientOptions } from '../src/options/options.ts';
import { toArrayOptions } from '../src/results/page-promise.ts';
import { runOptions } from '../src/runs/run-options.ts';
import { waitForBatchOptions } from '../src/runs/verify-many/wait-for-batch.ts';
import { verifyOptions } from '../src/runs/verify-many/verify-many.ts';
import { connect, email } from './client.ts';

/*
 * Every set of options is one table of rows. These tests are made from the rows: each name misspelt, and each value of
 * another type, passed as a caller passes it.
 */

const { mail, sandbox } = connect();
const contacts = mail.contacts('lst_1');
const bob = { email: 'bob@example.org' };

const sets = {
  Mailrig: [
    clientOptions,
    (given) => new Mailrig({ apiKey: 'sk_test_x', baseUrl: 'http://127.0.0.1', ...given }),
  ],
  withOptions: [clientOptions, (given) => mail.withOptions(given as MailrigOptions)],
  sendEmail: [requestOptions, (given) => mail.emails.send(email, given)],
  listContacts: [requestOptions, (given) => contacts.list({}, given)],
  request: [requestOptions, (given) => mail.request('GET', '/api/v1/emails', {}, given)],
  waitFor: [waitForEmailOptions, (given) => mail.emails.waitFor('msg_1', given)],
  changes: [changesOptions, (given) => mail.emails.changes(given)],
  sendMany: [runOptions, (given) => mail.emails.sendMany([email], given).finish()],
  importMany: [importOptions, (given) => contacts.importMany([bob], given).finish()],
  verifyMany: [verifyOptions, (given) => mail.verification.verifyMany(['bob@example.org'], given).finish()],
  waitForBatch: [waitForBatchOptions, (given) => mail.verification.waitForBatch('ver_1', given)],
  upload: [uploadOptions, (given) => mail.attachments.upload(new Blob(['x']), given)],
  put: [
    putOptions,
    (given) => mail.attachments.put({ uploadUrl: 'https://files.test/x' }, new Blob(['x']), given),
  ],
  toArray: [toArrayOptions, (given) => mail.emails.list().toArray(given)],
  attachment: [
    attachmentRows,
    (given) => mail.emails.send({ ...email, attachments: [{ content: 'x', ...given }] }),
  ],
} satisfies Record<string, readonly [z.ZodMiniObject, (given: object) => unknown]>;

/** Values of every type. */
const values = ['wrong', 1.5, true, { wrong: 1 }, ['wrong'], null, () => 1];

const wrong = (value: unknown) => value as never;

const failureOf = async (call: () => unknown) =>
  new Promise((resolve) => resolve(call())).then(
    () => 'nothing failed',
    (error: unknown) => String(error),
  );

/** The failure of a call that sends nothing. */
const refusalOf = async (call: () => unknown) => {
  sandbox.requests.clear();
  const failure = await failureOf(call);
  expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(0);
  return failure;
};

describe.each(Object.entries(sets))('the options of %s', (set, [rows, call]) => {
  const misspelt = Object.keys(rows.shape).map((name) => [name, `${name}${name.at(-1)}`] as const);

  test.each(misspelt)('%s is suggested for %s', async (name, wrong) => {
    const failure = await refusalOf(() => call({ [wrong]: 1 }));
    expect(failure).toContain(`${wrong} is unknown: did you mean ${name}?`);
  });

  const mistyped = Object.entries<z.ZodMiniType>(rows.shape).flatMap(([name, row]) => {
    const wrong = values.find((value) => !row.safeParse(value).success);
    return wrong === undefined ? [] : [[name, wrong] as const];
  });

  test.each(mistyped)('%s must not be %o', async (name, value) => {
    const failure = await refusalOf(() => call({ [name]: value }));
    expect(failure).toMatch(new RegExp(`\\b${name}(?:[.[]\\S+)? (?:must|is unknown)`));
  });

  test.each(['text', 1, null, ['a']])('must not be %j', async (given) => {
    if (set === 'attachment' || set === 'Mailrig') return;
    const wrong: unknown = given;
    expect(await refusalOf(() => call(wrong as object))).toMatch(/the options must be an object such as/);
  });
});

test.each([
  [null, 'the request must be an object'],
  ['News', 'the request must be an object'],
  [[email], 'the request must be an object'],
])('a send of %j is refused in words, not by a TypeError', async (given, words) => {
  const wrong: unknown = given;
  const { error } = await mail.emails.send(wrong as typeof email).settle();
  expect(error?.message).toContain(words);
});

test('an idempotency key among the options is sent to the email, where it belongs', async () => {
  const options: object = { idempotencyKey: 'order-1' };
  expect(await failureOf(() => mail.emails.send(email, options))).toContain(
    'option idempotencyKey belongs to the request: give it in the first argument',
  );
});

test('a client made of a sandbox says what to write', () => {
  const wrong: unknown = sandbox;
  expect(() => new Mailrig(wrong as MailrigOptions)).toThrow('write new Mailrig(sandbox.clientOptions())');
});

test('base64 as the text of a PDF is refused, and encoding is named', async () => {
  const content = btoa('%PDF-1.7 a report with some text in it');
  const send = (attachment: object) =>
    failureOf(() => mail.emails.send({ ...email, attachments: [attachment] }));
  const lines = btoa('%PDF-1.7 '.repeat(30)).replaceAll(/.{60}/g, '$&\n');
  for (const encoded of [content, `data:application/pdf;base64,${content}`, lines]) {
    expect(await send({ content: encoded, filename: 'a.pdf' })).toContain(
      "attachments[0].encoding must be 'base64'",
    );
  }
  expect(await send({ content, filename: 'a.txt' })).toBe('nothing failed');
  expect(await send({ content, filename: 'a.pdf', encoding: 'base64' })).toBe('nothing failed');
  expect(await send({ content: 'a short report', filename: 'a.pdf' })).toBe('nothing failed');
});

test.each([
  ['withOptions(null)', () => mail.withOptions(null as never), 'withOptions: the options must be an object'],
  ['changes({ since: 5 })', () => mail.emails.changes({ since: 5 } as never), 'option since must be a time'],
  ['waitFor({})', () => mail.emails.waitFor({} as never), 'the result of a send, or an id'],
  ['lists.create(text)', () => mail.lists.create('News' as never), 'an object such as { name: … }'],
  [
    'request with qurey',
    () => mail.request('GET', '/api/v1/emails', { qurey: {} } as never),
    'did you mean query?',
  ],
])('%s says what to pass', async (_, call, words) => {
  expect(await failureOf(call)).toContain(words);
});

test('attachments that are no array are refused', async () => {
  const attachments: unknown = { content: 'x' };
  expect(await failureOf(() => mail.emails.send({ ...email, attachments: attachments as [] }))).toContain(
    'attachments must be an array of files',
  );
});

test.each<[string, () => unknown, string]>([
  ['waitFor of nothing', () => mail.emails.waitFor(wrong(undefined)), 'must be the result of a send'],
  ['waitFor of an empty object', () => mail.emails.waitFor(wrong({})), 'must be the result of a send'],
  [
    'waitForBatch of null',
    () => mail.verification.waitForBatch(wrong(null)),
    'must be the result of createBatch',
  ],
  [
    'put to nowhere',
    () => mail.attachments.put(wrong(null), new Blob(['x'])),
    'must be the result of createUpload',
  ],
  ['find of an object', () => contacts.find(wrong(bob)), 'option email must be a string'],
  ['a request with a text', () => mail.request('POST', '/api/v1/emails', wrong('x')), 'such as { query: … }'],
  ['a request with null', () => mail.request('GET', '/api/v1/emails', wrong(null)), 'such as { query: … }'],
  [
    'a query as text',
    () => mail.request('GET', '/api/v1/emails', { query: wrong('a=b') }),
    'query must be an object',
  ],
  [
    'a misspelt part of an address',
    () => mail.emails.send(wrong({ ...email, to: { email: 'b@example.org', nam: 'Bob' } })),
    'to.nam is not a field here: did you mean name?',
  ],
  [
    'a number of a page as a text',
    () => mail.lists.list(wrong({ limit: '5' })),
    'limit must be a whole number from 1 to 100',
  ],
  [
    'a header of the key, given to a run',
    () => mail.emails.sendMany([email], { headers: { Authorization: 'x' } }).finish(),
    'sendMany: option headers must not hold Authorization: give the key as option apiKey',
  ],
  [
    'a header name with a space',
    () => mail.emails.list({}, { headers: { 'x tenant': 'acme' } }),
    'option headers must not hold "x tenant": it is not a valid header name',
  ],
  [
    'changes since no time',
    () => mail.emails.changes({ since: new Date(NaN) }),
    'changes: option since must be a time',
  ],
  [
    'a method in small letters',
    () => mail.request(wrong('get'), '/api/v1/emails'),
    'method must be one of GET',
  ],
  [
    'a request in place of the method',
    () => mail.request(wrong({ method: 'GET' }), wrong(undefined)),
    'request: VALIDATION_ERROR: method must be one of GET',
  ],
])('%s is refused in words', async (_, call, words) => {
  expect(await failureOf(call)).toContain(words);
});
