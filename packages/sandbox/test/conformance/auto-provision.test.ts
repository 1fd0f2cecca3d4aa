import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { eventsOf } from '../saved-state.ts';

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hi' };

conformance('auto-provision', (open) => {
  test('two unknown keys open two separate accounts', async () => {
    const { sandbox, call } = await open({ autoProvision: true });
    const mine = { key: 'sk_live_mine' };
    const yours = { key: 'sk_live_yours' };
    expect((await call('POST', '/api/v1/emails', { ...mine, json: email })).outcome).toBe('201');
    expect((await call('GET', '/api/v1/emails', mine)).body.data.emails).toHaveLength(1);
    for (const key of [yours, { key: sandbox.liveApiKey }]) {
      expect((await call('GET', '/api/v1/emails', key)).body.data.emails).toHaveLength(0);
    }
    sandbox.account('sk_live_mine').suppressions.add({ email: 'bob@example.org' });
    const again = (key: object) => call('POST', '/api/v1/emails', { ...key, json: email });
    expect((await again(mine)).body.error.code).toBe('RECIPIENT_SUPPRESSED');
    expect((await again(yours)).outcome).toBe('201');
    expect(sandbox.accounts.list()).toHaveLength(3);
    expect(eventsOf(sandbox).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['account.created', 'account.created']),
    );
    expect(sandbox.check()).toEqual([]);
  });

  test('a provisioned account has the usual domain, credits and templates, and only its own key', async () => {
    const { sandbox, call } = await open({ autoProvision: true });
    await call('GET', '/api/v1/emails', { key: 'sk_test_mine' });
    const { info, templates } = sandbox.account('sk_test_mine');
    expect(info).toMatchObject({
      domain: { name: 'example.com', dnsVerified: true, active: true },
      credits: 10_000,
      keys: [{ key: 'sk_test_mine', environment: 'test', status: 'active' }],
    });
    expect(templates.list()).toEqual(sandbox.templates.list());
  });

  test('a malformed key is 401 and opens no account', async () => {
    const { sandbox, call } = await open({ autoProvision: true });
    for (const key of ['sk_prod_mine', 'sk_live_', 'sk_live_a.b', 'pk_live_mine', null]) {
      expect((await call('GET', '/api/v1/emails', { key })).outcome).toBe('401 UNAUTHORIZED');
    }
    expect(sandbox.accounts.list()).toHaveLength(1);
  });

  test('without autoProvision, an unknown key is 401 (R18)', async () => {
    const { call } = await open();
    expect((await call('GET', '/api/v1/emails', { key: 'sk_live_mine' })).outcome).toBe('401 UNAUTHORIZED');
  });
});
