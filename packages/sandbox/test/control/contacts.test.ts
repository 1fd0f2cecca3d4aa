import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, type Plane, read, start } from './control.ts';

/** A list with one contact: the paths of both in the API, and the contact's id. */
async function addContact(plane: Plane) {
  const created = async (path: string, json: object) =>
    read<{ data: { id: string } }>(await plane.api('POST', path, json)).data.id;
  const list = `/contact-lists/${await created('/contact-lists', { name: 'Readers' })}`;
  const id = await created(`${list}/contacts`, { email: 'ada@example.net', firstName: 'Ada' });
  return { id, list, contact: `${list}/contacts/${id}` };
}

const setStatus = (plane: Plane, id: string, status: unknown) =>
  plane.control('POST', `/contacts/${id}/status`, { status });

controlPlane('contacts', (open) => {
  test('GET /contacts/{id}: a contact is found by its id alone', async () => {
    const plane = await open();
    const { id } = await addContact(plane);
    const answer = await plane.control('GET', `/contacts/${id}`);
    expect(answer.outcome).toBe('200');
    expect(answer.json).toMatchObject({ id, email: 'ada@example.net', firstName: 'Ada', status: 'active' });
  });

  test('GET /contacts: the contacts of all lists are filtered by status and by part of the address', async () => {
    const plane = await open();
    const { id, list } = await addContact(plane);
    await plane.api('POST', `${list}/contacts`, { email: 'Grace@example.net' });
    const header = { 'x-sandbox-account': await addOther(plane) };
    await setStatus(plane, id, 'unsubscribed');
    const found = async (query: string, headers = {}) =>
      read<{ contacts: { email: string }[]; total: number }>(
        await plane.control('GET', `/contacts${query}`, undefined, headers),
      );
    expect((await found('')).contacts.map(({ email }) => email)).toEqual([
      'Grace@example.net',
      'ada@example.net',
    ]);
    expect(await found('?status=unsubscribed')).toMatchObject({ contacts: [{ id }], total: 1 });
    expect(await found('?q=gRace')).toMatchObject({ contacts: [{ email: 'Grace@example.net' }], total: 1 });
    expect(await found('?limit=1')).toMatchObject({ contacts: [{}], total: 2 });
    expect(await found('', header)).toEqual({ contacts: [], total: 0 });
    expectInvalid(await plane.control('GET', '/contacts?status=asleep'), 'status');
  });

  test('GET /contacts/{id}: the answer has the suppression reason, which the API hides (A94)', async () => {
    const plane = await open();
    const { id, contact } = await addContact(plane);
    await plane.api('POST', `${contact}/suppress`, { reason: 'spam_trap' });
    expect((await plane.control('GET', `/contacts/${id}`)).text).toContain('spam_trap');
    expect((await plane.api('GET', contact)).text).not.toContain('spam_trap');
  });

  test('POST /contacts/{id}/status: the API shows the new status, and the list counts it (R163, R130)', async () => {
    const plane = await open();
    const { id, contact } = await addContact(plane);
    for (const status of ['unsubscribed', 'active', 'bounced', 'active', 'complained']) {
      const answer = await setStatus(plane, id, status);
      expect(answer.outcome, status).toBe('200');
      expect(answer.json).toMatchObject({ id, status });
      expect((await plane.api('GET', contact)).json).toMatchObject({ data: { status } });
      expect((await plane.api('GET', '/contact-lists')).json).toMatchObject({
        data: [{ totalContacts: 1, activeContacts: status === 'active' ? 1 : 0, suppressedContacts: 0 }],
      });
    }
    plane.sandbox.check();
  });

  test('POST /contacts/{id}/status: an unknown status is refused with the field', async () => {
    const plane = await open();
    const { id, contact } = await addContact(plane);
    for (const status of ['asleep', 5, undefined])
      expectInvalid(await setStatus(plane, id, status), 'status');
    expect((await plane.api('GET', contact)).json).toMatchObject({ data: { status: 'active' } });
  });

  test('GET and POST /contacts/{id}: an unknown contact, or another account’s, is 404', async () => {
    const plane = await open();
    const { id } = await addContact(plane);
    const header = { 'x-sandbox-account': await addOther(plane) };
    for (const [contact, headers] of [
      ['cnt_none', {}],
      [id, header],
    ] as const) {
      const path = `/contacts/${contact}`;
      expect((await plane.control('GET', path, undefined, headers)).status).toBe(404);
      const json = { status: 'bounced' };
      expect((await plane.control('POST', `${path}/status`, json, headers)).status).toBe(404);
    }
  });

  test('POST /contacts/{id}/status: a contact made active again has no unsubscribe time', async () => {
    const plane = await open();
    const { id } = await addContact(plane);
    expect((await setStatus(plane, id, 'unsubscribed')).json).toHaveProperty('unsubscribedAt', start);
    expect((await setStatus(plane, id, 'active')).json).not.toHaveProperty('unsubscribedAt');
  });
});
