import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { addresses, record, submit, submitted, verified, verify } from './verifications.ts';

conformance('verifications with live and test keys', (open) => {
  test('live and test keys have separate caches (A67, A99)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    expect((await verified(service, 'a@example.net')).cached).toBe(false);
    expect((await verified(service, 'a@example.net', test)).cached).toBe(false);
    expect((await verified(service, 'a@example.net')).cached).toBe(true);
    expect((await verified(service, 'a@example.net', test)).cached).toBe(true);
    expect((await verified(service, 'b@example.net', test)).cached).toBe(false);
    expect((await verified(service, 'b@example.net')).cached).toBe(false);
    expect(service.sandbox.credits.balance()).toBe(9_998);
  });

  test('a batch fills only the cache of its environment (A67, A99)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    await submitted(service, addresses(2), test);
    service.sandbox.clock.advance('1m');
    expect((await submit(service, addresses(2), test)).outcome).toBe('200');
    expect((await submit(service, addresses(2))).outcome).toBe('202');
  });

  test('the keys of one environment share cache and records (A67, R27)', async () => {
    const service = await open();
    const { key } = service.sandbox.keys.create({ environment: 'live' });
    await verified(service, 'a@example.net');
    expect((await verified(service, 'a@example.net', { key })).cached).toBe(true);
    const { verificationId } = await submitted(service, addresses(1), { key });
    service.sandbox.keys.revoke(key);
    expect((await record(service, verificationId)).status).toBe('pending');
  });

  test('domains do not share a cache (A67)', async () => {
    const service = await open();
    const key = 'sk_live_other';
    service.sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 1,
      keys: [{ key, environment: 'live' }],
    });
    await verified(service, 'a@example.net');
    expect((await verified(service, 'a@example.net', { key })).cached).toBe(false);
    expect(service.sandbox.account(key).credits.balance()).toBe(0);
  });

  test('a test key verifies like a live one, with the same rules and refusals (R28, R24)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    for (const email of [
      'a@example.net',
      'bounce@example.net',
      'admin@mailinator.com',
      'timeout@example.net',
    ]) {
      expect(await verified(service, email, test), email).toEqual(await verified(service, email));
    }
    expect((await verify(service, 'bob', test)).outcome).toBe('400 INVALID_EMAIL');
    expect((await submit(service, addresses(1_001), test)).outcome).toBe('400 BATCH_TOO_LARGE');
    expect((await submit(service, [], test)).outcome).toBe('400 VALIDATION_ERROR');
  });
});
