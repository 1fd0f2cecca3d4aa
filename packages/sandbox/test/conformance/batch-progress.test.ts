import { expect, test } from 'vitest';
import { conformance, type Service, start } from '../harness.ts';
import {
  addresses,
  at,
  get,
  page,
  record,
  recordAfter,
  submit,
  submitted,
  type Verification,
  verified,
} from './verifications.ts';

const order = ['pending', 'processing', 'completed', 'failed'];

/** Reads a batch every `step` milliseconds until `end`. */
async function watch(service: Service, id: string, step: number, end: number): Promise<Verification[]> {
  const seen = [await record(service, id)];
  for (let now = 0; now < end; now += step) seen.push(await recordAfter(service, id, step));
  return seen;
}

const withoutId = (found: Verification) => ({ ...found, id: '' });

conformance('batch progress', (open) => {
  test('a batch is pending for 250 ms, then takes one second per new address (R192, R194, R195, A107)', async () => {
    const service = await open();
    const { verificationId: id } = await submitted(service, addresses(3));
    const base = { id, type: 'batch', totalEmails: 3, creditsDeducted: 3, createdAt: start };
    const startedAt = at(250);
    const pending = { ...base, status: 'pending', processedEmails: 0, progress: 0 };
    const processing = { ...base, status: 'processing', startedAt };
    expect(await record(service, id)).toEqual(pending);
    expect(await recordAfter(service, id, 249)).toEqual(pending);
    expect(await recordAfter(service, id, 1)).toEqual({ ...processing, processedEmails: 0, progress: 0 });
    expect(await recordAfter(service, id, 999)).toEqual({ ...processing, processedEmails: 0, progress: 0 });
    expect(await recordAfter(service, id, 1)).toEqual({ ...processing, processedEmails: 1, progress: 33 });
    expect(await recordAfter(service, id, 1_000)).toEqual({
      ...processing,
      processedEmails: 2,
      progress: 66,
    });
    expect(await recordAfter(service, id, 999)).toMatchObject({ status: 'processing', processedEmails: 2 });
    expect(await recordAfter(service, id, 1)).toEqual({
      ...base,
      startedAt,
      status: 'completed',
      processedEmails: 3,
      progress: 100,
      completedAt: at(3_250),
      results: { clean: addresses(3), dirty: [], unknown: [] },
      analytics: {
        cleanCount: 3,
        dirtyCount: 0,
        unknownCount: 0,
        cleanPercentage: 100,
        valid: 3,
        invalid: 0,
        risky: 0,
        unknown: 0,
      },
    });
  });

  test('each step has its own timestamp, even if nobody looks until later (R195, A107)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(2));
    expect(await recordAfter(service, verificationId, 86_400_000 * 30)).toMatchObject({
      status: 'completed',
      createdAt: start,
      startedAt: at(250),
      completedAt: at(2_250),
    });
  });

  test('status and counts never go backwards, and results arrive on completion (R193, R196, R197)', async () => {
    const service = await open({ rateLimit: false });
    for (const emails of [
      addresses(4),
      ['n1@example.net', 'new@example.net', 'x@batch-fail.test', 'last@example.net'],
    ]) {
      const { verificationId } = await submitted(service, emails);
      const seen = await watch(service, verificationId, 125, 6_000);
      for (const [index, now] of seen.entries()) {
        const before = seen[index - 1] ?? now;
        expect(order.indexOf(now.status)).toBeGreaterThanOrEqual(order.indexOf(before.status));
        expect(now.processedEmails).toBeGreaterThanOrEqual(before.processedEmails);
        expect(now.processedEmails).toBeLessThanOrEqual(now.totalEmails);
        expect(now.progress).toBe(Math.floor((100 * now.processedEmails) / now.totalEmails));
        const isCompleted = now.status === 'completed';
        expect('results' in now, now.status).toBe(isCompleted);
        expect('analytics' in now, now.status).toBe(isCompleted);
        expect('completedAt' in now, now.status).toBe(isCompleted || now.status === 'failed');
        expect('startedAt' in now, now.status).toBe(now.status !== 'pending');
      }
      expect(new Set(seen.map(({ status }) => status)).size).toBe(3);
    }
  });

  test('one large clock move and many small ones produce the same records (A107)', async () => {
    const emails = ['n1@example.net', 'bounce@example.net', 'timeout@example.net'];
    const run = async (steps: readonly number[], isWatched: boolean) => {
      const service = await open();
      await verified(service, 'n1@example.net');
      await submitted(service, emails);
      service.sandbox.clock.advance(1_100);
      await submitted(service, [...emails, 'last@example.net']);
      await submitted(service, ['n2@example.net', 'x@batch-fail.test']);
      for (const step of steps) {
        service.sandbox.clock.advance(step);
        if (isWatched) await page(service);
      }
      const { items } = await page(service);
      const read = await Promise.all(items.map(({ id }) => record(service, id)));
      await service.close();
      return read.map(withoutId);
    };
    for (const total of [1_500, 10_000]) {
      const many = Array.from({ length: total / 50 }, () => 50);
      const once = await run([total], false);
      expect(once).toHaveLength(4);
      expect(await run(many, false)).toEqual(once);
      const seldom = Array.from({ length: total / 250 }, () => 250);
      expect(await run(seldom, true)).toEqual(once);
    }
  });

  test('cached addresses count as processed immediately and take no time (R194, A102, A107)', async () => {
    const service = await open();
    await verified(service, 'n1@example.net');
    await verified(service, 'n3@example.net');
    const { verificationId: id } = await submitted(service, addresses(4));
    expect(await record(service, id)).toMatchObject({
      status: 'pending',
      processedEmails: 2,
      progress: 50,
    });
    expect(await recordAfter(service, id, 1_250)).toMatchObject({
      status: 'processing',
      processedEmails: 3,
      progress: 75,
    });
    expect(await recordAfter(service, id, 1_000)).toMatchObject({
      status: 'completed',
      completedAt: at(2_250),
      results: { clean: addresses(4), dirty: [], unknown: [] },
    });
  });

  test('a repeated address takes its second each time (A101, A107)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, ['a@example.net', 'A@example.net', 'a@example.net']);
    expect(await recordAfter(service, verificationId, 3_249)).toMatchObject({
      status: 'processing',
      processedEmails: 2,
    });
    expect(await recordAfter(service, verificationId, 1)).toMatchObject({ status: 'completed' });
  });

  test('batches run in parallel (A107)', async () => {
    const service = await open();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push((await submitted(service, addresses(2, name))).verificationId);
    }
    service.sandbox.clock.advance(2_250);
    for (const id of ids) expect((await record(service, id)).status).toBe('completed');
  });

  test('an address that becomes cached meanwhile does not speed up the batch (A107)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(2));
    await verified(service, 'n1@example.net');
    await verified(service, 'n2@example.net');
    expect(await recordAfter(service, verificationId, 2_249)).toMatchObject({
      status: 'processing',
      processedEmails: 1,
    });
  });

  test('the timing is configurable, down to zero (A107)', async () => {
    const quick = await open({ timing: { verification: { pending: 100, perEmail: 10 } } });
    const { verificationId: id } = await submitted(quick, addresses(3));
    expect(await recordAfter(quick, id, 99)).toMatchObject({ status: 'pending' });
    expect(await recordAfter(quick, id, 30)).toMatchObject({ status: 'processing', processedEmails: 2 });
    expect(await recordAfter(quick, id, 1)).toMatchObject({ status: 'completed', completedAt: at(130) });
    await quick.close();
    const instant = await open({ timing: { verification: { pending: 0, perEmail: 0 } } });
    const { verificationId } = await submitted(instant, addresses(3));
    expect(await record(instant, verificationId)).toMatchObject({
      status: 'completed',
      processedEmails: 3,
      completedAt: start,
    });
  });

  test('an address at batch-fail.test fails the batch for good when its turn comes (R193, R197, A108)', async () => {
    const service = await open();
    const { verificationId: id } = await submitted(service, [
      'n1@example.net',
      'x@batch-fail.test',
      'n3@example.net',
    ]);
    expect(await recordAfter(service, id, 1_249)).toMatchObject({ status: 'processing', processedEmails: 0 });
    const failed = await recordAfter(service, id, 1_001);
    expect(failed).toMatchObject({
      status: 'failed',
      totalEmails: 3,
      processedEmails: 1,
      progress: 33,
      creditsDeducted: 3,
      startedAt: at(250),
      completedAt: expect.any(String),
    });
    expect(failed).not.toHaveProperty('results');
    expect(failed).not.toHaveProperty('analytics');
    expect(await recordAfter(service, id, 86_400_000)).toEqual(failed);
  });

  test('only the domain batch-fail.test, in any case, does this (A108)', async () => {
    const service = await open();
    const ends: string[] = [];
    for (const email of ['x@BATCH-FAIL.Test', 'x@batch-fail.test.example', 'batch-fail.test@example.net']) {
      const { verificationId } = await submitted(service, [email]);
      ends.push((await recordAfter(service, verificationId, 5_000)).status);
    }
    expect(ends).toEqual(['failed', 'completed', 'completed']);
  });

  test('a polling client sees every batch end (R192)', async () => {
    const service = await open();
    for (const [last, end] of [
      ['n3@example.net', 'completed'],
      ['x@batch-fail.test', 'failed'],
    ] as const) {
      const { verificationId } = await submitted(service, ['n1@example.net', 'n2@example.net', last]);
      let status = 'pending';
      for (let polls = 0; polls < 20 && !['completed', 'failed'].includes(status); polls++) {
        service.sandbox.clock.advance(500);
        const response = await get(service, verificationId);
        expect(response.outcome).toBe('200');
        ({ status } = response.body.data);
      }
      expect(status).toBe(end);
    }
  });

  test('a full batch takes one second per address (R194, A107)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(1_000));
    expect(await recordAfter(service, verificationId, 500_250)).toMatchObject({
      processedEmails: 500,
      progress: 50,
    });
    expect(await recordAfter(service, verificationId, 499_999)).toMatchObject({
      status: 'processing',
      processedEmails: 999,
      progress: 99,
    });
    expect(await recordAfter(service, verificationId, 1)).toMatchObject({
      status: 'completed',
      completedAt: at(1_000_250),
    });
    expect((await submit(service, addresses(1_000))).outcome).toBe('200');
  });
});
