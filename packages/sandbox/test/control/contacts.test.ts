import { expect, test } from 'vitest';
import { controlPlane, type Service, start } from '../harness.ts';
import { addOther, expectInvalid, read } from './control.ts';

/** A list with one contact: the paths of both in the API, and the contact's id. */
async function addContact(service: Service) {
  const created = async (path: string, json: object) =>
    read<{ data: { id: string } }>(await service.call('POST', `/api/v1${path}`, { json })).data.id;
  const list = `/contact-lists/${await created('/contact-lists', { name: 'Readers' })}`;
  const id = await created(`${list}/contacts`, { email: 'ada@example.net', firstName: 'Ada' });
  return { id, list, contact: `${list}/contacts/${id}` };
}

const setStatus = (service: Service, id: string, status: unknown) =>
  service.call('POST', `/_sandbox/contacts/${id}/status`, { json: { status } });

controlPlane('contacts', (open) => {
  test('GET /contacts/{id}: a contact is found by its id alone', async () => {
    const service = await open();
    const { id } = await addContact(service);
    const response = await service.call('GET', `/_sandbox/contacts/${id}`);
    expect(response.outcome).toBe('200');
    expect(response.json).toMatchObject({ id, email: 'ada@example.net', firstName: 'Ada', status: 'active' });
  });

  test('GET /contacts: the contacts of all lists are filtered by status and by part of the address', async () => {
    const service = await open();
    const { id, list } = await addContact(service);
    await service.call('POST', `/api/v1${list}/contacts`, { json: { email: 'Grace@example.net' } });
    const header = { 'x-sandbox-account': await addOther(service) };
    await setStatus(service, id, 'unsubscribed');
    const found = async (query: string, headers = {}) =>
      read<{ contacts: { email: string }[]; total: number }>(
        await service.call('GET', `/_sandbox/contacts${query}`, { headers }),
      );
    expect((await found('')).contacts.map(({ email }) => email)).toEqual([
      'Grace@example.net',
      'ada@example.net',
    ]);
    expect(await found('?status=unsubscribed')).toMatchObject({ contacts: [{ id }], total: 1 });
    expect(await found('?q=gRace')).toMatchObject({ contacts: [{ email: 'Grace@example.net' }], total: 1 });
    expect(await found('?limit=1')).toMatchObject({ contacts: [{}], total: 2 });
    expect(await found('', header)).toEqual({ contacts: [], total: 0 });
    expectInvalid(await service.call('GET', '/_sandbox/contacts?status=asleep'), 'status');
  });

  test('GET /contacts/{id}: the response has the suppression reason, which the API hides (A94)', async () => {
    const service = await open();
    const { id, contact } = await addContact(service);
    await service.call('POST', `/api/v1${contact}/suppress`, { json: { reason: 'spam_trap' } });
    expect((await service.call('GET', `/_sandbox/contacts/${id}`)).text).toContain('spam_trap');
    expect((await service.call('GET', `/api/v1${contact}`)).text).not.toContain('spam_trap');
  });

  test('POST /contacts/{id}/status: the API shows the new status, and the list counts it (R163, R130)', async () => {
    const service = await open();
    const { id, contact } = await addContact(service);
    for (const status of ['unsubscribed', 'active', 'bounced', 'active', 'complained']) {
      const response = await setStatus(service, id, status);
      expect(response.outcome, status).toBe('200');
      expect(response.json).toMatchObject({ id, status });
      expect((await service.call('GET', `/api/v1${contact}`)).json).toMatchObject({ data: { status } });
      expect((await service.call('GET', '/api/v1/contact-lists')).json).toMatchObject({
        data: [{ totalContacts: 1, activeContacts: status === 'active' ? 1 : 0, suppressedContacts: 0 }],
      });
    }
    expect(service.sandbox.check()).toEqual([]);
  });

  test('POST /contacts/{id}/status: an unknown status is refused with the field', async () => {
    const service = await open();
    const { id, contact } = await addContact(service);
    for (const status of ['asleep', 5, undefined])
      expectInvalid(await setStatus(service, id, status), 'status');
    expect((await service.call('GET', `/api/v1${contact}`)).json).toMatchObject({
      data: { status: 'active' },
    });
  });

  test('GET and POST /contacts/{id}: an unknown contact, or another account’s, is 404', async () => {
    const service = await open();
    const { id } = await addContact(service);
    const header = { 'x-sandbox-account': await addOther(service) };
    for (const [contact, headers] of [
      ['cnt_none', {}],
      [id, header],
    ] as const) {
      const path = `/contacts/${contact}`;
      expect((await service.call('GET', `/_sandbox${path}`, { headers })).status).toBe(404);
      const json = { status: 'bounced' };
      expect((await service.call('POST', `/_sandbox${path}/status`, { json, headers })).status).toBe(404);
    }
  });

  test('POST /contacts/{id}/status: a contact made active again has no unsubscribe time', async () => {
    const service = await open();
    const { id } = await addContact(service);
    expect((await setStatus(service, id, 'unsubscribed')).json).toHaveProperty('unsubscribedAt', start);
    expect((await setStatus(service, id, 'active')).json).not.toHaveProperty('unsubscribedAt');
  });
});
