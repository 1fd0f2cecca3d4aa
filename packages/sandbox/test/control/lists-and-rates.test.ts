import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { read } from './control.ts';

controlPlane('lists and rate windows', (open) => {
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
