import { expect, test } from 'vitest';
import { conformance, type Service, start } from '../harness.ts';
import { endpoints } from './endpoints.ts';
import {
  addresses,
  at,
  get,
  page,
  record,
  submit,
  submitted,
  verification,
  verified,
} from './verifications.ts';

/** One batch in each state, the newest first: completed, failed, processing, pending. */
async function oneOfEach(service: Service): Promise<Record<string, string>> {
  const { clock } = service.sandbox;
  const completed = (await submitted(service, addresses(1, 'a'))).verificationId;
  const failed = (await submitted(service, ['x@batch-fail.test'])).verificationId;
  clock.advance(1_000);
  const processing = (await submitted(service, addresses(5, 'b'))).verificationId;
  clock.advance(500);
  const pending = (await submitted(service, addresses(5, 'c'))).verificationId;
  return { pending, processing, failed, completed };
}

const statuses = ['pending', 'processing', 'completed', 'failed'];

conformance('verification records', (open) => {
  test('a single verification is a completed record of one address (R195, R202, A112)', async () => {
    const service = await open();
    await verified(service, 'Bob@example.net');
    const { items, pagination } = await page(service);
    expect(pagination.total).toBe(1);
    expect(await record(service, items[0]?.id ?? '')).toEqual({
      id: expect.stringMatching(/^ver_[0-9a-f]{24}$/),
      type: 'single',
      status: 'completed',
      totalEmails: 1,
      processedEmails: 1,
      progress: 100,
      creditsDeducted: 1,
      createdAt: start,
      startedAt: start,
      completedAt: start,
      results: { clean: ['Bob@example.net'], dirty: [], unknown: [] },
      analytics: {
        cleanCount: 1,
        dirtyCount: 0,
        unknownCount: 0,
        cleanPercentage: 100,
        valid: 1,
        invalid: 0,
        risky: 0,
        unknown: 0,
      },
    });
  });

  test('a cached single verification has its own record, which cost nothing (A112)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    service.sandbox.clock.advance(1_000);
    await verified(service, 'a@example.net');
    const { items } = await page(service);
    expect(items).toMatchObject([
      { type: 'single', status: 'completed', creditsDeducted: 0, createdAt: at(1_000) },
      { type: 'single', status: 'completed', creditsDeducted: 1, createdAt: start },
    ]);
    expect(items[0]?.id).not.toBe(items[1]?.id);
  });

  test('the id of a batch’s record is its verificationId (R195, R202, A106)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(2));
    for (const found of [await record(service, verificationId), (await page(service)).items[0]]) {
      expect(found).toMatchObject({ id: verificationId, type: 'batch' });
      expect(found).not.toHaveProperty('verificationId');
    }
  });

  test('a completed batch groups its addresses in their order and counts them (R197, R198, A104, A105, A114)', async () => {
    const service = await open();
    const emails = [
      'c@example.net',
      'admin@example.net',
      'timeout@example.net',
      'bounce@example.net',
      'A@example.net',
      'a@mailinator.com',
      'b@example.net',
    ];
    const { verificationId } = await submitted(service, emails);
    service.sandbox.clock.advance('1m');
    expect(await record(service, verificationId)).toMatchObject({
      results: {
        clean: ['c@example.net', 'A@example.net', 'b@example.net'],
        dirty: ['admin@example.net', 'bounce@example.net', 'a@mailinator.com'],
        unknown: ['timeout@example.net'],
      },
      analytics: {
        cleanCount: 3,
        dirtyCount: 3,
        unknownCount: 1,
        cleanPercentage: 42.86,
        valid: 3,
        invalid: 1,
        risky: 2,
        unknown: 1,
      },
    });
  });

  test('cleanPercentage is a number from 0 to 100 with at most two decimals (R198, A114)', async () => {
    const service = await open();
    for (const [emails, percentage] of [
      [['a@example.net', 'bounce@example.net', 'invalid@example.net'], 33.33],
      [['a@example.net', 'b@example.net', 'bounce@example.net'], 66.67],
      [['bounce@example.net', 'timeout@example.net'], 0],
      [['a@example.net', 'b@example.net'], 100],
      [['a@example.net', 'timeout@example.net'], 50],
    ] as const) {
      const receipt = await submitted(service, emails);
      service.sandbox.clock.advance('1m');
      const { analytics } =
        receipt.status === 'completed' ? receipt : await record(service, receipt.verificationId);
      expect(analytics, emails.join()).toMatchObject({ cleanPercentage: percentage });
    }
  });

  test('an unknown id is NOT_FOUND (R199)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    for (const id of ['ver_none', 'msg_1', '0', '__proto__', 'constructor', '%2e%2e%2f', 'a%20b']) {
      expect((await get(service, id)).outcome, id).toBe('404 NOT_FOUND');
    }
  });

  test('a verification of another domain or environment is NOT_FOUND and not listed (R26, A67)', async () => {
    const service = await open();
    const { sandbox } = service;
    const other = 'sk_live_other';
    sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      keys: [{ key: other, environment: 'live' }],
    });
    const { verificationId } = await submitted(service, addresses(1));
    for (const key of [other, sandbox.testApiKey]) {
      expect((await get(service, verificationId, { key })).outcome).toBe('404 NOT_FOUND');
      expect((await page(service, {}, { key })).items).toEqual([]);
    }
    const simulated = await submitted(service, addresses(1), { key: sandbox.testApiKey });
    expect((await get(service, simulated.verificationId)).outcome).toBe('404 NOT_FOUND');
    expect((await page(service)).items.map(({ id }) => id)).toEqual([verificationId]);
  });

  test('a list has the same records without results, and with analytics once completed (R200, R197, A115)', async () => {
    const service = await open();
    await oneOfEach(service);
    await verified(service, 'a@example.net');
    const { items } = await page(service);
    expect(items).toHaveLength(5);
    for (const item of items) {
      const { results: _, ...rest } = await record(service, item.id);
      expect(item, item.status).toEqual(rest);
      expect('analytics' in item, item.status).toBe(item.status === 'completed');
    }
  });

  test('the status filter matches the current state (R201, R193)', async () => {
    const service = await open();
    const ids = await oneOfEach(service);
    for (const status of statuses) {
      const { items, pagination } = await page(service, { status });
      expect(
        items.map(({ id }) => id),
        status,
      ).toEqual([ids[status]]);
      expect(items[0]?.status).toBe(status);
      expect(pagination.total, status).toBe(1);
    }
    service.sandbox.clock.advance('1m');
    const totals = async (status: string) => (await page(service, { status })).pagination.total;
    expect(await Promise.all(statuses.map(totals))).toEqual([0, 0, 3, 1]);
  });

  test('any other status is 400 (R201, A34)', async () => {
    const service = await open();
    for (const status of ['done', 'Completed', '', 'queued', 'completed,failed', 'null']) {
      const response = await service.call('GET', verification, { query: { status } });
      expect(response.outcome, status).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('status');
    }
  });

  test('hasNext and hasPrev are correct at both ends, past them, and with a filter (R200, R43)', async () => {
    const service = await open();
    for (const email of addresses(5)) await verified(service, email);
    await submitted(service, ['new@example.net']);
    const ends = async (query: Record<string, string>) => (await page(service, query)).pagination;
    const five = { limit: 2, total: 5, totalPages: 3 };
    const status = 'completed';
    expect(await ends({ limit: '2', status })).toEqual({ page: 1, ...five, hasNext: true, hasPrev: false });
    expect(await ends({ limit: '2', page: '2', status })).toEqual({
      page: 2,
      ...five,
      hasNext: true,
      hasPrev: true,
    });
    expect(await ends({ limit: '2', page: '3', status })).toEqual({
      page: 3,
      ...five,
      hasNext: false,
      hasPrev: true,
    });
    expect(await ends({ limit: '2', page: '4', status })).toEqual({
      page: 4,
      ...five,
      hasNext: false,
      hasPrev: true,
    });
    expect(await ends({ limit: '6' })).toMatchObject({ total: 6, totalPages: 1, hasNext: false });
    expect(await ends({ limit: '5' })).toMatchObject({ total: 6, totalPages: 2, hasNext: true });
  });

  test('a list without matches has no pages (R200, A32)', async () => {
    const service = await open();
    await verified(service, 'a@example.net');
    for (const wanted of [1, 2]) {
      expect(await page(service, { status: 'failed', page: String(wanted) })).toEqual({
        items: [],
        pagination: { page: wanted, limit: 20, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
      });
    }
  });

  test('the newest record comes first, and the last one made first within a millisecond (R200, A33)', async () => {
    const service = await open();
    const ids: string[] = [];
    for (const [index, email] of addresses(4).entries()) {
      if (index === 2) service.sandbox.clock.advance(1);
      ids.unshift((await submitted(service, [email])).verificationId);
    }
    expect((await page(service)).items.map(({ id }) => id)).toEqual(ids);
    service.sandbox.clock.advance('1m');
    expect((await page(service)).items.map(({ id }) => id)).toEqual(ids);
    const pages = [await page(service, { limit: '3' }), await page(service, { limit: '3', page: '2' })];
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
  });

  test('the documented verification paths accept only their own methods (R209, R210)', async () => {
    const service = await open();
    const { verificationId } = await submitted(service, addresses(1));
    expect(endpoints.filter(([, path]) => path.startsWith(verification))).toHaveLength(5);
    for (const method of ['DELETE', 'PUT', 'PATCH']) {
      for (const path of [`/${verificationId}`, '', '/stats', '/batch', '/single']) {
        const response = await service.call(method, `${verification}${path}`);
        expect(response.outcome, `${method} ${path}`).toBe('405 METHOD_NOT_ALLOWED');
      }
    }
    expect((await submit(service, addresses(1, 'b'))).outcome).toBe('202');
  });
});
