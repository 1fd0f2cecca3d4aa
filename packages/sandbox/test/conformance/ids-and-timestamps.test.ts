import { expect, test } from 'vitest';
import { conformance, start } from '../harness.ts';
import { list, newest, send, sendTemplate } from './emails.ts';

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

conformance('ids and timestamps', (open) => {
  test('the id of an email is msg_ and 24 hex digits, and unique (R11, A17)', async () => {
    const service = await open();
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push((await send(service)).body.data.id);
    for (const id of ids) expect(id).toMatch(/^msg_[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(5);
  });

  test('ids unprefixed makes the id of an email 24 hex digits (A17)', async () => {
    const service = await open({ wire: { ids: 'unprefixed' } });
    const { id } = (await send(service)).body.data;
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await newest(service)).id).toBe(id);
  });

  test('the same seed gives the same ids, and another seed gives others (A17)', async () => {
    const ids = [];
    for (const randomSeed of [42, 42, 43]) {
      const service = await open({ randomSeed });
      const { id, messageId } = (await send(service)).body.data;
      ids.push(`${id} ${messageId}`);
      await service.close();
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('the timestamps of a record are UTC with milliseconds (R10)', async () => {
    const service = await open();
    const receipt = (await send(service, { to: 'click@example.net' })).body.data;
    expect(receipt.createdAt).toBe(start);
    service.sandbox.clock.advance('1h');
    service.sandbox.emails.open(receipt.id);
    const email = await newest(service);
    for (const field of ['createdAt', 'sentAt', 'deliveredAt', 'openedAt', 'clickedAt'] as const) {
      expect(email[field], field).toMatch(timestamp);
    }
  });

  test('optional fields without a value are omitted (R14, A16)', async () => {
    const service = await open();
    await send(service);
    expect(Object.keys(await newest(service)).sort()).toEqual(
      ['createdAt', 'from', 'id', 'messageId', 'status', 'subject', 'to'].sort(),
    );
    expect((await list(service)).text).not.toContain('null');
  });

  test('nulls explicit makes them null, and fields with a value keep it (A16)', async () => {
    const service = await open({ wire: { nulls: 'explicit' } });
    await send(service);
    expect(await newest(service)).toMatchObject({
      cc: null,
      bcc: null,
      templateId: null,
      sentAt: null,
      deliveredAt: null,
      openedAt: null,
      clickedAt: null,
      subject: 'Hello',
    });
    service.sandbox.templates.set('plain', { subject: 'Hi', html: '<p>Hi</p>' });
    await sendTemplate(service, 'plain', { cc: 'eve@example.net' });
    service.sandbox.clock.advance('1h');
    const email = await newest(service);
    expect(email.cc).toEqual(['eve@example.net']);
    expect(email).toMatchObject({ bcc: null, templateId: 'plain', openedAt: null, clickedAt: null });
    expect(email.deliveredAt).toMatch(timestamp);
  });
});
