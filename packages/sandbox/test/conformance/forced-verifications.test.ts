import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { addresses, at, record, recordAfter, stats, submitted, verified } from './verifications.ts';

conformance('verifications ended by hand', (open) => {
  test.each([0, 100, 1_500])(
    'a batch completed by hand after %d ms has all its results at once (R193, R196, R197, A107)',
    async (milliseconds) => {
      const service = await open();
      const { clock, verifications } = service.sandbox;
      const emails = ['a@example.net', 'bounce@example.net', 'b@example.net'];
      const { verificationId: id } = await submitted(service, emails);
      clock.advance(milliseconds);
      verifications.complete(id);
      const completed = await record(service, id);
      expect(completed).toMatchObject({
        status: 'completed',
        processedEmails: 3,
        progress: 100,
        completedAt: at(milliseconds),
        results: { clean: ['a@example.net', 'b@example.net'], dirty: ['bounce@example.net'], unknown: [] },
        analytics: { cleanCount: 2, dirtyCount: 1, unknownCount: 0, cleanPercentage: 66.67 },
      });
      expect(await recordAfter(service, id, 10_000)).toEqual(completed);
    },
  );

  test('the addresses of a batch completed by hand are cached (A99)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(3));
    service.sandbox.verifications.complete(verificationId);
    for (const email of addresses(3)) expect((await verified(service, email)).cached, email).toBe(true);
    expect(await stats(service)).toMatchObject({ totalVerified: 3, totalVerifications: 4 });
  });

  test.each([0, 100, 1_500])(
    'a batch failed by hand after %d ms has no results and stays failed (R193, R197, A108)',
    async (milliseconds) => {
      const service = await open();
      const { clock, credits, verifications } = service.sandbox;
      const { verificationId: id } = await submitted(service, addresses(3));
      clock.advance(milliseconds);
      verifications.fail(id);
      const failed = await record(service, id);
      expect(failed).toMatchObject({
        status: 'failed',
        totalEmails: 3,
        creditsDeducted: 3,
        completedAt: at(milliseconds),
      });
      expect(failed).not.toHaveProperty('results');
      expect(failed).not.toHaveProperty('analytics');
      expect(await recordAfter(service, id, 10_000)).toEqual(failed);
      expect(credits.balance()).toBe(9_997);
      await verified(service, 'n3@example.net');
      expect(credits.balance()).toBe(9_996);
    },
  );

  test('a finished or unknown batch cannot be ended (R193)', async () => {
    const service = await open();
    const { verifications } = service.sandbox;
    const done = await submitted(service, addresses(1, 'a'));
    const failed = await submitted(service, addresses(1, 'b'));
    verifications.complete(done.verificationId);
    verifications.fail(failed.verificationId);
    for (const id of [done.verificationId, failed.verificationId, 'ver_none']) {
      await expect((async () => verifications.complete(id))()).rejects.toThrow(/\S/);
      await expect((async () => verifications.fail(id))()).rejects.toThrow(/\S/);
    }
    expect((await record(service, done.verificationId)).status).toBe('completed');
    expect((await record(service, failed.verificationId)).status).toBe('failed');
  });

  test('ending batches by hand leaves every count correct (A107)', async () => {
    const service = await open();
    const { clock, verifications } = service.sandbox;
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await submitted(service, addresses(4, name))).verificationId);
    clock.advance(1_300);
    verifications.complete(ids[0] ?? '');
    verifications.fail(ids[1] ?? '');
    expect(service.sandbox.check()).toEqual([]);
    clock.advance('1h');
    expect(service.sandbox.check()).toEqual([]);
    expect((await stats(service)).totalVerifications).toBe(2);
  });
});
