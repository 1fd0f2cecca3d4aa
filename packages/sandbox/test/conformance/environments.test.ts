import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { endpoints } from './endpoints.ts';
import { list, send, sendTemplate, total } from './emails.ts';

const lists = '/api/v1/contact-lists';

/** A second customer with its own keys. */
function addAccount({ sandbox }: Service, credits = 10_000) {
  sandbox.accounts.create({
    domain: { name: 'other.example', dnsVerified: true, active: true },
    credits,
    keys: [
      { key: 'sk_live_other', environment: 'live' },
      { key: 'sk_test_other', environment: 'test' },
    ],
  });
}

conformance('domains and environments', (open) => {
  test('a live key sends, a test key simulates (R24)', async () => {
    const service = await open();
    const live = (await send(service)).body.data;
    const simulated = (await send(service, {}, { key: service.sandbox.testApiKey })).body.data;
    expect(service.sandbox.liveApiKey).toMatch(/^sk_live_/);
    expect(service.sandbox.testApiKey).toMatch(/^sk_test_/);
    expect(live).not.toHaveProperty('sandbox');
    expect(simulated.sandbox).toBe(true);
    expect(await total(service)).toBe(1);
  });

  test('keys of both environments can reach every endpoint (R25)', async () => {
    const service = await open();
    for (const key of [service.sandbox.liveApiKey, service.sandbox.testApiKey]) {
      for (const [method, path] of endpoints) {
        const { status } = await service.call(method, path, { key });
        expect([401, 403, 405], `${method} ${path}`).not.toContain(status);
      }
    }
  });

  test('one domain does not list the emails of another (R26)', async () => {
    const service = await open();
    addAccount(service);
    await send(service);
    const other = (await send(service, { from: 'eve@other.example' }, { key: 'sk_live_other' })).body.data;
    const listed = (await list(service, {}, { key: 'sk_live_other' })).body.data;
    expect(listed.emails.map((email) => email.id)).toEqual([other.id]);
    expect(listed.pagination.total).toBe(1);
    expect(await total(service)).toBe(1);
  });

  test('a contact list does not exist for another domain (R26)', async () => {
    const service = await open();
    addAccount(service);
    const { id } = (await service.call('POST', lists, { json: { name: 'Readers' } })).body.data;
    const json = { name: 'Mine now' };
    expect((await service.call('PUT', `${lists}/${id}`, { json, key: 'sk_live_other' })).outcome).toBe(
      '404 NOT_FOUND',
    );
    expect((await service.call('PUT', `${lists}/${id}`, { json })).outcome).toBe('200');
  });

  test('verifications with a test key are free and need no credits (R28)', async () => {
    const service = await open();
    addAccount(service, 0);
    const verify = (path: string, json: object, key: string) =>
      service.call('POST', `/api/v1/email-verification/${path}`, { key, json });
    expect((await verify('single', { email: 'bob@example.net' }, 'sk_test_other')).outcome).toBe('200');
    const batch = await verify('batch', { emails: ['a@example.net', 'b@example.net'] }, 'sk_test_other');
    expect(batch.outcome).toBe('202');
    expect(batch.body.data).toMatchObject({ creditsDeducted: 0 });
    expect((await verify('single', { email: 'bob@example.net' }, 'sk_live_other')).outcome).toBe(
      '402 INSUFFICIENT_CREDITS',
    );
  });

  test('live and test keys share suppressions and templates, but not emails (A67)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    service.sandbox.suppressions.add({ email: 'no@example.net' });
    service.sandbox.templates.set('shared', { subject: 'Shared', html: '<p>Shared</p>' });
    for (const request of [{}, test]) {
      expect((await send(service, { to: 'no@example.net' }, request)).outcome).toBe(
        '400 RECIPIENT_SUPPRESSED',
      );
      expect((await sendTemplate(service, 'shared', {}, request)).outcome).toBe('201');
    }
    expect(await total(service)).toBe(1);
    expect((await list(service, {}, test)).body.data.emails).toEqual([]);
  });

  test('live and test keys share contact lists (A67)', async () => {
    const service = await open();
    const key = service.sandbox.testApiKey;
    const { id } = (await service.call('POST', lists, { json: { name: 'Readers' } })).body.data;
    expect((await service.call('GET', lists, { key })).text).toContain(id);
    expect((await service.call('PUT', `${lists}/${id}`, { key, json: { name: 'Writers' } })).outcome).toBe(
      '200',
    );
  });

  test('each key has its own rate limit (A67)', async () => {
    const service = await open({ rateLimit: { limit: 2 } });
    for (const key of [service.sandbox.liveApiKey, service.sandbox.testApiKey]) {
      expect((await list(service, {}, { key })).headers.get('x-ratelimit-remaining')).toBe('1');
    }
  });

  test('sending costs no credits (A68)', async () => {
    const service = await open();
    addAccount(service, 0);
    for (const key of ['sk_live_other', 'sk_test_other']) {
      expect((await send(service, { from: 'eve@other.example' }, { key })).outcome).toBe('201');
    }
  });
});
