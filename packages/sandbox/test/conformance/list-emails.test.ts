import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { list, newest, send, sendTemplate } from './emails.ts';

const statuses = ['queued', 'sent', 'delivered', 'bounced', 'failed'];

conformance('listing emails', (open) => {
  test('the list of a fresh account is empty (R86)', async () => {
    const service = await open();
    const response = await list(service);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      emails: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    });
  });

  test('an item has the fields of the send and the ids of its receipt (R87, R90)', async () => {
    const service = await open();
    const receipt = (await send(service, { from: '"Ada" <ada@example.com>' })).body.data;
    const email = await newest(service);
    expect(email).toEqual({
      id: receipt.id,
      messageId: receipt.messageId,
      from: '"Ada" <ada@example.com>',
      to: ['bob@example.net'],
      subject: 'Hello',
      status: 'queued',
      createdAt: receipt.createdAt,
    });
    expect(statuses).toContain(email.status);
  });

  test('to, cc and bcc are arrays, and cc and bcc are present only if used (R88)', async () => {
    const service = await open();
    await send(service);
    expect((await newest(service)).to).toEqual(['bob@example.net']);
    expect(await newest(service)).not.toHaveProperty('cc');
    expect(await newest(service)).not.toHaveProperty('bcc');
    await send(service, { cc: 'c@example.net', bcc: ['d@example.net', 'e@example.net'] });
    expect(await newest(service)).toMatchObject({
      cc: ['c@example.net'],
      bcc: ['d@example.net', 'e@example.net'],
    });
    await send(service, { bcc: 'd@example.net' });
    expect(await newest(service)).toMatchObject({ bcc: ['d@example.net'] });
    expect(await newest(service)).not.toHaveProperty('cc');
  });

  test('templateId is present only if a template was used (R89)', async () => {
    const service = await open();
    await send(service);
    expect(await newest(service)).not.toHaveProperty('templateId');
    service.sandbox.templates.set('plain', { subject: 'Plain', html: '<p>Hi</p>' });
    await sendTemplate(service, 'plain');
    expect(await newest(service)).toMatchObject({ templateId: 'plain', subject: 'Plain' });
    await sendTemplate(service, 'plain', { subject: 'Own' });
    expect(await newest(service)).toMatchObject({ templateId: 'plain', subject: 'Own' });
  });

  test('content and headers are not listed (R87)', async () => {
    const service = await open();
    await send(service, {
      text: 'secret-text',
      html: 'secret-html',
      replyTo: 'secret@example.org',
      headers: { 'X-A': 'secret-x' },
    });
    expect((await list(service)).text).not.toContain('secret');
  });
});
