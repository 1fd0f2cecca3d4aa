import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call, controlPlane, payload, type Target } from '../harness.ts';
import { eventsOf, stateOf } from '../saved-state.ts';

/** Leaves something of an account in every list. */
async function use(target: Target, domain: string, key: string): Promise<void> {
  const control = (method: string, path: string, json: object) =>
    call(target, method, `/_sandbox${path}`, { json, headers: { 'x-sandbox-account': key } });
  const api = (path: string, json: object) => call(target, 'POST', `/api/v1${path}`, { json, key });
  await control('PUT', '/templates/offer', { subject: 'Offer', text: domain });
  await control('POST', '/suppressions', { email: `no@${domain}` });
  await control('POST', '/faults', { operation: 'listEmails', effect: { status: 503 } });
  await control('PUT', `/verification-results/a@${domain}`, { result: 'risky' });
  const upload = { filename: domain, contentType: 'text/plain', size: 2 };
  const { uploadUrl, attachmentId } = payload<Record<string, string>>(
    await api('/attachments/presigned-url', upload),
  );
  await target.fetch(uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: 'hi',
  });
  await api(`/attachments/${attachmentId}/confirm`, {});
  await send(
    target,
    { from: `ada@${domain}`, attachmentIds: [attachmentId], idempotencyKey: domain },
    { key },
  );
  const { id } = payload<{ id: string }>(await api('/contact-lists', { name: domain }));
  await api(`/contact-lists/${id}/contacts`, { email: `bob@${domain}` });
  await api('/email-verification', { email: `cy@${domain}` });
  await api('/email-verification/batch', { emails: [`dan@${domain}`] });
}

const lists = [
  '/messages?whole=true',
  '/attachments',
  '/contact-lists',
  '/contacts',
  '/suppressions',
  '/templates',
  '/verifications',
  '/verification-results',
  '/credits/ledger',
  '/faults',
];

controlPlane('recording', (open) => {
  test('POST /recording: everything of one account, nothing of another, and what nobody owns', async () => {
    const service = await open();
    const [own, other] = ['own.example', 'other.example'].map((name) =>
      service.sandbox.accounts.create({ domain: { name } }),
    );
    const keys = [other, own].map((account) => account?.keys[0]?.key ?? '');
    const [otherKey = '', ownKey = ''] = keys;
    await use(service, 'other.example', otherKey);
    await use(service, 'own.example', ownKey);
    await send(service, {}, { key: 'sk_live_unknown' });
    const chosen = { headers: { 'x-sandbox-account': ownKey } };
    const { text } = await service.call('POST', '/_sandbox/recording', {
      json: { title: 'signs up', error: `not ${otherKey}` },
      ...chosen,
    });
    for (const key of keys) expect(text).not.toContain(key);
    expect(text).not.toContain('other.example');
    expect(text).not.toContain(other?.id);

    const recorded = createSandbox();
    await recorded.load(text);
    expect(recorded.check()).toEqual([]);
    for (const list of lists) {
      const shown = await call(recorded, 'GET', `/_sandbox${list}`);
      expect(shown.json, list).toEqual((await service.call('GET', `/_sandbox${list}`, chosen)).json);
    }
    expect(recorded.requests.list({ status: 401 })).toHaveLength(1);
    expect(recorded.requests.list()).toHaveLength(1 + service.sandbox.account(ownKey).requests.count());
    expect(eventsOf(recorded).at(-1)).toMatchObject({
      type: 'test.failed',
      data: { title: 'signs up', error: 'not sk_live_***' },
    });
    recorded.clock.runUntilIdle();
    expect(recorded.verifications.list().every(({ status }) => status === 'completed')).toBe(true);
  });

  test('POST /recording: without an account, the whole sandbox, with a frozen clock', async () => {
    const service = await open();
    await use(service, 'example.com', service.liveApiKey);
    service.sandbox.accounts.create({ domain: { name: 'own.example' } });
    const before = [...service.sandbox.save()];
    const { text } = await service.call('POST', '/_sandbox/recording', { json: { title: 'signs up' } });
    expect([...service.sandbox.save()]).toEqual(before);
    const recorded = createSandbox();
    await recorded.load(text);
    expect(recorded.accounts.list()).toHaveLength(2);
    expect(stateOf(recorded).clock).toMatchObject({ frozenAt: service.sandbox.clock.now().getTime() });
    const refused = await service.call('POST', '/_sandbox/recording', { json: {} });
    expect(refused.outcome).toBe('400 VALIDATION_ERROR');
  });
});
