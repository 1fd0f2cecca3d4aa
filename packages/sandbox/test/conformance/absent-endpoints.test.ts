import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';

const lists = '/api/v1/contact-lists';

conformance('undocumented endpoints', (open) => {
  test('webhooks, events and callbacks do not exist (R209, A116)', async () => {
    const service = await open();
    for (const name of ['webhooks', 'events', 'callbacks', 'notifications', 'webhook-endpoints']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        for (const path of [`/api/v1/${name}`, `/api/v1/${name}/1`, `/api/v1/emails/msg_1/${name}`]) {
          const response = await service.call(method, path);
          expect(response.outcome, `${method} ${path}`).toBe('404 NOT_FOUND');
        }
      }
    }
  });

  test('undocumented paths are 404 for every method (R210, A116)', async () => {
    const service = await open();
    for (const path of [
      '/api/v1/emails/msg_1',
      '/api/v1/templates',
      '/api/v1/templates/welcome',
      '/api/v1/attachments',
      '/api/v1/attachments/att_1',
      '/api/v1/suppressions',
      '/api/v1/domains',
      '/api/v1/keys',
      '/api/v1/credits',
      '/api/v1/contacts',
      '/api/v1/contacts/cnt_1',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await service.call(method, path)).outcome, `${method} ${path}`).toBe('404 NOT_FOUND');
      }
    }
  });

  test('deleting a contact or a list, and fetching one list, are refused and change nothing (R210, A10, A116)', async () => {
    const service = await open();
    const { id } = (await service.call('POST', lists, { json: { name: 'Readers' } })).body.data;
    const json = { email: 'ada@example.net' };
    const contact = (await service.call('POST', `${lists}/${id}/contacts`, { json })).body.data;
    const path = `${lists}/${id}/contacts/${contact.id}`;
    for (const [method, refused, allowed] of [
      ['DELETE', path, 'GET'],
      ['DELETE', `${lists}/${id}`, 'PUT'],
      ['GET', `${lists}/${id}`, 'PUT'],
      ['DELETE', `${lists}/${id}/contacts`, 'POST'],
      ['DELETE', lists, 'POST'],
    ] as const) {
      const response = await service.call(method, refused);
      expect(response.outcome, `${method} ${refused}`).toBe('405 METHOD_NOT_ALLOWED');
      expect(response.headers.get('allow')).toContain(allowed);
    }
    expect((await service.call('GET', path)).body.data.id).toBe(contact.id);
    expect((await service.call('GET', `${path}/unsuppress`)).outcome).toBe('404 NOT_FOUND');
  });
});
