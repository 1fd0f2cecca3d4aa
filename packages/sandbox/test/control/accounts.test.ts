import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { addOther, expectInvalid, other, read, send } from './control.ts';

interface Account {
  readonly id: string;
  readonly domain: { readonly name: string; readonly dnsVerified: boolean; readonly active: boolean };
  readonly credits: number;
  readonly keys: readonly {
    readonly key: string;
    readonly environment: string;
    readonly status: string;
    readonly expiresAt?: string;
  }[];
}

const standard = {
  id: expect.stringMatching(/\S/),
  domain: { name: 'example.com', dnsVerified: true, active: true },
  credits: 10_000,
  keys: [
    { key: 'sk_live_sandbox', environment: 'live', status: 'active' },
    { key: 'sk_test_sandbox', environment: 'test', status: 'active' },
  ],
};

controlPlane('accounts', (open) => {
  test('GET /accounts: the default account exists from the start', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/accounts');
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual({ accounts: [standard] });
  });

  test('POST /accounts: a new account has its domain, credits and keys', async () => {
    const service = await open();
    const response = await service.call('POST', '/_sandbox/accounts', {
      json: {
        ...other,
        keys: [...other.keys, { environment: 'live', expiresAt: '2026-01-02T00:00:00.000Z' }],
      },
    });
    expect(response.status).toBe(201);
    expect(response.json).toEqual({
      id: expect.stringMatching(/\S/),
      domain: other.domain,
      credits: 5,
      keys: [
        { key: 'sk_live_other', environment: 'live', status: 'active' },
        { key: 'sk_test_other', environment: 'test', status: 'active' },
        {
          key: expect.stringMatching(/^sk_live_/),
          environment: 'live',
          status: 'active',
          expiresAt: '2026-01-02T00:00:00.000Z',
        },
      ],
    });
    expect(
      read<{ accounts: Account[] }>(await service.call('GET', '/_sandbox/accounts')).accounts,
    ).toHaveLength(2);
    await send(service, { from: 'eve@other.example' }, 'sk_live_other');
    await send(service, { from: 'eve@other.example' }, 'sk_test_other');
  });

  test('POST /accounts: a key expires at its expiry time', async () => {
    const service = await open();
    const key = 'sk_live_brief';
    await service.call('POST', '/_sandbox/accounts', {
      json: {
        domain: { name: 'brief.example' },
        keys: [{ key, environment: 'live', expiresAt: '2026-01-01T01:00:00.000Z' }],
      },
    });
    await service.call('POST', '/_sandbox/clock', { json: { advance: 3_599_999 } });
    expect((await service.call('GET', '/api/v1/emails', { key })).outcome).toBe('200');
    await service.call('POST', '/_sandbox/clock', { json: { advance: 1 } });
    expect((await service.call('GET', '/api/v1/emails', { key })).outcome).toBe('401 KEY_EXPIRED');
  });

  test('POST /accounts: invalid input is refused with its field and opens no account', async () => {
    const service = await open();
    const { domain } = other;
    for (const [json, field] of [
      [{}, 'domain'],
      [{ domain: {} }, 'domain.name'],
      [{ domain: { name: 5 } }, 'domain.name'],
      [{ domain: { ...domain, active: 'yes' } }, 'domain.active'],
      [{ domain: { ...domain, dnsVerified: 1 } }, 'domain.dnsVerified'],
      [{ domain, credits: -1 }, 'credits'],
      [{ domain, credits: 1.5 }, 'credits'],
      [{ domain, credits: '5' }, 'credits'],
      [{ domain, keys: [{ environment: 'prod' }] }, 'keys[0].environment'],
      [{ domain, keys: [{ key: 'sk_live_x' }] }, 'keys[0].environment'],
      [{ domain, keys: [{ environment: 'live', expiresAt: 'soon' }] }, 'keys[0].expiresAt'],
    ] as const) {
      expectInvalid(await service.call('POST', '/_sandbox/accounts', { json }), field);
    }
    expect((await service.call('GET', '/_sandbox/accounts')).json).toEqual({ accounts: [standard] });
  });

  test('POST /accounts: a key in use is refused and keeps its owner', async () => {
    const service = await open();
    const json = { ...other, keys: [{ key: service.sandbox.liveApiKey, environment: 'live' }] };
    const { status } = await service.call('POST', '/_sandbox/accounts', { json });
    expect([400, 409]).toContain(status);
    expect((await service.call('GET', '/_sandbox/accounts')).json).toEqual({ accounts: [standard] });
    await send(service);
  });

  test('POST /accounts: a key listed twice is refused by its position, and no account is opened', async () => {
    const service = await open();
    const key = { key: 'sk_live_twice', environment: 'live' } as const;
    const response = await service.call('POST', '/_sandbox/accounts', {
      json: { ...other, keys: [key, key] },
    });
    expect(response.outcome).toBe('409 ALREADY_EXISTS');
    expect(response.json).toMatchObject({ error: { details: { field: 'keys[1].key' } } });
    expect(response.text).not.toContain('twice');
    expect(() => service.sandbox.accounts.create({ ...other, keys: [key, key] })).toThrow(
      expect.objectContaining({ name: 'ControlError', message: 'keys[1].key already exists' }),
    );
    expect((await service.call('GET', '/_sandbox/accounts')).json).toEqual({ accounts: [standard] });
    expect(service.sandbox.check()).toEqual([]);
  });

  test('POST /accounts: a key of the wrong environment or in use is refused by its position', async () => {
    const service = await open();
    const live = { key: 'sk_live_a', environment: 'live' };
    for (const [second, status] of [
      [{ key: 'sk_live_b', environment: 'test' }, 400],
      [{ key: service.sandbox.testApiKey, environment: 'test' }, 409],
    ] as const) {
      const response = await service.call('POST', '/_sandbox/accounts', {
        json: { ...other, keys: [live, second] },
      });
      expect(response.status).toBe(status);
      expect(response.json).toMatchObject({ error: { details: { field: 'keys[1].key' } } });
    }
    expect((await service.call('GET', '/_sandbox/accounts')).json).toEqual({ accounts: [standard] });
  });

  test('GET /accounts/{id}: an account is found by its id, and the default one also as default', async () => {
    const service = await open();
    const id = await addOther(service);
    expect((await service.call('GET', `/_sandbox/accounts/${id}`)).json).toMatchObject({ id, credits: 5 });
    const standardAccount = read<Account>(await service.call('GET', '/_sandbox/accounts/default'));
    expect(standardAccount).toEqual(standard);
    expect((await service.call('GET', `/_sandbox/accounts/${standardAccount.id}`)).json).toEqual(
      standardAccount,
    );
  });

  test('GET and PATCH /accounts/{id}: an unknown account is 404', async () => {
    const service = await open();
    for (const method of ['GET', 'PATCH']) {
      const json = method === 'PATCH' ? { credits: 1 } : undefined;
      expect((await service.call(method, '/_sandbox/accounts/nobody', { json })).outcome).toBe(
        '404 NOT_FOUND',
      );
    }
  });

  test('PATCH /accounts/{id}: credits and domain state each change alone', async () => {
    const service = await open();
    for (const [json, credits, dnsVerified, active] of [
      [{ credits: 3 }, 3, true, true],
      [{ domain: { dnsVerified: false } }, 3, false, true],
      [{ domain: { active: false } }, 3, false, false],
      [{ credits: 0, domain: { dnsVerified: true, active: true } }, 0, true, true],
      [{}, 0, true, true],
    ] as const) {
      const response = await service.call('PATCH', '/_sandbox/accounts/default', { json });
      expect(response.outcome).toBe('200');
      expect(response.json).toEqual({
        ...standard,
        credits,
        domain: { name: 'example.com', dnsVerified, active },
      });
      expect((await service.call('GET', '/_sandbox/accounts/default')).json).toEqual(response.json);
    }
  });

  test('PATCH /accounts/{id}: the API reflects the change at once', async () => {
    const service = await open();
    const id = await addOther(service);
    const verify = async (email: string, key?: string) =>
      (await service.call('POST', '/api/v1/email-verification/single', { json: { email }, key })).outcome;
    await service.call('PATCH', '/_sandbox/accounts/default', {
      json: { credits: 1, domain: { active: false } },
    });
    expect(await verify('a@example.net')).toBe('200');
    expect(await verify('b@example.net')).toBe('402 INSUFFICIENT_CREDITS');
    expect(await verify('b@example.net', 'sk_live_other')).toBe('200');
    const hello = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
    expect((await service.call('POST', '/api/v1/emails', { json: hello })).outcome).toBe(
      '400 DOMAIN_VALIDATION_FAILED',
    );
    await send(service, { from: 'eve@other.example' }, 'sk_live_other');
    expect((await service.call('GET', `/_sandbox/accounts/${id}`)).json).toMatchObject({ credits: 4 });
  });

  test('PATCH /accounts/{id}: invalid input is refused with its field and changes nothing', async () => {
    const service = await open();
    for (const [json, field] of [
      [{ credits: -1 }, 'credits'],
      [{ credits: '5' }, 'credits'],
      [{ credits: 1, domain: { active: 'no' } }, 'domain.active'],
      [{ domain: { dnsVerified: 0 } }, 'domain.dnsVerified'],
      [{ domain: 'example.org' }, 'domain'],
    ] as const) {
      expectInvalid(await service.call('PATCH', '/_sandbox/accounts/default', { json }), field);
    }
    expect((await service.call('GET', '/_sandbox/accounts/default')).json).toEqual(standard);
  });
});
