import { expect, onTestFinished, test, vi } from 'vitest';
import { type TestResponse, conformance, start } from '../harness.ts';
import { emails, list, send } from './emails.ts';

/** Limit, remaining and reset, as the headers say. */
function budget({ headers }: TestResponse) {
  return [
    headers.get('x-ratelimit-limit'),
    headers.get('x-ratelimit-remaining'),
    headers.get('x-ratelimit-reset'),
  ];
}

const firstReset = '2026-01-01T00:01:00.000Z';

conformance('rate limit', (open) => {
  test('a key may make 100 requests a minute, and the 101st is refused (R29, R31, R32)', async () => {
    const service = await open();
    for (let left = 99; left >= 0; left--) {
      const response = await (left % 10 === 0 ? send(service) : list(service));
      expect(response.status).toBe(left % 10 === 0 ? 201 : 200);
      expect(budget(response)).toEqual(['100', String(left), firstReset]);
    }
    const refused = await list(service);
    expect(refused.status).toBe(429);
    expect(budget(refused)).toEqual(['100', '0', firstReset]);
  });

  test('two keys have independent limits, even for simultaneous requests (R30)', async () => {
    const service = await open({ rateLimit: { limit: 5 } });
    const keys = [service.sandbox.liveApiKey, service.sandbox.testApiKey];
    const requests = Array.from({ length: 14 }, (_, n) => list(service, {}, { key: keys[n % 2] ?? null }));
    const statuses = (await Promise.all(requests)).map((response) => response.status);
    for (const parity of [0, 1]) {
      const own = statuses.filter((_, n) => n % 2 === parity);
      expect(own.filter((status) => status === 200)).toHaveLength(5);
      expect(own.filter((status) => status === 429)).toHaveLength(2);
    }
  });

  test('two keys of one domain do not share a limit (R30)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    const { key } = service.sandbox.keys.create({ environment: 'live' });
    expect((await list(service)).status).toBe(200);
    expect((await list(service)).status).toBe(429);
    expect((await list(service, {}, { key })).status).toBe(200);
  });

  test('the reset stays at most a minute ahead while time passes (R33)', async () => {
    const service = await open({ clock: 'system' });
    let time = Date.now();
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => (time += 5));
    onTestFinished(() => spy.mockRestore());
    for (const key of [service.sandbox.liveApiKey, null]) {
      const response = await list(service, {}, { key });
      const reset = Date.parse(response.headers.get('x-ratelimit-reset') ?? '');
      const ahead = reset - Date.parse(response.body.meta.timestamp);
      expect(ahead).toBeLessThanOrEqual(60_000);
      expect(ahead).toBeGreaterThan(59_900);
    }
  });

  test('the reset is an ISO timestamp with milliseconds, at most a minute ahead (R33, A28)', async () => {
    const service = await open();
    service.sandbox.clock.advance(12_345);
    const reset = (await list(service)).headers.get('x-ratelimit-reset');
    expect(reset).toBe('2026-01-01T00:01:12.345Z');
    service.sandbox.clock.advance(59_999);
    expect((await list(service)).headers.get('x-ratelimit-reset')).toBe(reset);
  });

  test('every kind of response has the headers and counts (R34, A25)', async () => {
    const service = await open({ rateLimit: { limit: 6 } });
    const responses = [
      await send(service),
      await list(service, { page: 'x' }),
      await service.call('GET', '/api/v1/nowhere'),
      await service.call('DELETE', emails),
      await send(service, {}, { headers: { 'content-type': 'text/plain' } }),
      await service.call('HEAD', emails),
      await list(service),
    ];
    expect(responses.map((response) => response.status)).toEqual([201, 400, 404, 405, 415, 200, 429]);
    expect(responses.map((response) => budget(response)[1])).toEqual(['5', '4', '3', '2', '1', '0', '0']);
    for (const response of responses) expect(budget(response)).toEqual(['6', expect.any(String), firstReset]);
  });

  test('a response without a valid key and a preflight show the full limit and use none of it (A25)', async () => {
    const service = await open();
    const { sandbox } = service;
    await list(service);
    const revoked = sandbox.keys.create({ environment: 'live' }).key;
    const expired = sandbox.keys.create({ environment: 'live' }).key;
    await list(service, {}, { key: revoked });
    sandbox.keys.revoke(revoked);
    sandbox.keys.expire(expired);
    sandbox.clock.advance(10_000);
    const responses = [
      await list(service, {}, { key: null }),
      await list(service, {}, { key: 'sk_live_unknown' }),
      await list(service, {}, { key: revoked }),
      await list(service, {}, { key: expired }),
      await service.call('OPTIONS', emails),
      await service.call('OPTIONS', emails, { key: null }),
    ];
    expect(responses.map((response) => response.status)).toEqual([401, 401, 401, 401, 204, 204]);
    for (const response of responses)
      expect(budget(response)).toEqual(['100', '100', '2026-01-01T00:01:10.000Z']);
    expect(budget(await list(service))).toEqual(['100', '98', firstReset]);
  });

  test('an unknown key is never limited (A25)', async () => {
    const service = await open({ rateLimit: { limit: 2 } });
    for (let n = 0; n < 4; n++) {
      const response = await list(service, {}, { key: 'sk_live_unknown' });
      expect(response.outcome).toBe('401 UNAUTHORIZED');
      expect(budget(response).slice(0, 2)).toEqual(['2', '2']);
    }
  });

  test('Retry-After is the number of seconds until the reset, rounded up, from 60 to 1 (R35, A27)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    await list(service);
    let now = 0;
    for (const [at, seconds] of [
      [0, '60'],
      [1, '60'],
      [500, '60'],
      [1_000, '59'],
      [30_001, '30'],
      [59_000, '1'],
      [59_999, '1'],
    ] as const) {
      service.sandbox.clock.advance(at - now);
      now = at;
      const response = await list(service);
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after'), `after ${at} ms`).toBe(seconds);
    }
  });

  test('answers that are not refusals have no Retry-After (R35)', async () => {
    const service = await open();
    expect((await list(service)).headers.has('retry-after')).toBe(false);
  });

  test('a refusal is the error envelope with RATE_LIMIT_EXCEEDED (R36, A26)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    await list(service);
    const response = await list(service);
    expect(response.outcome).toBe('429 RATE_LIMIT_EXCEEDED');
    expect(response.body).toMatchObject({
      success: false,
      error: { message: expect.any(String) },
      meta: { timestamp: start },
    });
  });

  test('rateLimitCode absent makes the error a message only (A26)', async () => {
    const service = await open({ rateLimit: { limit: 1 }, wire: { rateLimitCode: 'absent' } });
    await list(service);
    const response = await list(service);
    expect(response.status).toBe(429);
    expect(response.body.success).toBe(false);
    expect(Object.keys(response.body.error)).toEqual(['message']);
    expect((await list(service, {}, { key: null })).outcome).toBe('401 UNAUTHORIZED');
  });

  test('the window ends 60 s after its first request, and refusals do not extend it (R37, A24)', async () => {
    const service = await open({ rateLimit: { limit: 2 } });
    await list(service);
    service.sandbox.clock.advance(30_000);
    expect(budget(await list(service))).toEqual(['2', '0', firstReset]);
    expect((await list(service)).status).toBe(429);
    service.sandbox.clock.advance(29_999);
    expect((await list(service)).status).toBe(429);
    service.sandbox.clock.advance(1);
    expect(budget(await list(service))).toEqual(['2', '1', '2026-01-01T00:02:00.000Z']);
  });

  test('a new window starts with the key’s next request, not when the old one ends (A24)', async () => {
    const service = await open();
    await list(service);
    service.sandbox.clock.advance(90_000);
    expect(budget(await list(service))).toEqual(['100', '99', '2026-01-01T00:02:30.000Z']);
  });

  test('an exhausted key is refused before any other check, and nothing happens (A24, A4)', async () => {
    const service = await open({ rateLimit: { limit: 1 } });
    await list(service);
    expect((await service.call('GET', '/api/v1/nowhere')).status).toBe(429);
    expect((await service.call('POST', emails, { body: '{' })).status).toBe(429);
    expect((await send(service)).status).toBe(429);
    service.sandbox.clock.advance(60_000);
    expect((await list(service)).body.data.pagination.total).toBe(0);
  });
});
