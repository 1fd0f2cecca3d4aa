import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { addresses, record, submit, submitted, verified } from './verifications.ts';

const day = 86_400_000;
const bob = 'bob@example.net';

conformance('verification cache', (open) => {
  test('a second verification of an address within a day is cached, with the same result (R177, A96, A99)', async () => {
    const service = await open();
    for (const email of [bob, 'bounce@example.net', 'admin@mailinator.com', 'timeout@example.net']) {
      const first = await verified(service, email);
      const second = await verified(service, email);
      expect(first.cached, email).toBe(false);
      expect(second, email).toEqual({ ...first, cached: true });
    }
  });

  test('a result is cached for one millisecond less than 24 hours, then the address costs a credit again (R176, R178, A99)', async () => {
    const service = await open();
    const { clock, credits } = service.sandbox;
    await verified(service, bob);
    clock.advance(day - 1);
    expect(await verified(service, bob)).toMatchObject({ cached: true });
    expect(credits.balance()).toBe(9_999);
    clock.advance(1);
    expect(await verified(service, bob)).toMatchObject({ cached: false });
    expect(credits.balance()).toBe(9_998);
    clock.advance(day - 1);
    expect(await verified(service, bob)).toMatchObject({ cached: true });
  });

  test('a cache hit does not extend the 24 hours (A99)', async () => {
    const service = await open();
    await verified(service, bob);
    for (let n = 0; n < 3; n++) {
      service.sandbox.clock.advance(day / 4);
      expect((await verified(service, bob)).cached).toBe(true);
    }
    service.sandbox.clock.advance(day / 4);
    expect((await verified(service, bob)).cached).toBe(false);
  });

  test('spellings of one address share an entry, but plus tags and dots do not (A99, A49)', async () => {
    const service = await open();
    await verified(service, bob);
    for (const [email, cached] of [
      ['BOB@example.net', true],
      [' bob@EXAMPLE.NET ', true],
      ['bob+tag@example.net', false],
      ['b.ob@example.net', false],
    ] as const) {
      expect((await verified(service, email)).cached, email).toBe(cached);
    }
  });

  test('an address in a batch is cached from the moment it is processed (R178, A99)', async () => {
    const service = await open();
    const { clock } = service.sandbox;
    const [first, second] = addresses(2) as [string, string];
    await submitted(service, [first, second]);
    clock.advance(1_250);
    expect((await verified(service, first)).cached).toBe(true);
    clock.advance(1_000);
    expect((await verified(service, second)).cached).toBe(true);
    clock.advance(day - 1_001);
    expect((await verified(service, first)).cached).toBe(true);
    clock.advance(1);
    expect((await verified(service, first)).cached).toBe(false);
    expect((await verified(service, second)).cached).toBe(true);
    clock.advance(1_000);
    expect((await verified(service, second)).cached).toBe(false);
  });

  test('an address is not cached before the batch reaches it (A99)', async () => {
    const service = await open();
    await submitted(service, addresses(2));
    service.sandbox.clock.advance(1_249);
    expect((await verified(service, 'n1@example.net')).cached).toBe(false);
  });

  test('two running batches with the same address both pay for it (A99)', async () => {
    const service = await open();
    for (const balance of [9_998, 9_996]) {
      expect((await submitted(service, addresses(2))).creditsDeducted).toBe(2);
      expect(service.sandbox.credits.balance()).toBe(balance);
    }
  });

  test('an address whose check failed is not cached (A99, A108)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, ['a@example.net', 'x@batch-fail.test', bob]);
    service.sandbox.clock.advance('1h');
    expect((await record(service, verificationId)).status).toBe('failed');
    const again = await submitted(service, ['a@example.net', 'x@batch-fail.test', bob]);
    expect(again.creditsDeducted).toBe(2);
  });

  test('clearing the cache makes every address new (A99, A103)', async () => {
    const service = await open();
    await verified(service, bob);
    service.sandbox.verifications.clearCache();
    expect((await verified(service, bob)).cached).toBe(false);
    service.sandbox.verifications.clearCache();
    expect((await submit(service, [bob])).outcome).toBe('202');
    expect(service.sandbox.credits.balance()).toBe(9_997);
  });

  test('the verificationLifetime limit sets how long a result is cached (A99)', async () => {
    const service = await open({ limits: { verificationLifetime: 1_000 } });
    await verified(service, bob);
    service.sandbox.clock.advance(999);
    expect((await verified(service, bob)).cached).toBe(true);
    service.sandbox.clock.advance(1);
    expect((await verified(service, bob)).cached).toBe(false);
  });
});
