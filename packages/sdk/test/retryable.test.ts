import { readFileSync } from 'node:fs';
import { operations } from '@mailrig/contract';
import { describe, expect, test } from 'vitest';
import {
  APIError,
  type ErrorCode,
  errorCodes,
  MailrigError,
  type MailrigErrorCode,
  type Outcome,
} from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

/*
 * `error.retryable` says whether a queue should make the same call again. The tables below say it once more, by hand,
 * for every code, operation and outcome.
 */

const outcomes: readonly Outcome[] = ['not-sent', 'rejected', 'unknown', 'succeeded'];

/** Codes whose cause may be gone later. */
const passing = new Set<string>([
  'UPLOAD_NOT_COMPLETE',
  'TOO_MANY_BATCHES',
  'RATE_LIMIT_EXCEEDED',
  'IDEMPOTENCY_IN_PROGRESS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'ABORTED',
  'INVALID_RESPONSE',
  'NETWORK_ERROR',
  'THROTTLE_FAILED',
  'TIMEOUT_ERROR',
] satisfies readonly MailrigErrorCode[]);

const clientCodes: readonly MailrigErrorCode[] = [
  'ABORTED',
  'EMAIL_ENDED',
  'HOOK_FAILED',
  'INVALID_OPTIONS',
  'INVALID_RESPONSE',
  'JOURNAL_FAILED',
  'JOURNAL_MISMATCH',
  'NETWORK_ERROR',
  'RUN_STARTED',
  'SEND_UNCERTAIN',
  'SOURCE_FAILED',
  'THROTTLE_FAILED',
  'TIMEOUT_ERROR',
  'VERIFICATION_FAILED',
];

type Kind = 'reads' | 'may be repeated' | 'repeats its effect';

const others: Readonly<Record<string, Kind>> = {
  waitFor: 'reads',
  waitForBatch: 'reads',
  changes: 'reads',
  upload: 'may be repeated',
  sendMany: 'repeats its effect',
  importMany: 'repeats its effect',
  verifyMany: 'repeats its effect',
  'GET /api/v1/domains': 'reads',
  'PUT /api/v1/domains': 'may be repeated',
  'DELETE /api/v1/domains': 'may be repeated',
  'POST /api/v1/domains': 'repeats its effect',
  'PATCH /api/v1/domains': 'repeats its effect',
};
const kinds = new Map<string, Kind>([
  ...Object.values(operations).map(({ name, method, retry }): [string, Kind] => [
    name,
    method === 'GET' ? 'reads' : retry === 'if-not-done' ? 'repeats its effect' : 'may be repeated',
  ]),
  ...Object.entries(others),
]);

/** The outcomes after which each kind of operation may be called again. */
const repeatableAfter: Readonly<Record<Kind, readonly Outcome[]>> = {
  reads: outcomes,
  'may be repeated': ['not-sent', 'rejected', 'unknown'],
  'repeats its effect': ['not-sent', 'rejected'],
};

test.each([...kinds])(
  '%s, which %s, is retryable after every code and outcome, or is not',
  (operation, kind) => {
    for (const code of [...(Object.keys(errorCodes) as ErrorCode[]), ...clientCodes]) {
      for (const outcome of outcomes) {
        const { retryable } = new MailrigError('x', { code, outcome, operation });
        const expected = passing.has(code) && repeatableAfter[kind].includes(outcome);
        expect(retryable, `${code}, ${outcome}`).toBe(expected);
      }
    }
  },
);

test.each([
  [302, false],
  [400, false],
  [403, false],
  [404, false],
  [408, true],
  [429, true],
  [500, true],
  [503, true],
  [529, true],
])('a refusal without a known code and with status %i has retryable %s', (status, retryable) => {
  for (const code of ['UNKNOWN_ERROR', 'UPLOAD_FAILED'] as const) {
    const error = new APIError({ code, status, operation: 'sendEmail', outcome: 'unknown', reason: 'x' });
    expect(error.retryable).toBe(retryable);
  }
});

describe('a failed call is retryable', () => {
  test('if the service was busy, and toJSON() has what a queue needs', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ effect: { status: 503, retryAfter: 7 } });
    const error = await failureOf(mail.emails.send({ ...email, idempotencyKey: 'order-1' }));
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      retryable: true,
      retryAfter: 7_000,
      idempotencyKey: 'order-1',
      outcome: 'rejected',
    });
  });

  test('if a page of HTML answered the upload of its file with 200', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ operation: 'putUpload', times: 1, effect: { status: 200, body: 'html' } });
    const withFile = { ...email, attachments: [{ content: 'a', filename: 'a.txt' }] };
    const error = await failureOf(mail.emails.send(withFile));
    expect(error).toMatchObject({ code: 'UPLOAD_NOT_COMPLETE', outcome: 'rejected', retryable: true });
    await expect(mail.emails.send(withFile)).resolves.toHaveProperty('messageId');
  });

  test('if the store of uploads asks to slow down with 429', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ operation: 'putUpload', effect: { status: 429 } });
    const error = await failureOf(mail.attachments.upload(new Blob(['a'])));
    expect(error).toMatchObject({ code: 'UPLOAD_FAILED', status: 429, retryable: true });
  });

  test('but not if it may have added the contact', async () => {
    const { mail, sandbox } = connect();
    const contacts = mail.contacts((await mail.lists.create({ name: 'A' })).id);
    sandbox.faults.add({ operation: 'createContact', phase: 'after', effect: { network: 'reset' } });
    const error = await failureOf(contacts.create({ email: 'bob@example.org' }));
    expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  });

  test.each([
    [undefined, false],
    [{ read: async () => '', append: async () => undefined }, true],
  ])('if it ended a run, only with a journal (%#)', async (journal, retryable) => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ effect: { status: 503 } });
    const run = mail.emails.sendMany([email], { outageTimeout: 0, journal });
    const error = await failureOf(run.finish());
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable });
  });
});

test.each([
  ['503', { status: 503, retryAfter: 120 }, {}, 'maxRetryAfter (61 s)'],
  ['429', { status: 429, retryAfter: 120 }, {}, 'maxRetryAfter (61 s)'],
  ['409', { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS', retryAfter: 120 }, {}, 'maxRetryAfter (61 s)'],
  ['500', { status: 500, retryAfter: 3 }, { maxRetryAfter: 1_000 }, 'maxRetryAfter (1 s)'],
  ['502', { status: 502, code: 'BAD_GATEWAY', retryAfter: 62 }, {}, 'maxRetryAfter (61 s)'],
  ['503', { status: 503, retryAfter: 30 }, { totalTimeout: 5_000 }, 'is left of totalTimeout (5 s)'],
] as const)(
  'a %s that asks to wait too long says so, and how long, as retryAfter',
  async (_, effect, options, limit) => {
    const { mail, sandbox } = connect(options);
    sandbox.faults.add({ effect });
    const error = await failureOf(mail.emails.send(email));
    const { retryAfter } = effect;
    expect(error.message).toContain(`it asks to wait ${retryAfter} s, longer than ${limit}`);
    expect(error).toMatchObject({ attempts: 1, retryAfter: retryAfter * 1_000 });
    expect(error.toJSON()).toHaveProperty('retryAfter', retryAfter * 1_000);
  },
);

test('a wait that the client would not have made is not mentioned', async () => {
  const { mail, sandbox } = connect();
  sandbox.faults.add({ effect: { status: 429, code: 'TOO_MANY_BATCHES', retryAfter: 120 } });
  const error = await failureOf(mail.verification.createBatch(['ada@example.net']));
  expect(error).toMatchObject({ retryAfter: 120_000, retryable: true });
  expect(error.message).not.toContain('asks to wait');
});

test('the guide names each code of the service that may pass, or its kind', () => {
  const guide = readFileSync(new URL('../../../docs/guides/errors-and-retries.md', import.meta.url), 'utf8');
  const line = guide.split('\n').find((text) => text.startsWith('- It is true after')) ?? '';
  const named = [...passing].filter((code) => code in errorCodes && line.includes(`\`${code}\``));
  const busyOrFailing = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  expect(line).toContain('a busy or failing service');
  expect([...named, ...busyOrFailing]).toEqual([...passing].filter((code) => code in errorCodes));
});
