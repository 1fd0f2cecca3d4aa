import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, other, read, send } from './control.ts';

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
  test('GET /accounts: the default account is there at the start', async () => {
    const plane = await open();
    const answer = await plane.control('GET', '/accounts');
    expect(answer.outcome).toBe('200');
    expect(answer.json).toEqual({ accounts: [standard] });
  });

  test('POST /accounts: an account is opened with its domain, credits and keys', async () => {
    const plane = await open();
    const answer = await plane.control('POST', '/accounts', {
      ...other,
      keys: [...other.keys, { environment: 'live', expiresAt: '2026-01-02T00:00:00.000Z' }],
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
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
    expect(read<{ accounts: Account[] }>(await plane.control('GET', '/accounts')).accounts).toHaveLength(2);
    await send(plane, { from: 'eve@other.example' }, 'sk_live_other');
    await send(plane, { from: 'eve@other.example' }, 'sk_test_other');
  });

  test('POST /accounts: a key expires when it was told to', async () => {
    const plane = await open();
    const key = 'sk_live_brief';
    await plane.control('POST', '/accounts', {
      domain: { name: 'brief.example' },
      keys: [{ key, environment: 'live', expiresAt: '2026-01-01T01:00:00.000Z' }],
    });
    await plane.control('POST', '/clock', { advance: 3_599_999 });
    expect((await plane.api('GET', '/emails', undefined, key)).outcome).toBe('200');
    await plane.control('POST', '/clock', { advance: 1 });
    expect((await plane.api('GET', '/emails', undefined, key)).outcome).toBe('401 KEY_EXPIRED');
  });

  test('POST /accounts: wrong input is refused with its field and opens nothing', async () => {
    const plane = await open();
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
      expectInvalid(await plane.control('POST', '/accounts', json), field);
    }
    expect((await plane.control('GET', '/accounts')).json).toEqual({ accounts: [standard] });
  });

  test('POST /accounts: a key that is in use is refused and stays whose it was', async () => {
    const plane = await open();
    const json = { ...other, keys: [{ key: plane.sandbox.liveApiKey, environment: 'live' }] };
    const { status } = await plane.control('POST', '/accounts', json);
    expect([400, 409]).toContain(status);
    expect((await plane.control('GET', '/accounts')).json).toEqual({ accounts: [standard] });
    await send(plane);
  });

  test('POST /accounts: a key that is named twice is refused by its place, and nothing is opened', async () => {
    const plane = await open();
    const key = { key: 'sk_live_twice', environment: 'live' } as const;
    const answer = await plane.control('POST', '/accounts', { ...other, keys: [key, key] });
    expect(answer.outcome).toBe('409 ALREADY_EXISTS');
    expect(answer.json).toMatchObject({ error: { details: { field: 'keys[1].key' } } });
    expect(answer.text).not.toContain('twice');
    expect(() => plane.sandbox.accounts.create({ ...other, keys: [key, key] })).toThrow(
      expect.objectContaining({ name: 'ControlError', message: 'keys[1].key already exists' }),
    );
    expect((await plane.control('GET', '/accounts')).json).toEqual({ accounts: [standard] });
    expect(plane.sandbox.check()).toEqual([]);
  });

  test('POST /accounts: a key of the wrong environment or in use is refused by its place', async () => {
    const plane = await open();
    const live = { key: 'sk_live_a', environment: 'live' };
    for (const [second, status] of [
      [{ key: 'sk_live_b', environment: 'test' }, 400],
      [{ key: plane.sandbox.apiKey, environment: 'test' }, 409],
    ] as const) {
      const answer = await plane.control('POST', '/accounts', { ...other, keys: [live, second] });
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ error: { details: { field: 'keys[1].key' } } });
    }
    expect((await plane.control('GET', '/accounts')).json).toEqual({ accounts: [standard] });
  });

  test('GET /accounts/{id}: an account is found by its id, the default one as default too', async () => {
    const plane = await open();
    const id = await addOther(plane);
    expect((await plane.control('GET', `/accounts/${id}`)).json).toMatchObject({ id, credits: 5 });
    const standardAccount = read<Account>(await plane.control('GET', '/accounts/default'));
    expect(standardAccount).toEqual(standard);
    expect((await plane.control('GET', `/accounts/${standardAccount.id}`)).json).toEqual(standardAccount);
  });

  test('GET and PATCH /accounts/{id}: an unknown account is 404', async () => {
    const plane = await open();
    for (const method of ['GET', 'PATCH']) {
      const json = method === 'PATCH' ? { credits: 1 } : undefined;
      expect((await plane.control(method, '/accounts/nobody', json)).outcome).toBe('404 NOT_FOUND');
    }
  });

  test('PATCH /accounts/{id}: credits and the state of the domain change, each alone', async () => {
    const plane = await open();
    for (const [json, credits, dnsVerified, active] of [
      [{ credits: 3 }, 3, true, true],
      [{ domain: { dnsVerified: false } }, 3, false, true],
      [{ domain: { active: false } }, 3, false, false],
      [{ credits: 0, domain: { dnsVerified: true, active: true } }, 0, true, true],
      [{}, 0, true, true],
    ] as const) {
      const answer = await plane.control('PATCH', '/accounts/default', json);
      expect(answer.outcome).toBe('200');
      expect(answer.json).toEqual({
        ...standard,
        credits,
        domain: { name: 'example.com', dnsVerified, active },
      });
      expect((await plane.control('GET', '/accounts/default')).json).toEqual(answer.json);
    }
  });

  test('PATCH /accounts/{id}: the API acts on the change at once', async () => {
    const plane = await open();
    const id = await addOther(plane);
    const verify = async (email: string, key?: string) =>
      (await plane.api('POST', '/email-verification/single', { email }, key)).outcome;
    await plane.control('PATCH', '/accounts/default', { credits: 1, domain: { active: false } });
    expect(await verify('a@example.net')).toBe('200');
    expect(await verify('b@example.net')).toBe('402 INSUFFICIENT_CREDITS');
    expect(await verify('b@example.net', 'sk_live_other')).toBe('200');
    const hello = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
    expect((await plane.api('POST', '/emails', hello)).outcome).toBe('400 DOMAIN_VALIDATION_FAILED');
    await send(plane, { from: 'eve@other.example' }, 'sk_live_other');
    expect((await plane.control('GET', `/accounts/${id}`)).json).toMatchObject({ credits: 4 });
  });

  test('PATCH /accounts/{id}: wrong input is refused with its field and changes nothing', async () => {
    const plane = await open();
    for (const [json, field] of [
      [{ credits: -1 }, 'credits'],
      [{ credits: '5' }, 'credits'],
      [{ credits: 1, domain: { active: 'no' } }, 'domain.active'],
      [{ domain: { dnsVerified: 0 } }, 'domain.dnsVerified'],
      [{ domain: 'example.org' }, 'domain'],
    ] as const) {
      expectInvalid(await plane.control('PATCH', '/accounts/default', json), field);
    }
    expect((await plane.control('GET', '/accounts/default')).json).toEqual(standard);
  });
});
