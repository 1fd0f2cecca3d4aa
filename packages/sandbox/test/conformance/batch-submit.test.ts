import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { addresses, page, record, submit, submitted, verification, verified } from './verifications.ts';

conformance('batch submission', (open) => {
  test('a batch with a new address is 202 with an id and without results (R183, R189, A19)', async () => {
    const service = await open();
    const response = await submit(service, addresses(3));
    expect(response.outcome).toBe('202');
    expect(response.body.data).toEqual({
      verificationId: expect.stringMatching(/^ver_[0-9a-f]{24}$/),
      totalEmails: 3,
      creditsDeducted: 3,
      status: 'pending',
    });
  });

  test('a batch of 1,000 addresses is accepted, and one of 1,001 is BATCH_TOO_LARGE (R184)', async () => {
    const service = await open();
    expect((await submit(service, addresses(1_001))).outcome).toBe('400 BATCH_TOO_LARGE');
    expect(service.sandbox.credits.balance()).toBe(10_000);
    expect((await page(service)).pagination.total).toBe(0);
    const response = await submit(service, addresses(1_000));
    expect(response.outcome).toBe('202');
    expect(response.body.data).toMatchObject({ totalEmails: 1_000, creditsDeducted: 1_000 });
  });

  test('entries are counted as sent, before their syntax is checked (R184, A100, A101)', async () => {
    const service = await open();
    const outcome = async (emails: string[]) => (await submit(service, emails)).outcome;
    expect(await outcome(Array.from({ length: 1_001 }, () => 'a@example.net'))).toBe('400 BATCH_TOO_LARGE');
    expect(await outcome(Array.from({ length: 1_001 }, () => 'bob'))).toBe('400 BATCH_TOO_LARGE');
    expect(await outcome(Array.from({ length: 1_000 }, () => 'bob'))).toBe('400 VALIDATION_ERROR');
    expect(await outcome(Array.from({ length: 1_000 }, () => 'a@example.net'))).toBe('202');
  });

  test('with any number of invalid entries, the count is checked first and at most 20 are listed (A100)', async () => {
    const service = await open();
    const many = await service.call('POST', `${verification}/batch`, {
      json: { emails: Array.from({ length: 200_000 }, () => 7) },
    });
    expect(many.outcome).toBe('400 BATCH_TOO_LARGE');
    const wrong = await service.call('POST', `${verification}/batch`, {
      json: { emails: Array.from({ length: 1_000 }, () => 7) },
    });
    expect(wrong.outcome).toBe('400 VALIDATION_ERROR');
    expect(wrong.body.error.details.errors).toHaveLength(20);
    expect(wrong.body.error.message).toContain('emails[0] must be a string');
  });

  test('a malformed address refuses the batch, which costs nothing and creates nothing (R185, A100)', async () => {
    const service = await open();
    const emails = ['a@example.net', 'bob', 'c@example.net', 'd@', 'Eve <e@example.net>'];
    const response = await submit(service, emails);
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details).toMatchObject({ field: 'emails[1]', value: 'bob' });
    expect(response.body.error.details.errors?.map((error) => error.field)).toEqual([
      'emails[1]',
      'emails[3]',
      'emails[4]',
    ]);
    expect(service.sandbox.credits.balance()).toBe(10_000);
    expect((await page(service)).pagination.total).toBe(0);
    expect((await verified(service, 'a@example.net')).cached).toBe(false);
  });

  test('the first twenty malformed addresses are listed (A100)', async () => {
    const service = await open();
    const response = await submit(service, [
      'a@example.net',
      ...Array.from({ length: 50 }, (_, n) => `bad${n}`),
    ]);
    expect(response.body.error.details.errors?.map((error) => error.field)).toEqual(
      Array.from({ length: 20 }, (_, n) => `emails[${n + 1}]`),
    );
  });

  test('emails must be a non-empty array of strings (R186, A100)', async () => {
    const service = await open();
    for (const [emails, field] of [
      [undefined, 'emails'],
      [null, 'emails'],
      [[], 'emails'],
      ['a@example.net', 'emails'],
      [{ 0: 'a@example.net' }, 'emails'],
      [5, 'emails'],
      [['a@example.net', 5], 'emails[1]'],
      [['a@example.net', 'b@example.net', null], 'emails[2]'],
      [[['a@example.net']], 'emails[0]'],
    ] as const) {
      const response = await submit(service, emails);
      expect(response.outcome, JSON.stringify(emails)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field, JSON.stringify(emails)).toBe(field);
    }
    expect((await page(service)).pagination.total).toBe(0);
  });

  test('every entry counts in totalEmails, and every distinct new address costs one credit (R187, A101)', async () => {
    const service = await open();
    const emails = ['a@example.net', 'b@example.net', 'A@Example.NET', ' a@example.net', 'b@example.net'];
    const receipt = await submitted(service, emails);
    expect(receipt).toMatchObject({ totalEmails: 5, creditsDeducted: 2 });
    expect(service.sandbox.credits.balance()).toBe(9_998);
    service.sandbox.clock.advance('1m');
    expect(await record(service, receipt.verificationId)).toMatchObject({
      status: 'completed',
      totalEmails: 5,
      processedEmails: 5,
      analytics: { cleanCount: 5, dirtyCount: 0, unknownCount: 0 },
      results: {
        clean: ['a@example.net', 'b@example.net', 'A@Example.NET', 'a@example.net', 'b@example.net'],
      },
    });
  });

  test('a batch of cached and new addresses runs, and only the new ones cost credits (R187, R189, A102)', async () => {
    const service = await open();
    await verified(service, 'n2@example.net');
    const response = await submit(service, [...addresses(3), 'N2@example.net', 'n3@example.net']);
    expect(response.outcome).toBe('202');
    expect(response.body.data).toEqual({
      verificationId: expect.any(String),
      totalEmails: 5,
      creditsDeducted: 2,
      status: 'pending',
    });
    expect(service.sandbox.credits.balance()).toBe(9_997);
  });

  test('a batch of cached addresses only completes at once, free and without an id (R188, A103)', async () => {
    const service = await open();
    const found = ['a@example.net', 'bounce@example.net', 'timeout@example.net', 'admin@example.net'];
    for (const email of found) await verified(service, email);
    const emails = ['bounce@example.net', 'A@example.net', 'timeout@example.net', 'admin@example.net'];
    const response = await submit(service, emails);
    expect(response.outcome).toBe('200');
    expect(response.body.data).toEqual({
      totalEmails: 4,
      creditsDeducted: 0,
      status: 'completed',
      results: {
        clean: ['A@example.net'],
        dirty: ['bounce@example.net', 'admin@example.net'],
        unknown: ['timeout@example.net'],
      },
      analytics: {
        cleanCount: 1,
        dirtyCount: 2,
        unknownCount: 1,
        cleanPercentage: 25,
        valid: 1,
        invalid: 1,
        risky: 1,
        unknown: 1,
      },
    });
    expect(service.sandbox.credits.balance()).toBe(9_996);
  });

  test('a batch that completes at once is recorded (R188, A103)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    await submitted(service, ['a@example.net', 'a@example.net']);
    const [newest] = (await page(service)).items;
    expect(newest).toMatchObject({
      type: 'batch',
      status: 'completed',
      totalEmails: 2,
      processedEmails: 2,
      progress: 100,
      creditsDeducted: 0,
      completedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await record(service, newest?.id ?? '')).toMatchObject({
      results: { clean: ['a@example.net', 'a@example.net'], dirty: [], unknown: [] },
    });
  });

  test('a batch of addresses that another batch has just processed completes at once (A103)', async () => {
    const service = await open();
    await submitted(service, addresses(2));
    service.sandbox.clock.advance(2_249);
    expect((await submit(service, addresses(2))).outcome).toBe('202');
    service.sandbox.clock.advance(1);
    expect((await submit(service, addresses(2))).outcome).toBe('200');
  });

  test('unknown fields are ignored (R183, A15)', async () => {
    const service = await open();
    const json = { emails: addresses(1), includeResults: true, webhook: 'https://x.example' };
    expect((await service.call('POST', `${verification}/batch`, { json })).outcome).toBe('202');
  });
});
