import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { controlPlane, start } from '../harness.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

interface Key {
  readonly key: string;
  readonly environment: string;
  readonly status: string;
  readonly expiresAt?: string;
}

controlPlane('keys', (open) => {
  test('POST /accounts/{id}/keys: a generated key of the environment works', async () => {
    const service = await open();
    for (const environment of ['live', 'test']) {
      const response = await service.call('POST', '/_sandbox/accounts/default/keys', {
        json: { environment },
      });
      expect(response.status).toBe(201);
      const made = read<Key>(response);
      expect(made).toEqual({
        key: expect.stringMatching(new RegExp(`^sk_${environment}_`)),
        environment,
        status: 'active',
      });
      expect((await service.call('GET', '/api/v1/emails', { key: made.key })).outcome).toBe('200');
      expect((await service.call('GET', '/_sandbox/accounts/default')).text).toContain(made.key);
    }
  });

  test('POST /accounts/{id}/keys: a given key is added to the account in the path', async () => {
    const service = await open();
    const id = await addOther(service);
    const json = { environment: 'live', key: 'sk_live_second' };
    expect(read<Key>(await service.call('POST', `/_sandbox/accounts/${id}/keys`, { json })).key).toBe(
      'sk_live_second',
    );
    await send(service, { from: 'eve@other.example' }, 'sk_live_second');
    expect((await service.call('GET', '/_sandbox/accounts/default')).text).not.toContain('sk_live_second');
  });

  test('POST /accounts/{id}/keys: an unknown account is 404, and invalid input is refused with its field', async () => {
    const service = await open();
    const live = { environment: 'live' };
    expect((await service.call('POST', '/_sandbox/accounts/nobody/keys', { json: live })).outcome).toBe(
      '404 NOT_FOUND',
    );
    const wrong = async (json: object) => service.call('POST', '/_sandbox/accounts/default/keys', { json });
    expectInvalid(await wrong({ environment: 'prod' }), 'environment');
    expectInvalid(await wrong({ ...live, expiresAt: 'soon' }), 'expiresAt');
    expectInvalid(await wrong({ ...live, key: 5 }), 'key');
  });

  test('POST /keys/{key}/revoke: the key is refused from now on (R22)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const response = await service.call('POST', `/_sandbox/keys/${key}/revoke`);
    expect(response.outcome).toBe('200');
    expect(response.json).toMatchObject({ key, environment: 'live', status: 'revoked' });
    expect((await service.call('GET', '/api/v1/emails')).outcome).toBe('401 KEY_REVOKED');
    expect((await service.call('GET', '/api/v1/emails', { key: service.sandbox.testApiKey })).outcome).toBe(
      '200',
    );
    expect((await service.call('GET', '/_sandbox/accounts/default')).json).toMatchObject({
      keys: [{ key, status: 'revoked' }, { status: 'active' }],
    });
  });

  test('POST /keys/{key}/expire: the key is expired from now on (R23)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const response = await service.call('POST', `/_sandbox/keys/${key}/expire`);
    expect(response.outcome).toBe('200');
    expect(response.json).toMatchObject({ key, environment: 'live', status: 'expired', expiresAt: start });
    expect((await service.call('GET', '/api/v1/emails')).outcome).toBe('401 KEY_EXPIRED');
  });

  test('POST /keys/{key}/revoke and /expire: a key of any account is found, and an unknown one is 404', async () => {
    const service = await open();
    await addOther(service);
    expect((await service.call('POST', '/_sandbox/keys/sk_live_other/revoke')).outcome).toBe('200');
    expect((await service.call('POST', '/_sandbox/keys/sk_test_other/expire')).outcome).toBe('200');
    for (const verb of ['revoke', 'expire']) {
      const response = await service.call('POST', `/_sandbox/keys/sk_live_nobody/${verb}`);
      expect(response.outcome).toBe('404 NOT_FOUND');
    }
    expect((await service.call('POST', `/_sandbox/keys/${service.sandbox.liveApiKey}/polish`)).outcome).toBe(
      '404 NOT_FOUND',
    );
  });

  test('X-Sandbox-Account: a key of another account is 404 and stays as it is', async () => {
    const service = await open();
    const chosen = { 'x-sandbox-account': await addOther(service) };
    for (const verb of ['revoke', 'expire', 'rotate']) {
      const path = `/keys/${service.sandbox.liveApiKey}/${verb}`;
      expect((await service.call('POST', `/_sandbox${path}`, { headers: chosen })).outcome).toBe(
        '404 NOT_FOUND',
      );
    }
    const { keys } = service.sandbox.account('sk_live_other');
    expect(() => keys.revoke(service.sandbox.liveApiKey)).toThrow(expect.objectContaining({ status: 404 }));
    expect((await service.call('GET', '/api/v1/emails')).outcome).toBe('200');
    expect(
      (await service.call('POST', '/_sandbox/keys/sk_live_other/revoke', { headers: chosen })).outcome,
    ).toBe('200');
  });
});

test('testApiKey and liveApiKey belong to the default account, even if another account has the usual keys', () => {
  const own = [
    { environment: 'live', key: 'sk_live_own' },
    { environment: 'test', key: 'sk_test_own' },
  ] as const;
  const usual = [
    { environment: 'live', key: 'sk_live_sandbox' },
    { environment: 'test', key: 'sk_test_sandbox' },
  ] as const;
  const sandbox = createSandbox({
    seed: { accounts: [{ keys: own }, { domain: { name: 'other.example' }, keys: usual }] },
  });
  expect([sandbox.liveApiKey, sandbox.testApiKey]).toEqual(['sk_live_own', 'sk_test_own']);
});

test('testApiKey and liveApiKey are working keys as long as there are any (R22, R23)', () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const rotated = sandbox.keys.rotate(sandbox.liveApiKey).key;
  expect(sandbox.liveApiKey).toBe(rotated);

  const { key } = sandbox.keys.create({
    environment: 'test',
    expiresAt: sandbox.clock.now().getTime() + 1_000,
  });
  expect(sandbox.testApiKey).toBe('sk_test_sandbox');
  sandbox.keys.expire('sk_test_sandbox');
  expect(sandbox.testApiKey).toBe(key);
  sandbox.clock.advance(1_000);
  expect(sandbox.testApiKey).toBe('sk_test_sandbox');
});
