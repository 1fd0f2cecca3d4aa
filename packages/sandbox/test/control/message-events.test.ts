import { expect, test } from 'vitest';
import { controlPlane, type Service, start } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

const happen = (service: Service, id: string, type: string, fields: object = {}) =>
  service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type, ...fields } });

/** The email as the API lists it. */
async function listed(service: Service): Promise<unknown> {
  return JSON.parse((await service.call('GET', '/api/v1/emails?limit=1')).text).data.emails[0];
}

controlPlane('events of a message', (open) => {
  test('POST /messages/{id}/events: an email is moved through its lifecycle by hand', async () => {
    const service = await open();
    const { id, messageId } = await send(service);
    for (const [type, status, stamp] of [
      ['sent', 'sent', 'sentAt'],
      ['delivered', 'delivered', 'deliveredAt'],
      ['opened', 'delivered', 'openedAt'],
      ['clicked', 'delivered', 'clickedAt'],
    ] as const) {
      expect(await listed(service)).not.toHaveProperty(stamp);
      const response = await happen(service, type === 'opened' ? messageId : id, type);
      expect(response.outcome, type).toBe('200');
      expect(response.json).toMatchObject({ id, status });
      expect(await listed(service)).toMatchObject({ status, [stamp]: start });
    }
  });

  test.each([
    ['bounced', 'bounced'],
    ['failed', 'failed'],
  ])('POST /messages/{id}/events: %s is final, however much time passes', async (type, status) => {
    const service = await open();
    const { id } = await send(service);
    if (type === 'bounced') await happen(service, id, 'sent');
    expect((await happen(service, id, type)).json).toMatchObject({ status });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1d' } });
    expect(await listed(service)).toMatchObject({ status });
    expect(await listed(service)).not.toHaveProperty('deliveredAt');
  });

  test('POST /messages/{id}/events: the first open and click are kept, and the timeline has all of them (R92)', async () => {
    const service = await open();
    const { id } = await send(service);
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    for (const type of ['opened', 'clicked', 'opened', 'clicked']) {
      const url = 'https://example.com/a';
      expect((await happen(service, id, type, type === 'clicked' ? { url } : {})).outcome).toBe('200');
      await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    }
    expect(await listed(service)).toMatchObject({
      openedAt: '2026-01-01T00:01:00.000Z',
      clickedAt: '2026-01-01T00:02:00.000Z',
    });
    const { text } = await service.call('GET', `/_sandbox/messages/${id}`);
    expect(text).toContain('https://example.com/a');
    expect(text).toContain('2026-01-01T00:03:00.000Z');
    expect(text).toContain('2026-01-01T00:04:00.000Z');
  });

  test('POST /messages/{id}/events: an impossible move is 409 and changes nothing', async () => {
    const service = await open();
    const { id } = await send(service);
    const impossible = async (types: readonly string[]) => {
      const before = (await service.call('GET', `/_sandbox/messages/${id}`)).text;
      for (const type of types) {
        const response = await happen(service, id, type);
        expect(response.status, type).toBe(409);
        expect(response.json).toMatchObject({
          success: false,
          error: { code: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) },
        });
      }
      expect((await service.call('GET', `/_sandbox/messages/${id}`)).text).toBe(before);
    };
    await impossible(['opened', 'clicked']);
    await happen(service, id, 'sent');
    await impossible(['sent', 'opened', 'clicked']);
    await happen(service, id, 'delivered');
    await impossible(['sent', 'delivered', 'bounced', 'failed']);
  });

  test('POST /messages/{id}/events: an unknown type is refused with its field, and an unknown message is 404', async () => {
    const service = await open();
    const { id } = await send(service);
    expectInvalid(await happen(service, id, 'eaten'), 'type');
    expectInvalid(await service.call('POST', `/_sandbox/messages/${id}/events`, { json: {} }), 'type');
    expectInvalid(await happen(service, id, 'clicked', { url: 5 }), 'url');
    expect((await happen(service, 'msg_none', 'sent')).outcome).toBe('404 NOT_FOUND');
  });

  test('POST /messages/{id}/events: events that can no longer happen are no longer scheduled', async () => {
    const service = await open();
    const nextDueAt = async () =>
      read<{ nextDueAt: string | null }>(await service.call('GET', '/_sandbox/clock')).nextDueAt;
    const { id } = await send(service);
    await service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type: 'sent' } });
    expect(await nextDueAt()).toBe('2026-01-01T00:00:02.000Z');
    await service.call('POST', `/_sandbox/messages/${id}/events`, { json: { type: 'delivered' } });
    expect(await nextDueAt()).toBeNull();
  });
});
