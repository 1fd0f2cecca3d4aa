import type { SandboxOptions } from '@mailrig/sandbox';
import { describe, expect, test, vi } from 'vitest';
import {
  AbortError,
  InsufficientCreditsError,
  type ItemResult,
  VerificationFailedError,
  type VerificationResult,
} from '../src/index.ts';
import { connect, failureOf } from './client.ts';
import { memoryJournal } from './runs/journal.ts';
import { freezeTime, pass } from './runs/time.ts';

/** A sandbox whose batches take a second, whatever their size. */
const quick = {
  timing: { verification: { pending: 1_000, perEmail: 0 } },
  rateLimit: false,
} satisfies SandboxOptions;

freezeTime();

/** The results of a run whose items all succeed. */
async function collect(
  run: AsyncIterable<ItemResult<string, VerificationResult>>,
  into: VerificationResult[] = [],
) {
  for await (const result of run) {
    if (!result.ok) throw result.error;
    into.push(result.value);
  }
  return into;
}

function* numbered(count: number, name = 'n'): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${name}${index}@example.net`;
}

describe('a batch whose response is lost', () => {
  test.each([
    ['a reset connection', { network: 'reset' }],
    ['status 500', { status: 500 }],
    ['a truncated body', { body: 'truncated' }],
  ] as const)('is found in the list after %s, and paid for once (A117)', async (_, effect) => {
    const { mail, sandbox } = connect({}, quick);
    await mail.verification.createBatch(['someone@example.net', 'else@example.net', 'first@example.net']);
    const before = sandbox.credits.balance();
    sandbox.faults.add({ operation: 'createVerificationBatch', times: 1, phase: 'after', effect });
    const run = mail.verification.verifyMany(['ada@example.net', 'bob@example.net']);
    const results = await pass(collect(run));
    expect(results.map(({ email }) => email).toSorted()).toEqual(['ada@example.net', 'bob@example.net']);
    expect(before - sandbox.credits.balance()).toBe(2);
    expect(run.summary.creditsDeducted).toBe(2);
  });

  test.each([
    ['there is none', undefined],
    ['another program submitted one at the same time', '0s'],
    ['there is an older one of the same size', '1m'],
  ] as const)('is submitted again if %s, and paid for once (A117)', async (_, age) => {
    const { mail, sandbox } = connect({}, quick);
    if (age !== undefined) {
      await mail.verification.createBatch(['someone@example.net']);
      sandbox.clock.advance(age);
    }
    const before = sandbox.credits.balance();
    sandbox.faults.add({ operation: 'createVerificationBatch', times: 1, effect: { network: 'reset' } });
    const run = mail.verification.verifyMany(['ada@example.net']);
    const results = await pass(collect(run));
    expect(results.map(({ email }) => email)).toEqual(['ada@example.net']);
    expect(before - sandbox.credits.balance()).toBe(1);
    expect(run.summary).toMatchObject({ succeeded: 1, creditsDeducted: 1 });
    expect(run.summary.batchIds).toHaveLength(1);
  });

  test('is not submitted again while the service may still create it (A117)', async () => {
    const { mail, sandbox } = connect({}, quick);
    const before = sandbox.credits.balance();
    sandbox.faults.add({ operation: 'createVerificationBatch', times: 1, effect: { network: 'reset' } });
    const results = pass(collect(mail.verification.verifyMany(['ada@example.net'])));
    await vi.advanceTimersByTimeAsync(30_000);
    // The request that was lost arrives late.
    await mail.verification.createBatch(['ada@example.net']);
    expect(await results).toHaveLength(1);
    expect(before - sandbox.credits.balance()).toBe(1);
  });

  test('is found among the batches of other programs, however many they are (A117)', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.faults.add({
      operation: 'createVerificationBatch',
      times: 1,
      phase: 'after',
      effect: { network: 'reset' },
    });
    const before = sandbox.credits.balance();
    const run = mail.verification.verifyMany(['ada@example.net']);
    sandbox.faults.add({ operation: 'listVerifications', skip: 1, times: 3, effect: { status: 503 } });
    const results = pass(collect(run));
    await vi.advanceTimersByTimeAsync(0);
    for (let index = 0; index < 120; index += 1) await mail.verification.verify(`other${index}@example.net`);
    await mail.verification.createBatch(['else@example.net']);
    expect(await results).toMatchObject([{ email: 'ada@example.net' }]);
    expect(before - sandbox.credits.balance()).toBe(122);
    expect(run.summary.creditsDeducted).toBe(1);
  });
});

describe('verifyMany', () => {
  test('verifies any number of addresses in batches of 1,000, and adds up the credits', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(100_000);
    const run = mail.verification.verifyMany(numbered(7_200));
    const results = await pass(collect(run));
    expect(results).toHaveLength(7_200);
    expect(new Set(results.map(({ email }) => email)).size).toBe(7_200);
    expect(run.summary.creditsDeducted).toBe(7_200);
    const batches = await mail.verification.list();
    expect(batches.items.map(({ totalEmails }) => totalEmails)).toEqual([200, ...Array(7).fill(1_000)]);
  });

  test('repeated addresses have a row each and are paid for once, in any case (A101)', async () => {
    const { mail, sandbox } = connect({}, quick);
    const before = sandbox.credits.balance();
    const source = ['ada@example.net', 'ADA@example.net', ' ada@example.net', 'bob@example.net'];
    const run = mail.verification.verifyMany(source);
    const rows: ItemResult<string, VerificationResult>[] = [];
    const drain = async () => {
      for await (const row of run) rows.push(row);
    };
    await pass(drain());
    expect(rows).toMatchObject([
      { index: 0, item: 'ada@example.net', skipped: false, value: { result: 'valid' } },
      { index: 3, item: 'bob@example.net', skipped: false, value: { result: 'valid' } },
      { index: 1, item: 'ADA@example.net', skipped: true, value: { result: 'valid' } },
      { index: 2, item: ' ada@example.net', skipped: true, value: { result: 'valid' } },
    ]);
    expect(run.summary).toMatchObject({ succeeded: 2, skipped: 2, creditsDeducted: 2 });
    expect(before - sandbox.credits.balance()).toBe(2);
  });

  test('each item has its row if an address comes again in, during or after its batch, or in a new start', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(10_000);
    const addresses = [...numbered(2_500)];
    const source = [...addresses, ...addresses.slice(0, 1_200), ...addresses, 'nobody', 'nobody'];
    const journal = memoryJournal();
    const start = async () => {
      const seen: number[] = [];
      const run = mail.verification.verifyMany(source, { journal });
      const drain = async () => {
        for await (const { index, ok } of run) if (ok) seen.push(index);
      };
      await pass(drain());
      expect(seen.toSorted((one, other) => one - other)).toEqual(source.map((_, index) => index));
      expect(run.summary).toMatchObject({ succeeded: 2_501, skipped: 3_701, creditsDeducted: 2_500 });
    };
    await start();
    await start();
    expect(sandbox.credits.balance()).toBe(7_500);
  });

  test('a value that is not an address is invalid, costs nothing and spoils no batch', async () => {
    const { mail } = connect({}, quick);
    const run = mail.verification.verifyMany(['ada@example.net', 'nobody', '', 'nobody']);
    const results = await pass(collect(run));
    expect(results.map(({ email, result }) => [email, result])).toEqual([
      ['nobody', 'invalid'],
      ['', 'invalid'],
      ['nobody', 'invalid'],
      ['ada@example.net', 'valid'],
    ]);
    expect(run.summary.creditsDeducted).toBe(1);
  });

  test('cached addresses cost nothing', async () => {
    const { mail } = connect({}, quick);
    await mail.verification.verify('ada@example.net');
    const run = mail.verification.verifyMany(['ada@example.net']);
    expect(await pass(collect(run))).toHaveLength(1);
    expect(run.summary.creditsDeducted).toBe(0);
  });

  test('reads an async source only as far as five open batches need', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(100_000);
    let read = 0;
    let closed = false;
    async function* source() {
      try {
        for (const email of numbered(50_000)) {
          read += 1;
          yield email;
        }
      } finally {
        closed = true;
      }
    }
    const run = mail.verification.verifyMany(source());
    let taken = 0;
    const loop = async () => {
      for await (const _ of run) {
        taken += 1;
        if (taken === 1_500) break;
      }
    };
    await pass(loop());
    expect(read).toBeLessThanOrEqual(7_000);
    expect(closed).toBe(true);
    expect((await mail.verification.list()).total).toBeLessThanOrEqual(6);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with other batches running, it waits for a slot as long as the service asks (R191, A111)', async () => {
    const { mail, sandbox } = connect(
      {},
      { ...quick, timing: { verification: { pending: 0, perEmail: 4_000 } } },
    );
    for (let index = 0; index < 5; index += 1)
      await mail.verification.createBatch([`other${index}@example.net`]);
    const run = mail.verification.verifyMany(['ada@example.net']);
    sandbox.requests.clear();
    expect(await pass(collect(run))).toHaveLength(1);
    const submissions = sandbox.requests.list({ operation: 'createVerificationBatch' });
    expect(new Set(submissions.map(({ status }) => status))).toEqual(new Set([202, 429]));
  });

  test('never has more than five batches open', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(100_000);
    await pass(collect(mail.verification.verifyMany(numbered(12_000))));
    expect(sandbox.requests.list({ operation: 'createVerificationBatch', status: 429 })).toEqual([]);
  });

  test('when the credits run out, paid results come first', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(1_500);
    const results: VerificationResult[] = [];
    const run = mail.verification.verifyMany(numbered(3_000));
    const error = await pass(failureOf(collect(run, results)));
    expect(error).toBeInstanceOf(InsufficientCreditsError);
    expect(results).toHaveLength(1_000);
    expect(run.summary.creditsDeducted).toBe(1_000);
  });

  test('if a batch fails, its addresses fail, and the others do not (A108)', async () => {
    const { mail, sandbox } = connect({}, quick);
    sandbox.credits.set(100_000);
    const run = mail.verification.verifyMany(['x@batch-fail.test', ...numbered(2_500)]);
    const failed: unknown[] = [];
    const drain = async () => {
      for await (const result of run) if (!result.ok) failed.push(result.error);
    };
    await pass(drain());
    expect(failed).toHaveLength(1_000);
    expect(failed[0]).toBeInstanceOf(VerificationFailedError);
    expect(run.summary).toMatchObject({ succeeded: 1_501, failed: 1_000, creditsDeducted: 2_501 });
  });

  test('ends at once when the signal aborts, even while the source owes an address', async () => {
    const { mail } = connect({}, quick);
    const controller = new AbortController();
    async function* stuck(): AsyncGenerator<string> {
      yield 'ada@example.net';
      await new Promise(() => undefined);
    }
    const run = mail.verification.verifyMany(stuck(), { signal: controller.signal });
    const ended = failureOf(collect(run));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    const error = await ended;
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: 'enough', outcome: 'not-sent', operation: 'verifyMany' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an error in the source ends the run, after the results of the open batches', async () => {
    const { mail } = connect({}, quick);
    async function* broken(): AsyncGenerator<string> {
      yield* numbered(1_001);
      throw new Error('disk full');
    }
    const results: VerificationResult[] = [];
    await expect(pass(collect(mail.verification.verifyMany(broken()), results))).rejects.toThrow('disk full');
    expect(results).toHaveLength(1_000);
  });

  test('a value that is not text fails and names its position, and stops nothing else', async () => {
    const { mail } = connect({}, quick);
    // @ts-expect-error: not text
    const run = mail.verification.verifyMany([7, 'ada@example.net']);
    const results: ItemResult<string, VerificationResult>[] = [];
    const drain = async () => {
      for await (const result of run) results.push(result);
    };
    await pass(drain());
    expect(results).toMatchObject([
      { ok: false, item: 7, index: 0, error: { name: 'ValidationError', details: { field: 'items[0]' } } },
      { ok: true, item: 'ada@example.net', index: 1 },
    ]);
    expect(results[0]).toHaveProperty('error.message', expect.stringContaining('items[0] must be a string'));
  });

  test('a source that is not iterable is refused', async () => {
    const { mail } = connect({}, quick);
    const single = await failureOf(collect(mail.verification.verifyMany('ada@example.net')));
    expect(single).toMatchObject({ code: 'INVALID_OPTIONS', operation: 'verifyMany' });
    expect(single.message).toContain('must be an iterable');
  });

  test('nothing happens before the loop starts', async () => {
    const { mail, sandbox } = connect({}, quick);
    mail.verification.verifyMany(['ada@example.net']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sandbox.requests.count()).toBe(0);
  });
});

describe('verifyMany with a journal', () => {
  /** Stops a run the moment that its requests have done something. */
  async function stopWhen(
    run: (signal: AbortSignal) => AsyncIterable<ItemResult<string, VerificationResult>>,
    condition: () => boolean,
  ) {
    const controller = new AbortController();
    const ended = failureOf(collect(run(controller.signal)));
    while (!condition()) await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    return ended;
  }

  test('collects the results of batches that an earlier start paid for', async () => {
    const { mail, sandbox } = connect({}, quick);
    const journal = memoryJournal();
    const before = sandbox.credits.balance();
    const start = (signal?: AbortSignal) =>
      mail.verification.verifyMany(numbered(3_000), { journal, signal });
    const create = { operation: 'createVerificationBatch' } as const;
    sandbox.faults.add({ ...create, skip: 2, times: 1, effect: { network: 'hang' } });
    await stopWhen(start, () => sandbox.requests.count(create) === 3);
    const run = start();
    expect(await pass(collect(run))).toHaveLength(3_000);
    expect(run.summary).toMatchObject({ succeeded: 3_000, resumed: 2_000, creditsDeducted: 3_000 });
    expect(before - sandbox.credits.balance()).toBe(3_000);
    sandbox.requests.clear();
    const again = start();
    expect(await pass(collect(again))).toHaveLength(3_000);
    expect(again.summary).toEqual({ ...run.summary, resumed: 3_000 });
    expect(sandbox.requests.count(create)).toBe(0);
  });

  test.each([
    ['finds a batch whose response an earlier start did not get', 'after'],
    ['submits a batch again that an earlier start could not submit', 'before'],
  ] as const)('%s, and pays once (A117)', async (_, phase) => {
    const { mail, sandbox } = connect({}, quick);
    const journal = memoryJournal();
    const before = sandbox.credits.balance();
    const start = (signal?: AbortSignal) => mail.verification.verifyMany(numbered(10), { journal, signal });
    sandbox.faults.add({
      operation: 'createVerificationBatch',
      times: 1,
      phase,
      effect: { network: 'hang' },
    });
    await stopWhen(start, () => sandbox.requests.count({ operation: 'createVerificationBatch' }) > 0);
    expect(before - sandbox.credits.balance()).toBe(phase === 'after' ? 10 : 0);
    // The clock of the service runs ahead.
    if (phase === 'after') sandbox.clock.advance('3h');
    const run = start();
    expect(await pass(collect(run))).toHaveLength(10);
    expect(run.summary).toMatchObject({ succeeded: 10, creditsDeducted: 10 });
    expect(before - sandbox.credits.balance()).toBe(10);
  });

  test('takes the source in another order, with more addresses', async () => {
    const { mail, sandbox } = connect({}, quick);
    const journal = memoryJournal();
    const start = (addresses: Iterable<string>) => mail.verification.verifyMany(addresses, { journal });
    await pass(collect(start(numbered(1_500))));
    const more = [...numbered(10, 'm'), ...numbered(1_500)].toReversed();
    const run = start(more);
    expect(await pass(collect(run))).toHaveLength(1_510);
    expect(run.summary).toMatchObject({ resumed: 1_500, creditsDeducted: 1_510 });
    expect(sandbox.verifications.list()).toHaveLength(3);
  });

  test('keeps results that came without an id (A103)', async () => {
    const { mail, sandbox } = connect({}, quick);
    const journal = memoryJournal();
    await mail.verification.verify('ada@example.net');
    const start = () => mail.verification.verifyMany(['ada@example.net'], { journal });
    const first = await pass(collect(start()));
    sandbox.clock.advance('25h');
    sandbox.requests.clear();
    expect(await pass(collect(start()))).toEqual(first);
    expect(sandbox.requests.count()).toBe(0);
  });

  test('submits the addresses of a failed batch again (A108)', async () => {
    const { mail, sandbox } = connect({}, quick);
    const journal = memoryJournal();
    const start = () => mail.verification.verifyMany(['x@batch-fail.test', 'ada@example.net'], { journal });
    const first = start();
    await pass(first.finish());
    expect(first.summary).toMatchObject({ succeeded: 0, failed: 2 });
    const second = start();
    await pass(second.finish());
    expect(sandbox.verifications.list()).toHaveLength(2);
    expect(second.summary).toMatchObject({ failed: 2 });
  });
});

test('an address that only the service refuses fails alone, and the others are verified (A100)', async () => {
  const { sandbox } = connect({}, quick);
  const { mail } = connect({
    fetch: async (url, init) => {
      const { emails = [] } = JSON.parse(String(init.body ?? '{}')) as { emails?: string[] };
      const at = emails.indexOf('odd@example.net');
      if (at < 0) return sandbox.fetch(url, init);
      const errors = [{ field: `emails[${at}]`, message: 'must be deliverable' }];
      const error = { code: 'VALIDATION_ERROR', message: 'Wrong address', details: { errors } };
      return Response.json({ success: false, error }, { status: 400 });
    },
    apiKey: sandbox.liveApiKey,
  });
  const source = ['ada@example.net', 'ADA@example.net', 'odd@example.net', 'bob@example.net'];
  const run = mail.verification.verifyMany(source);
  const results: ItemResult<string, VerificationResult>[] = [];
  const drain = async () => {
    for await (const result of run) results[result.index] = result;
  };
  await pass(drain());
  expect(results[2]).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  expect(results[2]).toHaveProperty('error.message', expect.stringContaining('items[2] must be deliverable'));
  expect(run.summary).toMatchObject({ succeeded: 2, failed: 1, skipped: 1 });
});

test('an address that a completed verification leaves out fails, and its error names the run and the item', async () => {
  const { sandbox } = connect({}, quick);
  const { mail } = connect({
    fetch: async (url, init) => {
      const response = await sandbox.fetch(url, init);
      const text = await response.text();
      return new Response(text.replace(/,?"bob@example.net",?/, ''), response);
    },
    apiKey: sandbox.liveApiKey,
    baseUrl: sandbox.baseUrl,
  });
  const run = mail.verification.verifyMany(['ada@example.net', 'bob@example.net']);
  const results: ItemResult<string, VerificationResult>[] = [];
  const drain = async () => {
    for await (const result of run) results[result.index] = result;
  };
  await pass(drain());
  expect(results[0]).toMatchObject({ ok: true });
  expect(results[1]).toHaveProperty(
    'error.message',
    expect.stringContaining('verifyMany: the verification has no result for items[1]'),
  );
});
