import { expect, test } from 'vitest';
import { conformance, payload, type Service } from '../harness.ts';
import {
  addresses,
  get,
  page,
  record,
  type Receipt,
  stats,
  submit,
  submitted,
  verification,
  verified,
  verify,
} from './verifications.ts';

const mixed = ['timeout@example.net', 'a@example.net', 'bounce@example.net', 'admin@example.net'];

const counts = { cleanCount: 1, dirtyCount: 2, unknownCount: 1, cleanPercentage: 25 };
const byResult = { valid: 1, invalid: 1, risky: 1, unknown: 1 };

/** Runs a batch to its end, then submits it again, which completes at once. */
async function twice(service: Service) {
  const { verificationId } = await submitted(service, mixed);
  service.sandbox.clock.advance('1m');
  return { completed: await record(service, verificationId), immediate: await submitted(service, mixed) };
}

conformance('verification wire options', (open) => {
  test('verification minimal makes a single verification email and status (A96)', async () => {
    const service = await open({ wire: { verification: 'minimal' } });
    for (const [email, status] of [
      ['a@example.net', 'clean'],
      ['admin@example.net', 'dirty'],
      ['timeout@example.net', 'unknown'],
    ] as const) {
      const response = await verify(service, email);
      expect(response.outcome).toBe('200');
      expect(response.body.data).toEqual({ email, status });
    }
  });

  test('verification rich gives a single verification everything but the status (A96)', async () => {
    const service = await open({ wire: { verification: 'rich' } });
    expect(await verified(service, 'admin@example.net')).toEqual({
      email: 'admin@example.net',
      result: 'risky',
      isValid: false,
      reason: expect.stringMatching(/\S/),
      riskScore: 60,
      cached: false,
      details: { isDisposable: false, isFreeProvider: false, isRoleAccount: true },
    });
    expect((await verified(service, 'admin@example.net')).cached).toBe(true);
  });

  test('batchImmediate with-id gives a batch that completes at once its id (A103)', async () => {
    const service = await open({ wire: { batchImmediate: 'with-id' } });
    await verified(service, 'a@example.net');
    const response = await submit(service, ['a@example.net']);
    expect(response.outcome).toBe('200');
    const receipt: Receipt = payload(response);
    expect(receipt).toMatchObject({ status: 'completed', totalEmails: 1, creditsDeducted: 0 });
    expect(await record(service, receipt.verificationId)).toMatchObject({
      type: 'batch',
      status: 'completed',
    });
    expect((await submitted(service, addresses(1))).verificationId).toMatch(/^ver_/);
  });

  test('batchResults items makes the results single verifications in the order of submission (A104)', async () => {
    const service = await open({ wire: { batchResults: 'items' } });
    const { completed, immediate } = await twice(service);
    const single = await verified(service, 'admin@example.net');
    for (const results of [completed.results, immediate.results]) {
      expect(results).toMatchObject([
        { email: 'timeout@example.net', status: 'unknown', result: 'unknown', isValid: false },
        { email: 'a@example.net', status: 'clean', result: 'valid', isValid: true },
        { email: 'bounce@example.net', status: 'dirty', result: 'invalid', isValid: false },
        { email: 'admin@example.net', status: 'dirty', result: 'risky', riskScore: 60 },
      ]);
      const [, , , admin] = results as readonly object[];
      expect(Object.keys(admin ?? {}).toSorted()).toEqual(Object.keys(single).toSorted());
    }
    expect(completed.analytics).toEqual({ ...counts, ...byResult });
  });

  test('verification minimal also makes the items of a batch email and status (A104, A96)', async () => {
    const service = await open({ wire: { batchResults: 'items', verification: 'minimal' } });
    const { completed, immediate } = await twice(service);
    const items = [
      { email: 'timeout@example.net', status: 'unknown' },
      { email: 'a@example.net', status: 'clean' },
      { email: 'bounce@example.net', status: 'dirty' },
      { email: 'admin@example.net', status: 'dirty' },
    ];
    expect(completed.results).toEqual(items);
    expect(immediate.results).toEqual(items);
  });

  test.each([
    ['clean', counts],
    ['valid', byResult],
    ['both', { ...counts, ...byResult }],
  ] as const)(
    'analytics %s gives all analytics exactly its counts (R198, A105)',
    async (analytics, shape) => {
      const service = await open({ wire: { analytics } });
      const { completed, immediate } = await twice(service);
      expect(completed.analytics).toEqual(shape);
      expect(immediate.analytics).toEqual(shape);
      for (const item of (await page(service)).items) expect(item.analytics).toEqual(shape);
    },
  );

  test('nulls explicit makes every missing value of a verification null (A16)', async () => {
    const service = await open({ wire: { nulls: 'explicit' } });
    const response = await submit(service, addresses(1));
    expect(response.body.data).toMatchObject({ status: 'pending', results: null, analytics: null });
    const { verificationId }: Receipt = payload(response);
    expect(await record(service, verificationId)).toMatchObject({
      status: 'pending',
      startedAt: null,
      completedAt: null,
      results: null,
      analytics: null,
    });
    service.sandbox.clock.advance(250);
    const [item] = (await page(service)).items;
    expect(item).toMatchObject({ startedAt: expect.any(String), completedAt: null, analytics: null });
    service.sandbox.clock.advance(1_000);
    expect((await submit(service, addresses(1))).body.data).toMatchObject({
      status: 'completed',
      verificationId: null,
    });
    expect(Object.values(await record(service, verificationId))).not.toContain(null);
  });

  test('nulls explicit writes no field of another shape (A121)', async () => {
    for (const wire of [
      { verification: 'minimal', analytics: 'clean', batchResults: 'items' },
      { verification: 'rich', analytics: 'valid' },
    ] as const) {
      const service = await open({ wire: { ...wire, nulls: 'explicit' } });
      expect((await verify(service, 'a@example.net')).text).not.toContain('null');
      const { verificationId } = await submitted(service, addresses(2));
      service.sandbox.clock.advance('1h');
      expect((await get(service, verificationId)).text).not.toContain('null');
      expect((await page(service)).items[0]).not.toHaveProperty('results');
      await service.close();
    }
  });

  test('by default nothing is null (R14, A16)', async () => {
    const service = await open();
    const response = await submit(service, addresses(1));
    expect(response.text).not.toContain('null');
    const { verificationId }: Receipt = payload(response);
    expect((await get(service, verificationId)).text).not.toContain('null');
  });

  test('ids unprefixed makes the id of a verification 24 hex digits (A17, A125)', async () => {
    const service = await open({ wire: { ids: 'unprefixed' } });
    const hex = /^[0-9a-f]{24}$/;
    const { verificationId } = await submitted(service, addresses(1));
    await verified(service, 'a@example.net');
    expect(verificationId).toMatch(hex);
    const { items } = await page(service);
    for (const { id } of items) expect(id).toMatch(hex);
    expect((await record(service, verificationId)).id).toBe(verificationId);
    expect(items[1]?.id).toBe(verificationId);
  });

  test('verificationsContainer bare makes data the array and puts pagination next to it (A30, A130)', async () => {
    const service = await open({ wire: { verificationsContainer: 'bare' } });
    for (const email of addresses(3)) await verified(service, email);
    const { body } = await service.call('GET', verification, { query: { limit: '2' } });
    expect(body.data).toMatchObject([{ type: 'single' }, { type: 'single' }]);
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    });
  });

  test('verificationsContainer nested puts the array into data.data (A130)', async () => {
    const service = await open({ wire: { verificationsContainer: 'nested' } });
    await verified(service, 'a@example.net');
    expect((await service.call('GET', verification)).body.data).toMatchObject({
      data: [{ type: 'single' }],
      pagination: { total: 1 },
    });
  });

  test('verificationId names the id of a fetched verification, and not that of a listed one (A106)', async () => {
    const service = await open({ wire: { verificationId: 'verificationId' } });
    const { verificationId } = await submitted(service, addresses(1));
    const fetched = payload(await service.call('GET', `${verification}/${verificationId}`));
    expect(fetched).toMatchObject({ verificationId });
    expect(fetched).not.toHaveProperty('id');
    expect((await page(service)).items).toMatchObject([{ id: verificationId }]);
  });

  test('successStatus 200 answers 200 to a batch that runs (A19)', async () => {
    const service = await open({ wire: { successStatus: '200' } });
    expect((await submit(service, addresses(1))).outcome).toBe('200');
    expect((await verify(service, 'a@example.net')).outcome).toBe('200');
    expect((await submit(service, ['a@example.net'])).outcome).toBe('200');
  });

  test('wire options change nothing in what is stored (A96, A103, A104, A105)', async () => {
    const service = await open({
      wire: { verification: 'minimal', batchResults: 'items', analytics: 'valid', nulls: 'explicit' },
    });
    await twice(service);
    expect(await stats(service)).toEqual({
      totalVerified: 4,
      totalValid: 1,
      totalInvalid: 1,
      totalUnknown: 2,
      totalVerifications: 2,
      validPercentage: 25,
    });
  });
});
