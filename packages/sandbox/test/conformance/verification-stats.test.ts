import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { addresses, stats, submit, submitted, verification, verified, verify } from './verifications.ts';

const empty = {
  totalVerified: 0,
  totalValid: 0,
  totalInvalid: 0,
  totalUnknown: 0,
  totalVerifications: 0,
  validPercentage: 0,
};

/** Reads the statistics and checks their invariants. */
async function sound(service: Service) {
  const found = await stats(service);
  expect(found.totalValid + found.totalInvalid + found.totalUnknown).toBe(found.totalVerified);
  expect(found.validPercentage).toBeGreaterThanOrEqual(0);
  expect(found.validPercentage).toBeLessThanOrEqual(100);
  return found;
}

conformance('verification statistics', (open) => {
  test('the route takes precedence over an id, and every number is 0 without verifications (R203, R206, A114)', async () => {
    const service = await open();
    const response = await service.call('GET', `${verification}/stats`);
    expect(response.outcome).toBe('200');
    expect(response.body.data).toEqual(empty);
  });

  test('valid, invalid, and unknown including risky are counted separately (R203, R205, A113)', async () => {
    const service = await open();
    for (const email of [
      'a@example.net',
      'b@example.net',
      'bounce@example.net',
      'admin@example.net',
      'a@mailinator.com',
      'timeout@example.net',
    ]) {
      await verified(service, email);
    }
    expect(await sound(service)).toEqual({
      totalVerified: 6,
      totalValid: 2,
      totalInvalid: 1,
      totalUnknown: 3,
      totalVerifications: 6,
      validPercentage: 33.33,
    });
  });

  test('an address counts once, in any spelling, but every request counts (R204, A113)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    await verified(service, 'A@Example.NET');
    service.sandbox.clock.advance('24h');
    await verified(service, 'a@example.net');
    expect(await sound(service)).toMatchObject({ totalVerified: 1, totalValid: 1, totalVerifications: 3 });
  });

  test('an address is classified by its latest result (R204, R205, A113)', async () => {
    const service = await open();
    const { clock, verifications } = service.sandbox;
    await verified(service, 'other@example.net');
    for (const [index, [result, counts]] of (
      [
        ['valid', { totalValid: 2, totalInvalid: 0, totalUnknown: 0, validPercentage: 100 }],
        ['invalid', { totalValid: 1, totalInvalid: 1, totalUnknown: 0, validPercentage: 50 }],
        ['risky', { totalValid: 1, totalInvalid: 0, totalUnknown: 1, validPercentage: 50 }],
        ['unknown', { totalValid: 1, totalInvalid: 0, totalUnknown: 1, validPercentage: 50 }],
        ['valid', { totalValid: 2, totalInvalid: 0, totalUnknown: 0, validPercentage: 100 }],
      ] as const
    ).entries()) {
      verifications.setResult('bob@example.net', result);
      if (index % 2 === 0) {
        await verified(service, 'Bob@example.net');
      } else {
        await submitted(service, ['bob@example.net', 'BOB@example.net']);
        clock.advance('1m');
      }
      expect(await sound(service), result).toMatchObject({
        totalVerified: 2,
        totalVerifications: index + 2,
        ...counts,
      });
      clock.advance('24h');
    }
  });

  test('validPercentage is rounded to two decimals (R206, A114)', async () => {
    const service = await open();
    for (const [email, percentage] of [
      ['a@example.net', 100],
      ['bounce@example.net', 50],
      ['b@example.net', 66.67],
      ['invalid@example.net', 50],
      ['nonexistent@example.net', 40],
      ['timeout@example.net', 33.33],
      ['admin@example.net', 28.57],
    ] as const) {
      await verified(service, email);
      expect((await sound(service)).validPercentage, email).toBe(percentage);
    }
  });

  test('a batch counts as one request when it completes, and each of its addresses once (R204, A113)', async () => {
    const service = await open();
    await submitted(service, ['a@example.net', 'A@example.net', 'b@example.net', 'bounce@example.net']);
    expect(await sound(service)).toEqual(empty);
    service.sandbox.clock.advance(4_249);
    expect((await sound(service)).totalVerifications).toBe(0);
    service.sandbox.clock.advance(1);
    expect(await sound(service)).toEqual({
      totalVerified: 3,
      totalValid: 2,
      totalInvalid: 1,
      totalUnknown: 0,
      totalVerifications: 1,
      validPercentage: 66.67,
    });
    expect((await submit(service, ['a@example.net', 'b@example.net'])).outcome).toBe('200');
    expect(await sound(service)).toMatchObject({ totalVerified: 3, totalVerifications: 2 });
  });

  test('a failed batch does not count as a completed request (A113, A108)', async () => {
    const service = await open();
    await submitted(service, ['x@batch-fail.test']);
    service.sandbox.clock.advance('1m');
    expect(await sound(service)).toEqual(empty);
  });

  test('refused requests do not count (A113)', async () => {
    const service = await open();
    service.sandbox.credits.set(0);
    await verify(service, 'a@example.net');
    await verify(service, 'bob');
    await submit(service, addresses(2));
    await submit(service, ['bob']);
    await submit(service, addresses(1_001));
    expect(await sound(service)).toEqual(empty);
  });

  test('live keys, test keys and other domains have separate statistics (A113, A67)', async () => {
    const service = await open();
    const { sandbox } = service;
    const key = 'sk_live_other';
    sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 5,
      keys: [{ key, environment: 'live' }],
    });
    await verified(service, 'a@example.net');
    await verified(service, 'bounce@example.net', { key: sandbox.testApiKey });
    await verified(service, 'b@example.net', { key: sandbox.testApiKey });
    await verified(service, 'timeout@example.net', { key });
    expect(await stats(service)).toMatchObject({ totalVerified: 1, totalValid: 1 });
    expect(await stats(service, { key: sandbox.testApiKey })).toMatchObject({
      totalVerified: 2,
      totalValid: 1,
      totalInvalid: 1,
    });
    expect(await stats(service, { key })).toMatchObject({ totalVerified: 1, totalUnknown: 1 });
  });

  test('neither clearing the cache nor time reduces the statistics (A113, A99)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    await verified(service, 'bounce@example.net');
    const before = await sound(service);
    service.sandbox.verifications.clearCache();
    service.sandbox.clock.advance('60d');
    expect(await sound(service)).toEqual(before);
    expect(service.sandbox.check()).toEqual([]);
  });
});
