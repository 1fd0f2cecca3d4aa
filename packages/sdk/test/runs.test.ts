import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import {
  AbortError,
  type ItemResult,
  type RunSource,
  type RunSummary,
  type SendEmailParams,
  ServerError,
} from '../src/index.ts';
import { few } from '../../../tooling/nightly.ts';
import { connect, email, failureOf } from './client.ts';
import { memoryJournal } from './runs/journal.ts';
import { freezeTime, pass } from './runs/time.ts';

freezeTime();

const unlimited = { rateLimit: false } as const;

function* emails(count: number): Generator<SendEmailParams> {
  for (let index = 0; index < count; index += 1) yield { ...email, to: `r${index}@example.org` };
}

/** Ten items a second. */
async function* slowly<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    yield item;
  }
}

async function collect<Item, Value>(
  run: AsyncIterable<ItemResult<Item, Value>>,
  into: ItemResult<Item, Value>[] = [],
): Promise<ItemResult<Item, Value>[]> {
  for await (const result of run) into.push(result);
  return into;
}

describe('the source of a run', () => {
  const list = () => [...emails(25)];
  async function* later() {
    yield* emails(25);
  }
  const webStream = () =>
    new ReadableStream<SendEmailParams>({
      start(controller) {
        for (const one of emails(25)) controller.enqueue(one);
        controller.close();
      },
    });
  /** As in browsers that cannot iterate over streams. */
  const plainStream = () => {
    const stream = webStream();
    return { getReader: () => stream.getReader() } as unknown as ReadableStream<SendEmailParams>;
  };

  test.each<[string, () => RunSource<SendEmailParams>]>([
    ['an array', list],
    ['a set', () => new Set(list())],
    ['a generator', () => emails(25)],
    ['an async generator', later],
    ['a web stream', webStream],
    ['a web stream without an iterator', plainStream],
    ['a Node stream in object mode', () => Readable.from(list())],
  ])('may be %s', async (_, source) => {
    const { mail, sandbox } = connect({}, unlimited);
    const results = await collect(mail.emails.sendMany(source()));
    expect(results.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...list().keys()]);
    expect(results.every(({ ok, item, index }) => ok && item.to === `r${index}@example.org`)).toBe(true);
    expect(sandbox.mailbox.list()).toHaveLength(25);
  });

  test('is read only as far as the loop needs, and closed when it ends', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    let read = 0;
    let isClosed = false;
    function* millions() {
      try {
        for (const one of emails(5_000_000)) {
          read += 1;
          yield one;
        }
      } finally {
        isClosed = true;
      }
    }
    let taken = 0;
    for await (const _ of mail.emails.sendMany(millions(), { concurrency: 4 })) {
      taken += 1;
      if (taken === 100) break;
    }
    expect(read).toBeLessThanOrEqual(105);
    expect(isClosed).toBe(true);
    expect(sandbox.mailbox.list()).toHaveLength(read);
  });

  test('whose stream is left early is cancelled', async () => {
    const { mail } = connect({}, unlimited);
    const cancel = vi.fn<() => void>();
    const stream = new ReadableStream<SendEmailParams>({
      pull: (controller) => controller.enqueue({ ...email }),
      cancel,
    });
    const readable = Readable.from(emails(1_000));
    for (const source of [stream, readable]) for await (const _ of mail.emails.sendMany(source)) break;
    expect(cancel).toHaveBeenCalledOnce();
    expect(readable.destroyed).toBe(true);
  });

  test.each<[string, object]>([
    ['whose iterator cannot be made', { [Symbol.iterator]: 5 }],
    [
      'that cannot be opened',
      {
        [Symbol.asyncIterator]() {
          throw new Error('closed');
        },
      },
    ],
    ['that gives no step', { [Symbol.iterator]: () => ({ next: () => undefined }) }],
    [
      'that cannot be closed',
      {
        [Symbol.iterator]: () => ({
          next: () => ({ done: false, value: email }),
          return() {
            throw new Error('closed');
          },
        }),
      },
    ],
  ])('%s ends the run with SOURCE_FAILED', async (_, source) => {
    const { mail } = connect();
    const run = async () => {
      for await (const result of mail.emails.sendMany(source as RunSource<SendEmailParams>)) {
        if (result.ok) break;
      }
    };
    expect(await failureOf(run())).toMatchObject({ code: 'SOURCE_FAILED' });
  });

  test('may fail, which ends the run after the results under way with an error that has the summary', async () => {
    const { mail } = connect({}, unlimited);
    const cause = new Error('disk full');
    function* broken() {
      yield* emails(3);
      throw cause;
    }
    const results: ItemResult<SendEmailParams, unknown>[] = [];
    const error = await failureOf(collect(mail.emails.sendMany(broken()), results));
    expect(error).toMatchObject({ code: 'SOURCE_FAILED', cause, summary: { succeeded: 3, failed: 0 } });
    expect(error.message).toBe('sendMany: the source cannot be read after item 3: disk full');
    expect(results).toHaveLength(3);
  });
});

describe('a run', () => {
  test('does nothing before its loop starts', async () => {
    const { mail, sandbox } = connect();
    mail.emails.sendMany(emails(3));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sandbox.requests.count()).toBe(0);
  });

  test('can be looped over once: a second loop is an error', async () => {
    const { mail, sandbox } = connect();
    const run = mail.emails.sendMany(emails(2));
    await collect(run);
    expect(await failureOf(collect(run))).toMatchObject({ code: 'RUN_STARTED', operation: 'sendMany' });
    expect(await failureOf(run.finish())).toMatchObject({ code: 'RUN_STARTED' });
    expect(sandbox.mailbox.list()).toHaveLength(2);
  });

  test('names the item and the field of wrong input, and carries on', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const source = [...emails(20)];
    source[17] = { ...email, to: 'nobody' };
    source[3] = { ...email, to: `x@batch.test`, from: 'ada@elsewhere.example' };
    // @ts-expect-error: not an email
    source[5] = null;
    const run = mail.emails.sendMany(source);
    const failed = (await collect(run)).filter((result) => !result.ok);
    const byIndex = new Map(failed.map((result) => [result.index, result.error]));
    expect([...byIndex.keys()].toSorted((a, b) => a - b)).toEqual([3, 5, 17]);
    expect(byIndex.get(17)).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'items[17].to' } });
    expect(byIndex.get(17)?.message).toMatch(/^sendEmail: VALIDATION_ERROR: items\[17\]\.to must be /);
    expect(byIndex.get(17)?.stack).toContain('items[17].to');
    expect(byIndex.get(3)).toMatchObject({ code: 'FROM_DOMAIN_MISMATCH' });
    expect(byIndex.get(5)?.message).toMatch(/items\[5\] must be an email/);
    expect(run.summary).toMatchObject({ succeeded: 17, failed: 3 });
    expect(sandbox.mailbox.list()).toHaveLength(17);
  });

  test('has no more requests under way than its concurrency', async () => {
    let underWay = 0;
    let most = 0;
    const { sandbox } = connect({}, unlimited);
    const { mail } = connect({
      fetch: async (input, init) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 50));
        const answer = await sandbox.fetch(input, init);
        underWay -= 1;
        return answer;
      },
    });
    await pass(mail.emails.sendMany(emails(30), { concurrency: 3 }).finish());
    expect(most).toBe(3);
    await pass(mail.emails.sendMany(emails(30)).finish());
    expect(most).toBe(10);
  });

  test('reports progress, and a callback that throws does no harm', async () => {
    const logger = { debug() {}, info() {}, warn: vi.fn<(message: string) => void>(), error() {} };
    const { mail } = connect({ logger }, unlimited);
    const seen: number[] = [];
    const onProgress = ({ succeeded }: RunSummary) => {
      seen.push(succeeded);
      if (succeeded === 2) throw new Error('mine');
    };
    const summary = await mail.emails.sendMany(emails(5), { onProgress, concurrency: 1 }).finish();
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(summary).toEqual({
      succeeded: 5,
      failed: 0,
      skipped: 0,
      resumed: 0,
    });
    expect(logger.warn).toHaveBeenCalledWith('mailrig: onProgress failed');
  });

  test.each([
    ['concurrency', { concurrency: 0 }],
    ['concurrency', { concurrency: 1.5 }],
    ['outageTimeout', { outageTimeout: -1 }],
    ['outageTimeout', { outageTimeout: 30 }],
  ])('refuses a wrong option %s', async (name, options) => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.sendMany(emails(1), options).finish());
    expect(error).toMatchObject({ code: 'INVALID_OPTIONS' });
    expect(error.message).toContain(`option ${name}`);
  });

  test('ends if the key is revoked, and the error has the summary', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const run = mail.emails.sendMany(emails(1_000));
    const results: ItemResult<SendEmailParams, unknown>[] = [];
    sandbox.faults.add({ skip: 50, effect: { status: 401, code: 'KEY_REVOKED' } });
    const error = await failureOf(collect(run, results));
    expect(error).toMatchObject({ code: 'KEY_REVOKED', summary: { succeeded: 50, failed: 0 } });
    expect(error.toJSON()).toMatchObject({ summary: { succeeded: 50 } });
    expect(results).toHaveLength(50);
    expect(sandbox.requests.count()).toBeLessThanOrEqual(60);
  });
});

describe('a run that is stopped', () => {
  test('finishes what is under way when its loop is left, and starts nothing more', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const journal = memoryJournal();
    const run = mail.emails.sendMany(emails(100), { journal });
    for await (const _ of run) break;
    const sent = sandbox.mailbox.list().length;
    expect(sent).toBeLessThanOrEqual(11);
    expect(run.summary.succeeded).toBe(sent);
    expect(await mail.emails.sendMany(emails(100), { journal }).finish()).toMatchObject({
      succeeded: 100,
      resumed: sent,
    });
    expect(sandbox.mailbox.list()).toHaveLength(100);
    expect(sandbox.requests.count({ operation: 'sendEmail' })).toBe(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('delivers what is under way when its signal aborts, then fails with an AbortError', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const controller = new AbortController();
    const results: ItemResult<SendEmailParams, unknown>[] = [];
    const run = mail.emails.sendMany(emails(100), { signal: controller.signal });
    const loop = async () => {
      for await (const result of run) {
        results.push(result);
        if (results.length === 20) controller.abort('enough');
      }
    };
    const error = await failureOf(loop());
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: 'enough', outcome: 'unknown', operation: 'sendMany' });
    expect(error.summary).toEqual(run.summary);
    expect(results.length).toBeLessThanOrEqual(31);
    expect(sandbox.mailbox.list()).toHaveLength(results.length);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends a wait of an outage at once, and gives a hanging request five seconds', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    sandbox.faults.add({ effect: { status: 503, retryAfter: 60 } });
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = failureOf(mail.emails.sendMany(emails(5), { signal, maxRetries: 0 }).finish());
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    expect(await waiting).toBeInstanceOf(AbortError);

    sandbox.faults.clear();
    sandbox.faults.add({ effect: { network: 'hang' } });
    const second = new AbortController();
    const hanging = failureOf(mail.emails.sendMany(emails(5), { signal: second.signal }).finish());
    await vi.advanceTimersByTimeAsync(1_000);
    second.abort();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await hanging).toMatchObject({ code: 'ABORTED', outcome: 'unknown' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not start at all if the signal is aborted already', async () => {
    const { mail, sandbox } = connect();
    const run = mail.emails.sendMany(emails(5), { signal: AbortSignal.abort('no') });
    expect(await failureOf(run.finish())).toMatchObject({
      code: 'ABORTED',
      outcome: 'not-sent',
      cause: 'no',
    });
    expect(sandbox.requests.count()).toBe(0);
  });
});

describe('an outage', () => {
  const outages = [
    ['503', { status: 503 }],
    ['503 with Retry-After', { status: 503, retryAfter: 20 }],
    ['500', { status: 500 }],
    ['429', { status: 429, retryAfter: 30 }],
    ['lost connections', { network: 'reset' }],
    ['a page of HTML with status 200', { status: 200, body: 'html' }],
  ] as const;

  /** The service fails for some minutes, in a way that may or may not do what was asked. */
  async function outage(
    minutes: number,
    effect: (typeof outages)[number][1],
    run: Promise<RunSummary>,
    sandbox: ReturnType<typeof connect>['sandbox'],
  ) {
    sandbox.faults.add({ effect });
    setTimeout(() => sandbox.faults.clear(), minutes * 60_000);
    return pass(run);
  }

  test.each(few(3, outages))('of nine minutes with %s is waited out by every run', async (_, effect) => {
    const { mail, sandbox } = connect({}, unlimited);
    const { id } = await mail.lists.create({ name: 'Readers' });
    const people = Array.from({ length: 15 }, (_unused, index) => `r${index}@example.org`);
    const before = sandbox.credits.balance();
    const runs = [
      mail.emails.sendMany(emails(15)),
      mail.contacts(id).importMany(people.map((one) => ({ email: one }))),
      mail.verification.verifyMany(people),
    ];
    for (const run of runs) {
      const summary = await outage(9, effect, run.finish(), sandbox);
      expect(summary).toMatchObject({ succeeded: 15, failed: 0 });
    }
    expect(sandbox.mailbox.list()).toHaveLength(15);
    expect((await mail.contacts(id).list()).total).toBe(15);
    expect(before - sandbox.credits.balance()).toBe(15);
  });

  test('in which every response is lost loses and repeats nothing (A117)', async () => {
    const { mail, sandbox } = connect({}, unlimited);
    const { id } = await mail.lists.create({ name: 'Readers' });
    const people = Array.from({ length: 15 }, (_unused, index) => `r${index}@example.org`);
    const before = sandbox.credits.balance();
    const lose = () => {
      sandbox.faults.add({ phase: 'after', effect: { network: 'reset' } });
      setTimeout(() => sandbox.faults.clear(), 300_000);
    };
    const finish = async (run: { finish(): Promise<RunSummary> }) => {
      lose();
      return pass(run.finish());
    };
    expect(await finish(mail.emails.sendMany(emails(15)))).toMatchObject({ succeeded: 15, skipped: 0 });
    const added = mail.contacts(id).importMany(people.map((one) => ({ email: one })));
    expect(await finish(added)).toMatchObject({ succeeded: 15, skipped: 0 });
    const verified = await finish(mail.verification.verifyMany(people));
    expect(verified).toMatchObject({ succeeded: 15, creditsDeducted: 15 });
    expect(sandbox.mailbox.list()).toHaveLength(15);
    expect((await mail.contacts(id).list()).total).toBe(15);
    expect(before - sandbox.credits.balance()).toBe(15);
  });

  test('of a minute in which a page of HTML comes with status 200 costs no result of a large run', async () => {
    const { mail, sandbox } = connect({}, { ...unlimited, timing: { verification: { perEmail: 20 } } });
    sandbox.credits.set(10_000);
    const people = Array.from({ length: 9_000 }, (_, index) => `n${index}@example.net`);
    const start = () => {
      setTimeout(() => sandbox.faults.add({ effect: { status: 200, body: 'html' } }), 10_000);
      setTimeout(() => sandbox.faults.clear(), 70_000);
    };
    start();
    const verified = await pass(mail.verification.verifyMany(people).finish());
    expect(verified).toMatchObject({ succeeded: 9_000, failed: 0, creditsDeducted: 9_000 });
    start();
    const sent = await pass(mail.emails.sendMany(slowly(emails(600))).finish());
    expect(sent).toMatchObject({ succeeded: 600, failed: 0 });
    expect(sandbox.mailbox.list()).toHaveLength(600);
  });

  test('longer than outageTimeout ends the run, and the next start continues', async () => {
    let failedAt: number | undefined;
    const onFailure = () => (failedAt ??= Date.now());
    const { mail, sandbox } = connect({ hooks: { onFailure } }, unlimited);
    const journal = memoryJournal();
    sandbox.faults.add({ skip: 30, effect: { status: 503 } });
    const error = await pass(failureOf(mail.emails.sendMany(emails(100), { journal }).finish()));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ status: 503, summary: { succeeded: 30, failed: 0 } });
    const waited = Date.now() - (failedAt ?? 0);
    expect(waited).toBeGreaterThan(540_000);
    expect(waited).toBeLessThan(660_000);
    sandbox.faults.clear();
    const summary = await pass(mail.emails.sendMany(emails(100), { journal }).finish());
    expect(summary).toMatchObject({ succeeded: 100, resumed: 30 });
    expect(sandbox.mailbox.list()).toHaveLength(100);
  });

  test('that concerns one item only costs that item, not the run', async () => {
    const { sandbox } = connect({}, unlimited);
    const { mail } = connect({
      fetch: async (url, init) => {
        if (String(init.body).includes('r3@example.org')) return new Response('{}', { status: 500 });
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        return sandbox.fetch(url, init);
      },
    });
    const run = mail.emails.sendMany(emails(100), { concurrency: 2 });
    const failed: ItemResult<SendEmailParams, unknown>[] = [];
    const drain = async () => {
      for await (const result of run) if (!result.ok) failed.push(result);
    };
    await pass(drain());
    expect(run.summary).toMatchObject({ succeeded: 99, failed: 1 });
    expect(failed).toMatchObject([{ index: 3, error: { status: 500, outcome: 'unknown' } }]);
  });

  test('of a throttle is waited out too', async () => {
    let failures = 0;
    const acquire = async () => {
      failures += 1;
      if (failures < 5) throw new Error('store is gone');
    };
    const { mail } = connect({ throttle: { acquire } }, unlimited);
    expect(await pass(mail.emails.sendMany(emails(10)).finish())).toMatchObject({ succeeded: 10 });
  });

  test('with outageTimeout 0 fails the run at once', async () => {
    const { mail, sandbox } = connect({ maxRetries: 0 }, unlimited);
    sandbox.faults.add({ effect: { status: 503 } });
    expect(await failureOf(mail.emails.sendMany(emails(3), { outageTimeout: 0 }).finish())).toMatchObject({
      status: 503,
    });
    expect(sandbox.requests.count()).toBe(3);
  });

  test('with a rate limit of 20 a minute, 200 sends succeed (R29)', async () => {
    const { mail, sandbox } = connect({}, { rateLimit: { limit: 20 } });
    const summary = await pass(mail.emails.sendMany(emails(200)).finish());
    expect(summary).toMatchObject({ succeeded: 200, failed: 0 });
    expect(sandbox.mailbox.list()).toHaveLength(200);
  });
});

test('verifyMany survives six 503s while it polls 2,000 paid addresses, and has their batch ids', async () => {
  const { mail, sandbox } = connect({ maxRetries: 0 }, unlimited);
  const people = Array.from({ length: 2_000 }, (_, index) => `n${index}@example.net`);
  sandbox.faults.add({ operation: 'getVerification', times: 6, effect: { status: 503 } });
  const run = mail.verification.verifyMany(people);
  const results = await pass(collect(run));
  expect(results.filter(({ ok }) => ok)).toHaveLength(2_000);
  const ids = sandbox.verifications.list().map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(run.summary).toMatchObject({ creditsDeducted: 2_000, batchIds: ids.toReversed() });
});

test('verifyMany that gives up while it polls has the batch ids on its error, and the next start has the results', async () => {
  const { mail, sandbox } = connect({ maxRetries: 0 }, unlimited);
  const journal = memoryJournal();
  const before = sandbox.credits.balance();
  const start = () =>
    mail.verification.verifyMany(
      Array.from({ length: 2_000 }, (_, index) => `n${index}@example.net`),
      { journal },
    );
  sandbox.faults.add({ operation: 'getVerification', effect: { status: 503 } });
  const error = await pass(failureOf(start().finish()));
  const ids = sandbox.verifications.list().map(({ id }) => id);
  expect(error).toMatchObject({
    status: 503,
    summary: { succeeded: 0, creditsDeducted: 2_000, batchIds: ids.toReversed() },
  });
  sandbox.faults.clear();
  expect(await pass(start().finish())).toMatchObject({ succeeded: 2_000, resumed: 2_000 });
  expect(before - sandbox.credits.balance()).toBe(2_000);
});
