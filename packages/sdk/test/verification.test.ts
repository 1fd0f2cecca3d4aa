import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AbortError,
  InsufficientCreditsError,
  InvalidResponseError,
  TimeoutError,
  TooManyBatchesError,
  ValidationError,
  type Verification,
  VerificationFailedError,
} from '../src/index.ts';
import { connect, connectThrough, failureOf } from './client.ts';

const mixed = ['ada@example.net', 'bounce@example.net', 'sales@example.net', 'timeout@example.net'];

/** Lets time pass until the promise is settled. */
async function pass<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let step = 0; step < 5_000 && !isSettled; step += 1) await vi.advanceTimersByTimeAsync(250);
  return promise;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-01-31T09:30:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('one address', () => {
  test('has status, result and everything else that is known (A96)', async () => {
    const { mail } = connect();
    expect(await mail.verification.verify('sales@example.net')).toEqual({
      email: 'sales@example.net',
      status: 'dirty',
      result: 'risky',
      isValid: false,
      reason: expect.any(String),
      riskScore: expect.any(Number),
      cached: false,
      details: { isDisposable: false, isFreeProvider: false, isRoleAccount: true },
    });
    expect(await mail.verification.verify('sales@example.net')).toHaveProperty('cached', true);
  });

  test.each([
    [{ status: 'clean' }, { status: 'clean', result: 'valid', isValid: true }],
    [{ status: 'dirty' }, { status: 'dirty', isValid: false }],
    [{ status: 'unknown' }, { status: 'unknown', result: 'unknown', isValid: false }],
    [{ result: 'risky' }, { status: 'dirty', result: 'risky', isValid: false }],
    [
      { result: 'valid', isValid: true },
      { status: 'clean', result: 'valid', isValid: true },
    ],
    [
      { status: 'dirty', result: 'risky' },
      { status: 'dirty', result: 'risky', isValid: false },
    ],
    [{ status: 'parked' }, { status: 'parked', result: 'parked', isValid: false }],
  ])('%o is read as %o (A96, A129)', async (sent, expected) => {
    const data = { email: 'ada@example.net', ...sent };
    const { mail } = connectThrough(() => Response.json({ success: true, data }));
    expect(await mail.verification.verify('ada@example.net')).toEqual({
      email: 'ada@example.net',
      ...expected,
    });
  });

  test('an invalid address is INVALID_EMAIL and is never sent (R174, A98)', async () => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.verification.verify('ada'));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'INVALID_EMAIL', outcome: 'not-sent', details: { field: 'email' } });
    expect(sandbox.requests.count()).toBe(0);
    const unchecked = connect({ validate: false });
    expect(await failureOf(unchecked.mail.verification.verify('ada'))).toMatchObject({
      code: 'INVALID_EMAIL',
      status: 400,
    });
  });
});

describe('a batch', () => {
  test('is submitted, then has results, groups and analytics (R183, R195, A104, A105)', async () => {
    const { mail } = connect();
    const batch = await mail.verification.createBatch(mixed);
    expect(batch).toEqual({
      verificationId: expect.stringMatching(/^ver_/),
      totalEmails: 4,
      creditsDeducted: 4,
      status: 'pending',
    });
    const id = batch.verificationId ?? '';
    expect(await mail.verification.get(id)).toMatchObject({ id, status: 'pending', progress: 0 });
    await vi.advanceTimersByTimeAsync(10_000);
    const done = await mail.verification.get(id);
    expect(done).toMatchObject({
      id,
      type: 'batch',
      status: 'completed',
      progress: 100,
      processedEmails: 4,
      groups: {
        clean: ['ada@example.net'],
        dirty: ['bounce@example.net', 'sales@example.net'],
        unknown: ['timeout@example.net'],
      },
    });
    expect(done.analytics).toEqual({
      clean: 1,
      dirty: 2,
      unknown: 1,
      cleanPercentage: 25,
      valid: 1,
      invalid: 1,
      risky: 1,
    });
    expect(done.results?.map(({ email, isValid }) => [email, isValid])).toEqual([
      ['ada@example.net', true],
      ['bounce@example.net', false],
      ['sales@example.net', false],
      ['timeout@example.net', false],
    ]);
  });

  test('asks for the results, in case the service omits them by default (A104)', async () => {
    const { mail, sandbox } = connect();
    await failureOf(mail.verification.get('ver_none'));
    expect(sandbox.requests.last()?.query).toContain('includeResults=true');
  });

  test('its size and then its addresses are checked before it is sent (R184, R185, A100)', async () => {
    const { mail, sandbox } = connect();
    const tooMany = Array.from({ length: 1_001 }, () => 'no address');
    expect(await failureOf(mail.verification.createBatch(tooMany))).toMatchObject({
      code: 'BATCH_TOO_LARGE',
      outcome: 'not-sent',
    });
    const wrong = await failureOf(mail.verification.createBatch(['ada@example.net', 'bob']));
    expect(wrong).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'emails[1]', value: 'bob' } });
    expect(await failureOf(mail.verification.createBatch([]))).toHaveProperty('code', 'VALIDATION_ERROR');
    expect(sandbox.requests.count()).toBe(0);
  });

  test('missing credits and slots have their own classes (R190, R191)', async () => {
    const { mail, sandbox } = connect();
    for (let index = 0; index < 5; index += 1) await mail.verification.createBatch([`n${index}@example.net`]);
    const full = await failureOf(mail.verification.createBatch(['n6@example.net']));
    expect(full).toBeInstanceOf(TooManyBatchesError);
    sandbox.credits.set(0);
    const poor = await failureOf(mail.verification.verify('new@example.net'));
    expect(poor).toBeInstanceOf(InsufficientCreditsError);
    expect(poor).toMatchObject({ details: { required: 1, available: 0 } });
  });

  test('verifications are listed without results, and counted (R200, R204)', async () => {
    const { mail } = connect();
    await mail.verification.verify('ada@example.net');
    await mail.verification.createBatch(['bob@example.net']);
    const page = await mail.verification.list({ limit: 1 });
    expect(page).toMatchObject({ total: 2, hasNext: true, items: [{ type: 'batch', status: 'pending' }] });
    const types: string[] = [];
    for await (const item of mail.verification.list({ limit: 1 })) {
      types.push(item.type);
      expect(item).not.toHaveProperty('results');
    }
    expect(types).toEqual(['batch', 'single']);
    expect(await mail.verification.stats()).toEqual({
      totalVerified: 1,
      totalValid: 1,
      totalInvalid: 0,
      totalUnknown: 0,
      totalVerifications: 1,
      validPercentage: 100,
    });
  });

  test.each([
    [
      { valid: 1, invalid: 1, risky: 1, unknown: 0 },
      { clean: 1, dirty: 2, unknown: 0, cleanPercentage: 33.33 },
    ],
    [
      { cleanCount: 0, dirtyCount: 0, unknownCount: 0 },
      { clean: 0, dirty: 0, unknown: 0, cleanPercentage: 0 },
    ],
  ])('%o and verificationId are read too (A105, A106)', async (analytics, expected) => {
    const data = {
      verificationId: 'v1',
      status: 'completed',
      totalEmails: 0,
      processedEmails: 0,
      creditsDeducted: 0,
      createdAt: '',
      analytics,
    };
    const { mail } = connectThrough(() => Response.json({ success: true, data }));
    const verification = await mail.verification.get('v1');
    expect(verification).toMatchObject({ id: 'v1', type: 'batch' });
    expect(verification.analytics).toMatchObject(expected);
  });

  test('an undocumented result is an InvalidResponseError that names it', async () => {
    const data = {
      id: 'v1',
      type: 'batch',
      status: 'completed',
      totalEmails: 1,
      processedEmails: 1,
      creditsDeducted: 1,
      createdAt: '',
      results: [{ status: 'clean' }],
    };
    const { mail } = connectThrough(() => Response.json({ success: true, data }));
    const error = await failureOf(mail.verification.get('v1'));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ field: 'results[0].email' });
  });
});

describe('waitForBatch', () => {
  test('polls at the pace of the batch, reports its progress, and returns the results (R192)', async () => {
    const { mail, sandbox } = connect();
    const emails = Array.from({ length: 60 }, (_, index) => `n${index}@example.net`);
    const batch = await mail.verification.createBatch(emails);
    const seen: Verification[] = [];
    sandbox.requests.clear();
    const done = await pass(
      mail.verification.waitForBatch(batch, { onProgress: (progress) => seen.push(progress) }),
    );
    expect(done).toMatchObject({ id: batch.verificationId, totalEmails: 60, creditsDeducted: 60 });
    expect(done.groups.clean).toEqual(emails);
    expect(done.analytics).toMatchObject({ clean: 60, cleanPercentage: 100 });
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: 100 });
    const counts = seen.map(({ processedEmails }) => processedEmails);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(sandbox.requests.count()).toBeLessThanOrEqual(8);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('accepts the id alone and a fixed interval', async () => {
    const { mail, sandbox } = connect();
    const { verificationId = '' } = await mail.verification.createBatch(mixed);
    sandbox.requests.clear();
    const done = await pass(mail.verification.waitForBatch(verificationId, { pollInterval: 500 }));
    expect(done.results).toHaveLength(4);
    expect(sandbox.requests.count()).toBe(10);
  });

  test.each(['without-id', 'with-id'] as const)(
    'a batch that completed at once needs no poll (%s) (A103)',
    async (batchImmediate) => {
      const { mail, sandbox } = connect({}, { wire: { batchImmediate } });
      await mail.verification.verify('ada@example.net');
      const batch = await mail.verification.createBatch(['ada@example.net']);
      expect(batch).toMatchObject({ status: 'completed', creditsDeducted: 0 });
      sandbox.requests.clear();
      const done = await mail.verification.waitForBatch(batch);
      expect(done).toMatchObject({ groups: { clean: ['ada@example.net'] }, analytics: { clean: 1 } });
      const { verificationId: id } = batch;
      expect(id === undefined).toBe(batchImmediate === 'without-id');
      expect(done.id).toBe(id);
      expect('id' in done).toBe(id !== undefined);
      expect(sandbox.requests.count()).toBe(0);
    },
  );

  test('a failed batch is a VerificationFailedError with the record (A108)', async () => {
    const { mail } = connect();
    const batch = await mail.verification.createBatch(['ada@example.net', 'x@batch-fail.test']);
    const error = await pass(failureOf(mail.verification.waitForBatch(batch)));
    expect(error).toBeInstanceOf(VerificationFailedError);
    expect(error).toMatchObject({
      code: 'VERIFICATION_FAILED',
      verification: { id: batch.verificationId, status: 'failed', creditsDeducted: 2 },
    });
  });

  test('ends after its timeout and when the signal aborts, and leaves no timer', async () => {
    const { mail } = connect();
    const batch = await mail.verification.createBatch(mixed);
    const late = await pass(failureOf(mail.verification.waitForBatch(batch, { totalTimeout: 2_000 })));
    expect(late).toBeInstanceOf(TimeoutError);
    const waited = `the wait until verification ${batch.verificationId} is completed did not end within totalTimeout`;
    expect(late.message).toContain(`waitForBatch: ${waited} of 2000 ms`);
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort('enough') };
    const ended = await pass(failureOf(mail.verification.waitForBatch(batch, options)));
    expect(ended).toBeInstanceOf(AbortError);
    expect(ended).toMatchObject({ cause: 'enough', operation: 'waitForBatch' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an onProgress that throws changes nothing', async () => {
    const { mail } = connect();
    const batch = await mail.verification.createBatch(['ada@example.net']);
    const onProgress = () => {
      throw new Error('display is gone');
    };
    expect(await pass(mail.verification.waitForBatch(batch, { onProgress }))).toHaveProperty(
      'totalEmails',
      1,
    );
  });
});
