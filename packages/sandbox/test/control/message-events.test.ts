import { expect, test } from 'vitest';
import { controlPlane, expectInvalid, type Plane, read, send, start } from './control.ts';

const happen = (plane: Plane, id: string, type: string, fields: object = {}) =>
  plane.control('POST', `/messages/${id}/events`, { type, ...fields });

/** The email as the API lists it. */
async function listed(plane: Plane): Promise<unknown> {
  return JSON.parse((await plane.api('GET', '/emails?limit=1')).text).data.emails[0];
}

controlPlane('events of a message', (open) => {
  test('POST /messages/{id}/events: an email is moved through its lifecycle by hand', async () => {
    const plane = await open();
    const { id, messageId } = await send(plane);
    for (const [type, status, stamp] of [
      ['sent', 'sent', 'sentAt'],
      ['delivered', 'delivered', 'deliveredAt'],
      ['opened', 'delivered', 'openedAt'],
      ['clicked', 'delivered', 'clickedAt'],
    ] as const) {
      expect(await listed(plane)).not.toHaveProperty(stamp);
      const answer = await happen(plane, type === 'opened' ? messageId : id, type);
      expect(answer.outcome, type).toBe('200');
      expect(answer.json).toMatchObject({ id, status });
      expect(await listed(plane)).toMatchObject({ status, [stamp]: start });
    }
  });

  test.each([
    ['bounced', 'bounced'],
    ['failed', 'failed'],
  ])('POST /messages/{id}/events: %s is final, however much time passes', async (type, status) => {
    const plane = await open();
    const { id } = await send(plane);
    if (type === 'bounced') await happen(plane, id, 'sent');
    expect((await happen(plane, id, type)).json).toMatchObject({ status });
    await plane.control('POST', '/clock', { advance: '1d' });
    expect(await listed(plane)).toMatchObject({ status });
    expect(await listed(plane)).not.toHaveProperty('deliveredAt');
  });

  test('POST /messages/{id}/events: the first open and click are kept, and the timeline has all of them (R92)', async () => {
    const plane = await open();
    const { id } = await send(plane);
    await plane.control('POST', '/clock', { advance: '1m' });
    for (const type of ['opened', 'clicked', 'opened', 'clicked']) {
      const url = 'https://example.com/a';
      expect((await happen(plane, id, type, type === 'clicked' ? { url } : {})).outcome).toBe('200');
      await plane.control('POST', '/clock', { advance: '1m' });
    }
    expect(await listed(plane)).toMatchObject({
      openedAt: '2026-01-01T00:01:00.000Z',
      clickedAt: '2026-01-01T00:02:00.000Z',
    });
    const { text } = await plane.control('GET', `/messages/${id}`);
    expect(text).toContain('https://example.com/a');
    expect(text).toContain('2026-01-01T00:03:00.000Z');
    expect(text).toContain('2026-01-01T00:04:00.000Z');
  });

  test('POST /messages/{id}/events: an impossible move is 409 and changes nothing', async () => {
    const plane = await open();
    const { id } = await send(plane);
    const impossible = async (types: readonly string[]) => {
      const before = (await plane.control('GET', `/messages/${id}`)).text;
      for (const type of types) {
        const answer = await happen(plane, id, type);
        expect(answer.status, type).toBe(409);
        expect(answer.json).toMatchObject({
          success: false,
          error: { code: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) },
        });
      }
      expect((await plane.control('GET', `/messages/${id}`)).text).toBe(before);
    };
    await impossible(['opened', 'clicked']);
    await happen(plane, id, 'sent');
    await impossible(['sent', 'opened', 'clicked']);
    await happen(plane, id, 'delivered');
    await impossible(['sent', 'delivered', 'bounced', 'failed']);
  });

  test('POST /messages/{id}/events: an unknown type is refused with its field, and an unknown message is 404', async () => {
    const plane = await open();
    const { id } = await send(plane);
    expectInvalid(await happen(plane, id, 'eaten'), 'type');
    expectInvalid(await plane.control('POST', `/messages/${id}/events`, {}), 'type');
    expectInvalid(await happen(plane, id, 'clicked', { url: 5 }), 'url');
    expect((await happen(plane, 'msg_none', 'sent')).outcome).toBe('404 NOT_FOUND');
  });

  test('POST /messages/{id}/events: events that can no longer happen are no longer scheduled', async () => {
    const plane = await open();
    const nextDueAt = async () =>
      read<{ nextDueAt: string | null }>(await plane.control('GET', '/clock')).nextDueAt;
    const { id } = await send(plane);
    await plane.control('POST', `/messages/${id}/events`, { type: 'sent' });
    expect(await nextDueAt()).toBe('2026-01-01T00:00:02.000Z');
    await plane.control('POST', `/messages/${id}/events`, { type: 'delivered' });
    expect(await nextDueAt()).toBeNull();
  });
});
