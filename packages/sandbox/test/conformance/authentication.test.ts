import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { endpoints } from './endpoints.ts';
import { emails, list } from './emails.ts';

const message = 'Invalid or missing API key';

conformance('authentication', (open) => {
  test('every endpoint refuses a request without a key (R17)', async () => {
    const service = await open();
    for (const [method, path] of endpoints) {
      const response = await service.call(method, path, { key: null });
      expect(response.outcome, `${method} ${path}`).toBe('401 UNAUTHORIZED');
    }
  });

  test.each(['authorization', 'x-api-key'] as const)(
    'a known key is accepted in %s and an unknown one is refused (R19, R20, R21)',
    async (auth) => {
      const service = await open();
      expect((await list(service, {}, { auth })).outcome).toBe('200');
      for (const key of [
        'sk_live_unknown',
        'sk_test_unknown',
        'nonsense',
        `${service.sandbox.liveApiKey}x`,
      ]) {
        const response = await list(service, {}, { auth, key });
        expect(response.outcome, key).toBe('401 UNAUTHORIZED');
        expect(response.text).not.toContain(key);
      }
    },
  );

  test('keys are compared exactly (R21)', async () => {
    const service = await open();
    expect((await list(service, {}, { key: service.sandbox.liveApiKey.toUpperCase() })).outcome).toBe(
      '401 UNAUTHORIZED',
    );
    expect((await list(service, {}, { key: service.sandbox.liveApiKey.slice(0, -1) })).outcome).toBe(
      '401 UNAUTHORIZED',
    );
  });

  test('a missing and an unknown key get the documented message and WWW-Authenticate (R18, A2)', async () => {
    const service = await open();
    for (const key of [null, 'sk_live_unknown']) {
      const response = await list(service, {}, { key });
      expect(response.body.success).toBe(false);
      expect(response.body.error.message).toBe(message);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('authError bare makes the body of a 401 exactly { error: { code, message } } (A2)', async () => {
    const service = await open({ wire: { authError: 'bare' } });
    const response = await list(service, {}, { key: null });
    expect(response.status).toBe(401);
    expect(JSON.parse(response.text)).toEqual({ error: { code: 'UNAUTHORIZED', message } });
    const other = await service.call('GET', '/api/v1/nowhere');
    expect(other.body).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
  });

  test('authError bare reports a revoked key in the same shape (A2)', async () => {
    const service = await open({ wire: { authError: 'bare' } });
    service.sandbox.keys.revoke(service.sandbox.liveApiKey);
    const body: unknown = JSON.parse((await list(service)).text);
    expect(body).toEqual({ error: { code: 'KEY_REVOKED', message: expect.any(String) } });
  });

  test('a revoked key is refused with KEY_REVOKED, and the domain’s other keys keep working (R22, R27)', async () => {
    const service = await open();
    const { sandbox } = service;
    const { key } = sandbox.keys.create({ environment: 'live' });
    expect(key).toMatch(/^sk_live_/);
    expect((await list(service, {}, { key })).outcome).toBe('200');
    sandbox.keys.revoke(key);
    for (const auth of ['authorization', 'x-api-key'] as const) {
      expect((await list(service, {}, { key, auth })).outcome).toBe('401 KEY_REVOKED');
    }
    expect((await list(service)).outcome).toBe('200');
  });

  test('after a rotation, the new key sees what the old one sent (R27)', async () => {
    const service = await open();
    const { key } = service.sandbox.keys.create({ environment: 'live' });
    const json = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
    const { id } = (await service.call('POST', emails, { json })).body.data;
    const old = service.sandbox.liveApiKey;
    service.sandbox.keys.revoke(old);
    expect((await list(service, {}, { key: old })).outcome).toBe('401 KEY_REVOKED');
    const listed = (await list(service, {}, { key })).body.data.emails;
    expect(listed.map((email) => email.id)).toEqual([id]);
  });

  test('an expired key is refused with KEY_EXPIRED (R23)', async () => {
    const service = await open();
    const { key } = service.sandbox.keys.create({ environment: 'test' });
    expect(key).toMatch(/^sk_test_/);
    expect((await list(service, {}, { key })).outcome).toBe('200');
    service.sandbox.keys.expire(key);
    expect((await list(service, {}, { key })).outcome).toBe('401 KEY_EXPIRED');
    expect((await list(service, {}, { key, auth: 'x-api-key' })).outcome).toBe('401 KEY_EXPIRED');
  });

  test('a key expires at its expiry time (R23)', async () => {
    const service = await open();
    const key = 'sk_live_shortlived';
    service.sandbox.accounts.create({
      domain: { name: 'brief.example', dnsVerified: true, active: true },
      keys: [{ key, environment: 'live', expiresAt: '2026-01-01T01:00:00.000Z' }],
    });
    service.sandbox.clock.advance(3_600_000 - 1);
    expect((await list(service, {}, { key })).outcome).toBe('200');
    service.sandbox.clock.advance(2);
    expect((await list(service, {}, { key })).outcome).toBe('401 KEY_EXPIRED');
  });

  test('the authentication scheme is case-insensitive (A1)', async () => {
    const service = await open();
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      const headers = { authorization: `${scheme} ${service.sandbox.liveApiKey}` };
      expect((await list(service, {}, { key: null, headers })).outcome, scheme).toBe('200');
    }
  });

  test('no other form of Authorization authenticates (A1)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const forms = [
      'Bearer',
      'Bearer ',
      key,
      `Basic ${btoa(`${key}:`)}`,
      `Token ${key}`,
      `Bearer${key}`,
      `Bearer ${key}, Bearer ${key}`,
    ];
    for (const authorization of forms) {
      const response = await list(service, {}, { key: null, headers: { authorization } });
      expect(response.outcome, authorization).toBe('401 UNAUTHORIZED');
    }
  });

  test('if both headers are sent, a non-empty x-api-key decides alone (A1)', async () => {
    const service = await open();
    const good = service.sandbox.liveApiKey;
    const both = async (apiKey: string, authorization: string) =>
      (await list(service, {}, { key: null, headers: { 'x-api-key': apiKey, authorization } })).outcome;
    expect(await both(good, 'Bearer sk_live_unknown')).toBe('200');
    expect(await both(good, 'Basic nonsense')).toBe('200');
    expect(await both('sk_live_unknown', `Bearer ${good}`)).toBe('401 UNAUTHORIZED');
    expect(await both('', `Bearer ${good}`)).toBe('200');
    expect(await both('', 'Bearer sk_live_unknown')).toBe('401 UNAUTHORIZED');

    const { key: revoked } = service.sandbox.keys.create({ environment: 'live' });
    service.sandbox.keys.revoke(revoked);
    expect(await both(revoked, `Bearer ${good}`)).toBe('401 KEY_REVOKED');
    expect(await both(good, `Bearer ${revoked}`)).toBe('200');
  });

  test('duplicate x-api-key headers are refused, even with the same key (A1)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const headers = new Headers([
      ['x-api-key', key],
      ['x-api-key', key],
    ]);
    const response = await list(service, {}, { key: null, headers: Object.fromEntries(headers) });
    expect(response.outcome).toBe('401 UNAUTHORIZED');
  });

  test('under /api/v1, the key is checked before the route (A3)', async () => {
    const service = await open();
    for (const [method, path] of [
      ['GET', '/api/v1/nowhere'],
      ['DELETE', emails],
      ['PATCH', '/api/v1/nowhere/else'],
    ] as const) {
      expect((await service.call(method, path, { key: null })).outcome, path).toBe('401 UNAUTHORIZED');
    }
    expect((await service.call('GET', '/api/v1/nowhere')).outcome).toBe('404 NOT_FOUND');
  });

  test('no key is required outside /api/v1 or for a preflight (A3)', async () => {
    const service = await open();
    expect((await service.call('GET', '/api/v2/emails', { key: null })).status).toBe(404);
    expect((await service.call('OPTIONS', emails, { key: null })).status).toBe(204);
  });
});
