import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, read, send, start } from './control.ts';

interface Key {
  readonly key: string;
  readonly environment: string;
  readonly status: string;
  readonly expiresAt?: string;
}

controlPlane('keys', (open) => {
  test('POST /accounts/{id}/keys: a generated key of the environment works', async () => {
    const plane = await open();
    for (const environment of ['live', 'test']) {
      const answer = await plane.control('POST', '/accounts/default/keys', { environment });
      expect(answer.status).toBe(201);
      const made = read<Key>(answer);
      expect(made).toEqual({
        key: expect.stringMatching(new RegExp(`^sk_${environment}_`)),
        environment,
        status: 'active',
      });
      expect((await plane.api('GET', '/emails', undefined, made.key)).outcome).toBe('200');
      expect((await plane.control('GET', '/accounts/default')).text).toContain(made.key);
    }
  });

  test('POST /accounts/{id}/keys: a given key is added to the account in the path', async () => {
    const plane = await open();
    const id = await addOther(plane);
    const json = { environment: 'live', key: 'sk_live_second' };
    expect(read<Key>(await plane.control('POST', `/accounts/${id}/keys`, json)).key).toBe('sk_live_second');
    await send(plane, { from: 'eve@other.example' }, 'sk_live_second');
    expect((await plane.control('GET', '/accounts/default')).text).not.toContain('sk_live_second');
  });

  test('POST /accounts/{id}/keys: an unknown account is 404, and invalid input is refused with its field', async () => {
    const plane = await open();
    const live = { environment: 'live' };
    expect((await plane.control('POST', '/accounts/nobody/keys', live)).outcome).toBe('404 NOT_FOUND');
    const wrong = async (json: object) => plane.control('POST', '/accounts/default/keys', json);
    expectInvalid(await wrong({ environment: 'prod' }), 'environment');
    expectInvalid(await wrong({ ...live, expiresAt: 'soon' }), 'expiresAt');
    expectInvalid(await wrong({ ...live, key: 5 }), 'key');
  });

  test('POST /keys/{key}/revoke: the key is refused from now on (R22)', async () => {
    const plane = await open();
    const key = plane.sandbox.liveApiKey;
    const answer = await plane.control('POST', `/keys/${key}/revoke`);
    expect(answer.outcome).toBe('200');
    expect(answer.json).toMatchObject({ key, environment: 'live', status: 'revoked' });
    expect((await plane.api('GET', '/emails')).outcome).toBe('401 KEY_REVOKED');
    expect((await plane.api('GET', '/emails', undefined, plane.sandbox.apiKey)).outcome).toBe('200');
    expect((await plane.control('GET', '/accounts/default')).json).toMatchObject({
      keys: [{ key, status: 'revoked' }, { status: 'active' }],
    });
  });

  test('POST /keys/{key}/expire: the key is expired from now on (R23)', async () => {
    const plane = await open();
    const key = plane.sandbox.liveApiKey;
    const answer = await plane.control('POST', `/keys/${key}/expire`);
    expect(answer.outcome).toBe('200');
    expect(answer.json).toMatchObject({ key, environment: 'live', status: 'expired', expiresAt: start });
    expect((await plane.api('GET', '/emails')).outcome).toBe('401 KEY_EXPIRED');
  });

  test('POST /keys/{key}/revoke and /expire: a key of any account is found, and an unknown one is 404', async () => {
    const plane = await open();
    await addOther(plane);
    expect((await plane.control('POST', '/keys/sk_live_other/revoke')).outcome).toBe('200');
    expect((await plane.control('POST', '/keys/sk_test_other/expire')).outcome).toBe('200');
    for (const verb of ['revoke', 'expire']) {
      const answer = await plane.control('POST', `/keys/sk_live_nobody/${verb}`);
      expect(answer.outcome).toBe('404 NOT_FOUND');
    }
    expect((await plane.control('POST', `/keys/${plane.sandbox.liveApiKey}/polish`)).outcome).toBe(
      '404 NOT_FOUND',
    );
  });

  test('X-Sandbox-Account: a key of another account is 404 and stays as it is', async () => {
    const plane = await open();
    const chosen = { 'x-sandbox-account': await addOther(plane) };
    for (const verb of ['revoke', 'expire', 'rotate']) {
      const path = `/keys/${plane.sandbox.liveApiKey}/${verb}`;
      expect((await plane.control('POST', path, undefined, chosen)).outcome).toBe('404 NOT_FOUND');
    }
    const { keys } = plane.sandbox.account('sk_live_other');
    expect(() => keys.revoke(plane.sandbox.liveApiKey)).toThrow(expect.objectContaining({ status: 404 }));
    expect((await plane.api('GET', '/emails')).outcome).toBe('200');
    expect((await plane.control('POST', '/keys/sk_live_other/revoke', undefined, chosen)).outcome).toBe(
      '200',
    );
  });
});
