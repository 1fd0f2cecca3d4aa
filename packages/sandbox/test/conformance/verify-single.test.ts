import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { addresses, verification, verified, verify } from './verifications.ts';

const notAddresses = [
  '',
  ' ',
  'bob',
  'bob@',
  '@example.net',
  'bob@example',
  'a@b@example.net',
  'bob@example..net',
  '.bob@example.net',
  'bo b@example.net',
  'bob@[127.0.0.1]',
  'Bob <bob@example.net>',
  'a@example.net, b@example.net',
  `${'x'.repeat(65)}@example.net`,
];

conformance('single verification', (open) => {
  test('a verification answers at once with the short and the rich vocabulary (R173, R180, A96)', async () => {
    const service = await open();
    const response = await verify(service, 'bob@example.net');
    expect(response.outcome).toBe('200');
    expect(response.body.data).toEqual({
      email: 'bob@example.net',
      status: 'clean',
      result: 'valid',
      isValid: true,
      reason: expect.stringMatching(/\S/),
      riskScore: 5,
      cached: false,
      details: { isDisposable: false, isFreeProvider: false, isRoleAccount: false },
    });
  });

  test('the address is echoed as sent, without surrounding blanks (R173, A49)', async () => {
    const service = await open();
    expect((await verified(service, '  Bob.Smith@Example.NET ')).email).toBe('Bob.Smith@Example.NET');
    expect((await verified(service, 'bob.smith@example.net')).email).toBe('bob.smith@example.net');
  });

  test('every result has its status, isValid and an integer risk score (R180, R182)', async () => {
    const service = await open();
    for (const [email, result, status] of [
      ['bob@example.net', 'valid', 'clean'],
      ['bounce@example.net', 'invalid', 'dirty'],
      ['bob@mailinator.com', 'risky', 'dirty'],
      ['timeout@example.net', 'unknown', 'unknown'],
    ] as const) {
      const found = await verified(service, email);
      expect(found).toMatchObject({ email, result, status, isValid: result === 'valid' });
      expect(Number.isInteger(found.riskScore), email).toBe(true);
      expect(found.riskScore).toBeGreaterThanOrEqual(0);
      expect(found.riskScore).toBeLessThanOrEqual(100);
      expect(found.reason).toMatch(/\S/);
    }
  });

  test('a string that is not a bare address is INVALID_EMAIL (R174, A98)', async () => {
    const service = await open();
    for (const email of notAddresses) {
      const response = await verify(service, email);
      expect(response.outcome, JSON.stringify(email)).toBe('400 INVALID_EMAIL');
      expect(response.body.error.details).toMatchObject({ field: 'email', value: email });
    }
  });

  test('a missing address, or one that is not a string, is VALIDATION_ERROR (R175, A98)', async () => {
    const service = await open();
    for (const email of [undefined, null, 5, true, ['bob@example.net'], { email: 'bob@example.net' }]) {
      const response = await verify(service, email);
      expect(response.outcome, JSON.stringify(email)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('email');
    }
    const without = await service.call('POST', `${verification}/single`);
    expect(without.outcome).toBe('400 VALIDATION_ERROR');
  });

  test('a refused verification costs nothing and leaves no record (R174, R175)', async () => {
    const service = await open();
    await verify(service, 'bob');
    await verify(service, 5);
    expect(service.sandbox.credits.balance()).toBe(10_000);
    expect((await service.call('GET', verification)).body.data.pagination.total).toBe(0);
  });

  test('a new address costs one credit, and the same one again costs none (R176, A109)', async () => {
    const service = await open();
    for (const [email, balance] of [
      ['a@example.net', 9_999],
      ['a@example.net', 9_999],
      ['b@example.net', 9_998],
      ['A@EXAMPLE.net', 9_998],
    ] as const) {
      await verified(service, email);
      expect(service.sandbox.credits.balance(), email).toBe(balance);
    }
  });

  test('a new address without credits is 402 with the required and the available credits (R179, A109)', async () => {
    const service = await open();
    const [last, next] = addresses(2) as [string, string];
    service.sandbox.credits.set(1);
    expect((await verify(service, last)).outcome).toBe('200');
    const refused = await verify(service, next);
    expect(refused.outcome).toBe('402 INSUFFICIENT_CREDITS');
    expect(refused.body.error.details).toMatchObject({ required: 1, available: 0 });
    expect(await verified(service, last)).toMatchObject({ cached: true });
    expect(service.sandbox.credits.balance()).toBe(0);
    service.sandbox.credits.set(1);
    expect(await verified(service, next)).toMatchObject({ cached: false });
  });

  test('an invalid address is refused before credits are checked (A109, A4)', async () => {
    const service = await open();
    service.sandbox.credits.set(0);
    expect((await verify(service, 'bob')).outcome).toBe('400 INVALID_EMAIL');
    expect((await verify(service, undefined)).outcome).toBe('400 VALIDATION_ERROR');
  });
});
