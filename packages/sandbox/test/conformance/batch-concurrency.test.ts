import { expect, test } from 'vitest';
import { conformance, type Request, type Service } from '../harness.ts';
import { addresses, page, record, submit, submitted, verified } from './verifications.ts';

const tooMany = '429 TOO_MANY_BATCHES';

/** Submits batches of one address each and returns their outcomes. */
async function outcomes(service: Service, count: number, name: string, request?: Request): Promise<string[]> {
  const seen: string[] = [];
  for (const email of addresses(count, name)) seen.push((await submit(service, [email], request)).outcome);
  return seen;
}

const five = ['202', '202', '202', '202', '202'];

conformance('concurrent batches', (open) => {
  test('with five batches running, a sixth is refused, costs nothing and leaves no record (R191, A110)', async () => {
    const service = await open();
    expect(await outcomes(service, 6, 'a')).toEqual([...five, tooMany]);
    expect(service.sandbox.credits.balance()).toBe(9_995);
    expect((await page(service)).pagination.total).toBe(5);
  });

  test('pending and processing batches both count, and a finished one makes room (R191)', async () => {
    const service = await open();
    const { clock } = service.sandbox;
    await submitted(service, addresses(3, 'long'));
    clock.advance(500);
    expect(await outcomes(service, 5, 'a')).toEqual([...five.slice(1), tooMany]);
    clock.advance(1_249);
    expect(await outcomes(service, 1, 'b')).toEqual([tooMany]);
    clock.advance(1);
    expect(await outcomes(service, 5, 'b')).toEqual([...five.slice(1), tooMany]);
  });

  test('a failed batch no longer counts (R191, A108)', async () => {
    const service = await open();
    await submitted(service, ['x@batch-fail.test', ...addresses(9)]);
    expect(await outcomes(service, 5, 'a')).toEqual([...five.slice(1), tooMany]);
    service.sandbox.clock.advance(1_250);
    expect(await outcomes(service, 6, 'b')).toEqual([...five, tooMany]);
  });

  test('of several simultaneous submissions, five are accepted (R191)', async () => {
    const service = await open();
    const responses = await Promise.all(addresses(8).map((email) => submit(service, [email])));
    const seen = responses.map((response) => response.outcome);
    expect(seen.toSorted()).toEqual([...five, tooMany, tooMany, tooMany]);
  });

  test('live keys, test keys and other accounts each have their own five (A110)', async () => {
    const service = await open();
    const key = 'sk_live_other';
    service.sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      credits: 10,
      keys: [{ key, environment: 'live' }],
    });
    for (const request of [{}, { key: service.sandbox.testApiKey }, { key }]) {
      expect(await outcomes(service, 6, 'a', request)).toEqual([...five, tooMany]);
    }
  });

  test('the keys of one environment share the five (A110)', async () => {
    const service = await open();
    const { key } = service.sandbox.keys.create({ environment: 'live' });
    expect(await outcomes(service, 5, 'a')).toEqual(five);
    expect(await outcomes(service, 1, 'b', { key })).toEqual([tooMany]);
  });

  test('single verifications and batches that complete at once never count (A103, A110)', async () => {
    const service = await open();
    for (const email of addresses(3, 'single')) await verified(service, email);
    expect(await outcomes(service, 4, 'a')).toEqual(five.slice(1));
    for (let n = 0; n < 3; n++) expect((await submit(service, ['single1@example.net'])).outcome).toBe('200');
    expect(await outcomes(service, 2, 'b')).toEqual(['202', tooMany]);
    expect((await verified(service, 'single4@example.net')).cached).toBe(false);
  });

  test('Retry-After is the number of seconds until the next batch finishes, rounded up, at least 1 (A111)', async () => {
    const service = await open();
    const { clock } = service.sandbox;
    for (const count of [30, 4, 9, 20, 60]) await submitted(service, addresses(count, `of${count}-`));
    let now = 0;
    for (const [moment, seconds] of [
      [0, '5'],
      [249, '5'],
      [250, '4'],
      [3_249, '2'],
      [3_250, '1'],
      [4_249, '1'],
    ] as const) {
      clock.advance(moment - now);
      now = moment;
      const response = await submit(service, ['next@example.net']);
      expect(response.outcome).toBe(tooMany);
      expect(response.headers.get('retry-after'), `after ${moment} ms`).toBe(seconds);
    }
    clock.advance(1);
    await submitted(service, addresses(50, 'next'));
    const response = await submit(service, ['other@example.net']);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  test('a caller that waits for Retry-After is served (A111)', async () => {
    const service = await open();
    for (const email of addresses(5)) await submitted(service, [email]);
    const refused = await submit(service, ['next@example.net']);
    expect(refused.outcome).toBe(tooMany);
    service.sandbox.clock.advance(Number(refused.headers.get('retry-after')) * 1_000);
    expect((await submit(service, ['next@example.net'])).outcome).toBe('202');
  });

  test('the refusal has its own code, distinct from the rate limit’s, and carries the rate headers (A111, A26)', async () => {
    const service = await open({ wire: { rateLimitCode: 'absent' } });
    await outcomes(service, 5, 'a');
    const response = await submit(service, ['next@example.net']);
    expect(response.outcome).toBe(tooMany);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('94');
    expect(response.body).toMatchObject({ success: false, error: { message: expect.stringMatching(/\S/) } });
  });

  test('the concurrentBatches limit sets how many may run (A110)', async () => {
    const service = await open({ limits: { concurrentBatches: 2 } });
    expect(await outcomes(service, 3, 'a')).toEqual(['202', '202', tooMany]);
  });

  test('with a limit of zero every batch is refused, without Retry-After (A110, A111)', async () => {
    const service = await open({ limits: { concurrentBatches: 0 } });
    const response = await submit(service, ['a@example.net']);
    expect(response.outcome).toBe(tooMany);
    expect(response.headers.has('retry-after')).toBe(false);
    expect(response.body).toMatchObject({
      error: { message: 'At most 0 verification batches may run at once' },
    });
  });

  test('a batch ended by hand no longer counts (R191)', async () => {
    const service = await open({ limits: { concurrentBatches: 2 } });
    const { verifications } = service.sandbox;
    const first = await submitted(service, addresses(9, 'a'));
    const second = await submitted(service, addresses(9, 'b'));
    verifications.complete(first.verificationId);
    verifications.fail(second.verificationId);
    expect(await outcomes(service, 3, 'c')).toEqual(['202', '202', tooMany]);
    expect((await record(service, first.verificationId)).status).toBe('completed');
  });
});
