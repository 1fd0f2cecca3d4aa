import { expect, test } from 'vitest';
import { conformance, type Service, start } from '../harness.ts';
import { addresses, get, page, record, submit, submitted, verified, verify } from './verifications.ts';

/** Fails if anything was charged or created since the balance was set. */
async function expectUntouched(service: Service, balance: number): Promise<void> {
  expect(service.sandbox.credits.balance()).toBe(balance);
  expect((await page(service)).pagination.total).toBe(0);
}

conformance('credits', (open) => {
  test('a batch is charged on submission, so the next call sees the lower balance (R187, A109)', async () => {
    const service = await open();
    service.sandbox.credits.set(3);
    expect((await submitted(service, addresses(3))).creditsDeducted).toBe(3);
    expect(service.sandbox.credits.balance()).toBe(0);
    expect((await verify(service, 'other@example.net')).outcome).toBe('402 INSUFFICIENT_CREDITS');
    service.sandbox.clock.advance('1h');
    expect(service.sandbox.credits.balance()).toBe(0);
  });

  test('an exact balance is enough, and one credit less charges and creates nothing (R190, A109)', async () => {
    const service = await open();
    service.sandbox.credits.set(2);
    const refused = await submit(service, addresses(3));
    expect(refused.outcome).toBe('402 INSUFFICIENT_CREDITS');
    expect(refused.body.error.details).toMatchObject({ required: 3, available: 2 });
    await expectUntouched(service, 2);
    expect((await submit(service, addresses(2))).outcome).toBe('202');
    expect(service.sandbox.credits.balance()).toBe(0);
  });

  test('only addresses that are not cached cost credits (R190, A102)', async () => {
    const service = await open();
    await verified(service, 'n1@example.net');
    service.sandbox.credits.set(1);
    const refused = await submit(service, addresses(3));
    expect(refused.outcome).toBe('402 INSUFFICIENT_CREDITS');
    expect(refused.body.error.details).toMatchObject({ required: 2, available: 1 });
    expect((await submitted(service, addresses(2))).creditsDeducted).toBe(1);
    expect(service.sandbox.credits.balance()).toBe(0);
    expect((await submit(service, ['n1@example.net'])).outcome).toBe('200');
  });

  test('of several reasons to refuse, the first in the documented order is answered, and none charges (R185, R190, A109)', async () => {
    const service = await open({ limits: { concurrentBatches: 1 } });
    const { credits, verifications } = service.sandbox;
    const { verificationId } = await submitted(service, ['first@example.net']);
    credits.set(0);
    const outcome = async (emails: unknown) => (await submit(service, emails)).outcome;
    const malformed = [...addresses(1_000), 'bob'];
    expect(await outcome([...malformed, 5])).toBe('400 BATCH_TOO_LARGE');
    expect(await outcome([...addresses(999), 5])).toBe('400 VALIDATION_ERROR');
    expect(await outcome(malformed)).toBe('400 BATCH_TOO_LARGE');
    expect(await outcome(malformed.slice(1))).toBe('400 VALIDATION_ERROR');
    expect(await outcome(addresses(1_000))).toBe('429 TOO_MANY_BATCHES');
    verifications.complete(verificationId);
    expect(await outcome(addresses(1_000))).toBe('402 INSUFFICIENT_CREDITS');
    expect(credits.balance()).toBe(0);
    expect((await page(service)).pagination.total).toBe(1);
  });

  test('the ledger lists every change with its time, balance and reason, newest first (A109)', async () => {
    const service = await open();
    const { clock, credits } = service.sandbox;
    await verified(service, 'a@example.net');
    await verified(service, 'a@example.net');
    clock.advance(1_000);
    await submitted(service, addresses(3));
    const ledger = credits.ledger();
    expect(ledger.slice(0, 2)).toMatchObject([
      { at: '2026-01-01T00:00:01.000Z', change: -3, balance: 9_996 },
      { at: start, change: -1, balance: 9_999 },
    ]);
    for (const entry of ledger) expect(entry.reason).toMatch(/\S/);
    for (const [index, { change, balance }] of ledger.entries()) {
      const before = ledger[index + 1];
      if (before) expect(balance - change).toBe(before.balance);
    }
    credits.set(5);
    expect(credits.ledger()[0]).toMatchObject({ change: -9_991, balance: 5 });
  });

  test('a failed batch is not refunded (A108, A109)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, ['x@batch-fail.test', ...addresses(2)]);
    expect(service.sandbox.credits.balance()).toBe(9_997);
    service.sandbox.clock.advance('1h');
    expect((await record(service, verificationId)).creditsDeducted).toBe(3);
    expect(service.sandbox.credits.balance()).toBe(9_997);
  });

  test('a test key pays nothing, needs no balance, and reports creditsDeducted 0 (R28, A109)', async () => {
    const service = await open();
    const { sandbox } = service;
    const test = { key: sandbox.testApiKey };
    sandbox.credits.set(0);
    const entries = sandbox.credits.ledger().length;
    expect((await verify(service, 'a@example.net', test)).outcome).toBe('200');
    const receipt = await submitted(service, addresses(3), test);
    expect(receipt.creditsDeducted).toBe(0);
    expect((await page(service, {}, test)).items.map((item) => item.creditsDeducted)).toEqual([0, 0]);
    sandbox.clock.advance('1h');
    expect((await get(service, receipt.verificationId, test)).body.data).toMatchObject({
      status: 'completed',
      creditsDeducted: 0,
    });
    expect(sandbox.credits.balance()).toBe(0);
    expect(sandbox.credits.ledger()).toHaveLength(entries);
  });

  test('each domain has its own balance, shared by its keys (A109)', async () => {
    const service = await open();
    const { sandbox } = service;
    const key = 'sk_live_other';
    sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 1,
      keys: [{ key, environment: 'live' }],
    });
    await verified(service, 'a@example.net', { key });
    expect(sandbox.account(key).credits.balance()).toBe(0);
    expect(sandbox.credits.balance()).toBe(10_000);
    expect((await verify(service, 'b@example.net', { key })).outcome).toBe('402 INSUFFICIENT_CREDITS');
    const second = sandbox.keys.create({ environment: 'live' }).key;
    await verified(service, 'b@example.net', { key: second });
    expect(sandbox.credits.balance()).toBe(9_999);
  });
});
