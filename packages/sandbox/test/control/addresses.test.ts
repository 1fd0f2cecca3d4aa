import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { expectInvalid, read } from './control.ts';

const email = 'grace@mailinator.com';

controlPlane('addresses, lists and rate windows', (open) => {
  test('GET /addresses/{email}: contacts, suppression and results of an address come together', async () => {
    const service = await open();
    const look = async (address: string) =>
      read(await service.call('GET', `/_sandbox/addresses/${encodeURIComponent(address)}`));
    expect(await look(email)).toEqual({ email, contacts: [], verified: [] });
    const list = { name: 'Readers' };
    const { data } = read<{ data: { id: string } }>(
      await service.call('POST', '/api/v1/contact-lists', { json: list }),
    );
    await service.call('POST', `/api/v1/contact-lists/${data.id}/contacts`, { json: { email } });
    await service.call('POST', '/api/v1/email-verification/single', { json: { email } });
    service.sandbox.suppressions.add({ email });
    service.sandbox.verifications.setResult(email, 'valid');
    expect(await look('GRACE@mailinator.com')).toMatchObject({
      email: 'GRACE@mailinator.com',
      contacts: [{ listId: data.id, listName: 'Readers', status: 'active' }],
      suppression: { email, reason: 'manual' },
      verified: [
        {
          environment: 'live',
          result: 'risky',
          details: { isDisposable: true },
          cachedUntil: '2026-01-02T00:00:00.000Z',
        },
      ],
      outcome: { email, result: 'valid' },
    });
    expectInvalid(await service.call('GET', '/_sandbox/addresses/nobody'), 'email');
  });

  test('GET /contact-lists: lists have their fields and the number of contacts by status', async () => {
    const service = await open();
    const json = {
      name: 'Readers',
      description: 'Who reads',
      customFields: [{ key: 'city', label: 'City', type: 'text' }],
    };
    const { data } = read<{ data: { id: string } }>(
      await service.call('POST', '/api/v1/contact-lists', { json }),
    );
    for (const name of ['a', 'b']) {
      const contact = { email: `${name}@example.net` };
      await service.call('POST', `/api/v1/contact-lists/${data.id}/contacts`, { json: contact });
    }
    const [first] = service.sandbox.contacts.list();
    service.sandbox.contacts.setStatus(first?.id ?? '', 'bounced');
    expect((await service.call('GET', '/_sandbox/contact-lists')).json).toEqual({
      lists: [
        {
          id: data.id,
          name: 'Readers',
          description: 'Who reads',
          customFields: [{ key: 'city', label: 'City', type: 'text', required: false }],
          contacts: { active: 1, unsubscribed: 0, bounced: 1, complained: 0, suppressed: 0 },
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  test('GET /rate-windows: each key has what is left of its window, without counting as a request', async () => {
    const service = await open();
    const windows = async () => read<{ keys: object[] }>(await service.call('GET', '/_sandbox/rate-windows'));
    await service.call('GET', '/api/v1/emails', { key: service.sandbox.liveApiKey });
    const response = await service.call('GET', '/api/v1/emails', { key: service.sandbox.liveApiKey });
    const remaining = Number(response.headers.get('x-ratelimit-remaining'));
    const resetsAt = response.headers.get('x-ratelimit-reset');
    for (const times of [1, 2]) {
      const { keys } = await windows();
      expect(keys, String(times)).toContainEqual({
        key: service.sandbox.liveApiKey,
        environment: 'live',
        limit: remaining + 2,
        remaining,
        resetsAt,
      });
    }
    service.sandbox.clock.advance('1h');
    const { keys } = await windows();
    expect(keys).toContainEqual({
      key: service.sandbox.liveApiKey,
      environment: 'live',
      limit: remaining + 2,
      remaining: remaining + 2,
    });
  });
});
