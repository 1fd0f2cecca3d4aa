import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { connect, email } from './client.ts';

describe('withOptions()', () => {
  test('changes what is given and keeps the rest', async () => {
    const { mail, sandbox } = connect({ headers: { 'x-app': 'billing' } });
    const tenant = mail.withOptions({ apiKey: sandbox.testApiKey, timeout: undefined });
    expect([mail.environment, tenant.environment]).toEqual(['live', 'test']);
    expect(await tenant.emails.send(email)).toHaveProperty('sandbox', true);
    expect(await mail.emails.send(email)).toHaveProperty('sandbox', false);
    expect(sandbox.requests.list().map(({ headers }) => headers['x-app'])).toEqual(['billing', 'billing']);
  });

  test('refuses a missing key of a tenant, instead of using the own one', () => {
    const { mail } = connect();
    expect(() => mail.withOptions({ apiKey: undefined })).toThrow(/withOptions.*apiKey|apiKey.*withOptions/);
  });

  test('checks the options like a new client', () => {
    const { mail } = connect();
    expect(() => mail.withOptions({ maxRetries: -1 })).toThrow('maxRetries');
    expect(() => mail.withOptions({ requireTestKey: true })).toThrow('requireTestKey');
  });

  describe('and the rate limit', () => {
    beforeEach(() => {
      vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'Date'],
        now: new Date('2026-01-31T09:30:00.999Z'),
      });
    });

    afterEach(() => {
      vi.useRealTimers();
    });

    test('is shared by clients with the same key, and separate for another key', async () => {
      const { mail, sandbox } = connect({}, { rateLimit: { limit: 2 } });
      const same = mail.withOptions({ headers: { 'x-tenant': 'acme' } });
      const other = mail.withOptions({ apiKey: sandbox.testApiKey });
      await mail.emails.list();
      await same.emails.list();
      const waiting = mail.withOptions({ apiKey: sandbox.liveApiKey }).emails.list();
      await other.emails.list();
      expect([mail.throttle.queued, same.throttle.queued, other.throttle.queued]).toEqual([1, 1, 0]);
      await vi.advanceTimersByTimeAsync(62_000);
      await waiting;
      expect(sandbox.requests.count({ status: 429 })).toBe(0);
    });

    test('that was given applies to each key, and its clients share a queue', async () => {
      const { mail, sandbox } = connect({ throttle: { limit: 1 } });
      await mail.emails.list();
      await mail.withOptions({ apiKey: sandbox.testApiKey }).emails.list();
      const waiting = mail.withOptions({ timeout: 5_000 }).emails.list();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(mail.throttle.queued).toBe(1);
      await vi.advanceTimersByTimeAsync(62_000);
      await waiting;
    });
  });
});

describe('User-Agent', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('names the client and the runtime', async () => {
    const { mail, sandbox } = connect();
    await mail.emails.list();
    const [major] = process.versions.node.split('.');
    expect(sandbox.requests.last()?.headers['user-agent']).toMatch(
      new RegExp(String.raw`^mailrig/\d+\.\d+\.\d+ node/${major}$`),
    );
  });

  test('may be replaced', async () => {
    const { mail, sandbox } = connect({ headers: { 'User-Agent': 'billing/7' } });
    await mail.emails.list();
    expect(sandbox.requests.last()?.headers['user-agent']).toBe('billing/7');
  });

  test('is left to the browser in a page', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    const { mail, sandbox } = connect({ dangerouslyAllowBrowser: true });
    await mail.emails.list();
    expect(sandbox.requests.last()?.headers['user-agent'] ?? '').not.toContain('mailrig');
  });
});

describe('settle()', () => {
  test('gives the result with its response', async () => {
    const { mail } = connect();
    const result = await mail.emails.send(email).settle();
    expect(result).toMatchObject({ ok: true, data: { sandbox: false }, requestId: expect.any(String) });
    const page = await mail.emails.list().settle();
    expect(page.ok && page.data.total).toBe(1);
  });

  test('gives the error instead of throwing it, and nothing counts as unhandled', async () => {
    const { mail } = connect({ apiKey: 'sk_live_no' });
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const { ok, error, data } = await mail.emails.send(email).settle();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect([ok, error?.code, error?.outcome, data]).toEqual([false, 'UNAUTHORIZED', 'rejected', undefined]);
    expect(unhandled).toEqual([]);
  });

  test('throws what is not an error of this package', async () => {
    const bug = new RangeError('bug');
    const { mail } = connect();
    const call = mail.emails.list();
    vi.spyOn(call, 'withResponse').mockRejectedValue(bug);
    await expect(call.settle()).rejects.toBe(bug);
    await call;
  });
});

test('a new client is independent of the first', () => {
  const { mail } = connect();
  expect(mail.withOptions({})).toBeInstanceOf(Mailrig);
});
