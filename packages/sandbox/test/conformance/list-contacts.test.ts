import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { newList, updateList } from './contact-lists.ts';
import { type Contact, contactsOf, contactStatuses, listContacts, newContact } from './contacts.ts';

const plan = {
  key: 'plan',
  label: 'Plan',
  type: 'select',
  required: true,
  defaultValue: 'free',
  options: ['free'],
};
const age = { key: 'age', label: 'Age', type: 'number', required: false };

/** Contacts 1 to `count`, newest first. */
async function newContacts(service: Service, listId: string, count: number): Promise<Contact[]> {
  const contacts: Contact[] = [];
  for (let n = 1; n <= count; n++)
    contacts.unshift(await newContact(service, listId, { email: `reader${n}@example.net` }));
  return contacts;
}

conformance('listing contacts', (open) => {
  test('data holds contacts, contactListCustomFields and pagination (R153, R13)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contacts = await newContacts(service, id, 3);
    expect(await listContacts(service, id)).toEqual({
      contacts,
      contactListCustomFields: {},
      pagination: { page: 1, limit: 20, total: 3, totalPages: 1 },
    });
  });

  test('a list shows only its own contacts (R153)', async () => {
    const service = await open();
    const [first, second] = [await newList(service), await newList(service)];
    const contacts = await newContacts(service, first.id, 2);
    expect((await listContacts(service, first.id)).contacts).toEqual(contacts);
    expect((await listContacts(service, second.id)).pagination.total).toBe(0);
  });

  test('contactListCustomFields is an object of the current definitions by key (A82)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [plan, age] });
    expect((await listContacts(service, id)).contactListCustomFields).toEqual({
      plan: { label: 'Plan', type: 'select', required: true, defaultValue: 'free', options: ['free'] },
      age: { label: 'Age', type: 'number', required: false },
    });
    await updateList(service, id, { customFields: [] });
    expect((await listContacts(service, id)).contactListCustomFields).toEqual({});
  });

  test('contactListFields array makes it an array of the definitions (A82)', async () => {
    const service = await open({ wire: { contactListFields: 'array' } });
    const { id } = await newList(service, { customFields: [plan, age] });
    expect((await listContacts(service, id)).contactListCustomFields).toEqual([plan, age]);
    expect((await listContacts(service, (await newList(service)).id)).contactListCustomFields).toEqual([]);
  });

  test('listFields and contactListFields are independent (A81, A82)', async () => {
    const service = await open({ wire: { listFields: 'map', contactListFields: 'array' } });
    const { id, customFields } = await newList(service, { customFields: [age] });
    expect(customFields).toEqual({ age: { label: 'Age', type: 'number', required: false } });
    expect((await listContacts(service, id)).contactListCustomFields).toEqual([age]);
  });

  test('pageContainer bare makes data the array and puts pagination next to it (A29)', async () => {
    const service = await open({ wire: { pageContainer: 'bare' } });
    const { id } = await newList(service);
    const contacts = await newContacts(service, id, 3);
    const { body } = await service.call('GET', contactsOf(id), { query: { limit: '2' } });
    expect(body.data).toEqual(contacts.slice(0, 2));
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
  });

  test('the pages hold every contact once, newest first (R41, R42, R44, A33)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const all = await newContacts(service, id, 7);
    for (const [limit, totalPages] of [
      ['1', 7],
      ['3', 3],
      ['7', 1],
      ['100', 1],
    ] as const) {
      const seen = [];
      for (let page = 1; page <= totalPages; page++) {
        const { contacts, pagination } = await listContacts(service, id, { limit, page: String(page) });
        expect(pagination).toEqual({ page, limit: Number(limit), total: 7, totalPages });
        seen.push(...contacts);
      }
      expect(seen).toEqual(all);
    }
    expect((await listContacts(service, id, { page: '9' })).contacts).toEqual([]);
  });

  test('a page has 20 contacts by default and up to 100 (R38, R39)', async () => {
    const service = await open({ rateLimit: false });
    const { id } = await newList(service);
    await newContacts(service, id, 101);
    expect((await listContacts(service, id)).contacts).toHaveLength(20);
    expect((await listContacts(service, id, { limit: '100' })).contacts).toHaveLength(100);
    expect((await service.call('GET', contactsOf(id), { query: { limit: '101' } })).outcome).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  test('an update does not move a contact in the list (A33)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const [third, second, first] = await newContacts(service, id, 3);
    service.sandbox.clock.advance('1m');
    service.sandbox.contacts.setStatus(first?.id ?? '', 'bounced');
    const { contacts } = await listContacts(service, id);
    expect(contacts.map((contact) => contact.id)).toEqual([third?.id, second?.id, first?.id]);
  });

  test('each of the five statuses matches exactly its contacts (R154, R163)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const ids = new Map<string, string[]>();
    for (const status of contactStatuses) {
      for (let n = 0; n < 3; n++) {
        const contact = await newContact(service, id, { email: `${status}${n}@example.net` });
        if (status !== 'active') service.sandbox.contacts.setStatus(contact.id, status);
        ids.set(status, [contact.id, ...(ids.get(status) ?? [])]);
      }
    }
    for (const status of contactStatuses) {
      const { contacts, pagination } = await listContacts(service, id, { status, limit: '2' });
      const rest = await listContacts(service, id, { status, limit: '2', page: '2' });
      const found = [...contacts, ...rest.contacts];
      expect(found.map((contact) => contact.id)).toEqual(ids.get(status));
      expect(new Set(found.map((contact) => contact.status))).toEqual(new Set([status]));
      expect(pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 });
    }
    expect((await listContacts(service, id)).pagination.total).toBe(15);
  });

  test('any other status is refused (R154, A34)', async () => {
    const service = await open();
    const { id } = await newList(service);
    for (const status of ['', 'Active', 'deleted', 'active,bounced', 'constructor']) {
      const response = await service.call('GET', contactsOf(id), { query: { status } });
      expect(response.outcome, status).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('status');
    }
    expect((await service.call('GET', contactsOf('lst_none'), { query: { status: 'x' } })).outcome).toBe(
      '404 LIST_NOT_FOUND',
    );
  });

  test('a contact that changes its status matches the new one (R154)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    const totals = async () => {
      const found = [];
      for (const status of contactStatuses)
        found.push((await listContacts(service, id, { status })).pagination.total);
      return found;
    };
    expect(await totals()).toEqual([1, 0, 0, 0, 0]);
    for (const [index, status] of contactStatuses.entries()) {
      if (index === 0) continue;
      service.sandbox.contacts.setStatus(contact.id, status);
      expect(await totals()).toEqual(contactStatuses.map((each) => (each === status ? 1 : 0)));
    }
  });
});
