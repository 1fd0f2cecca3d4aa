import { expect, test } from 'vitest';
import { addAccount, stranger } from './accounts.ts';
import { conformance, type Service, start } from '../harness.ts';
import { newList, updateList } from './contact-lists.ts';
import {
  type Contact,
  contactIn,
  contactNow,
  contactsOf,
  getContact,
  listContacts,
  newContact,
  updateContact,
} from './contacts.ts';

const nick = { key: 'nick', label: 'Nickname', type: 'text' };
const age = { key: 'age', label: 'Age', type: 'number' };
const plan = { key: 'plan', label: 'Plan', type: 'select', required: true, options: ['free', 'pro'] };

/** A contact with a nickname, an age and a plan. */
async function bobby(service: Service): Promise<Contact> {
  const { id } = await newList(service, { customFields: [nick, age, plan] });
  const contact = await newContact(service, id, { customFields: { nick: 'Bobby', age: 40, plan: 'pro' } });
  service.sandbox.clock.advance('1m');
  return contact;
}

const later = '2026-01-01T00:01:00.000Z';

conformance('getting and updating a contact', (open) => {
  test('a contact is answered as it was created (R155)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const response = await getContact(service, contact.contactListId, contact.id);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual(contact);
  });

  test('an unknown contact, or another list’s, is CONTACT_NOT_FOUND, before the body is checked (R155, R156, R162, A4)', async () => {
    const service = await open();
    addAccount(service);
    const contact = await bobby(service);
    const other = await newList(service);
    const foreign = await newContact(service, (await newList(service, {}, stranger)).id, {}, stranger);
    for (const path of [
      contactsOf(contact.contactListId, 'cnt_none'),
      contactsOf(contact.contactListId, '__proto__'),
      contactsOf(contact.contactListId, foreign.id),
      contactsOf(other.id, contact.id),
    ]) {
      expect((await service.call('GET', path)).outcome, path).toBe('404 CONTACT_NOT_FOUND');
      for (const json of [{ firstName: 'Bob' }, { firstName: 5 }, { customFields: { nope: 1 } }]) {
        expect((await service.call('PUT', path, { json })).outcome, path).toBe('404 CONTACT_NOT_FOUND');
      }
    }
    expect(await contactNow(service, contact)).toEqual(contact);
  });

  test('an unknown list is LIST_NOT_FOUND, whatever the contact (R155, R162)', async () => {
    const service = await open();
    const { id } = await bobby(service);
    for (const method of ['GET', 'PUT']) {
      const json = method === 'PUT' ? {} : undefined;
      for (const contact of [id, 'cnt_none']) {
        expect((await service.call(method, contactsOf('lst_none', contact), { json })).outcome).toBe(
          '404 LIST_NOT_FOUND',
        );
      }
    }
  });

  test('every field that can change changes alone, and updatedAt moves (R157, A91)', async () => {
    const service = await open();
    let contact = await bobby(service);
    for (const change of [
      { firstName: 'Robert' },
      { lastName: 'Smith' },
      { phoneNumber: '+1 555 0100' },
      { consentType: 'implicit' },
      { consentSource: 'import' },
      { consentTimestamp: '2025-06-01T10:00:00.000Z' },
      { consentIpAddress: '2001:db8::1' },
      { firstName: '', lastName: 'Jones' },
    ]) {
      service.sandbox.clock.advance('1s');
      const response = await updateContact(service, contact, change);
      expect(response.status).toBe(200);
      const updatedAt = service.sandbox.clock.now().toISOString();
      expect(response.body.data).toEqual({ ...contact, ...change, updatedAt });
      contact = contactIn(response);
      expect(await contactNow(service, contact)).toEqual(contact);
    }
    expect(contact).toMatchObject({ createdAt: start, subscribedAt: start });
  });

  test('a new consentTimestamp is returned in UTC (R157, R143)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const response = await updateContact(service, contact, { consentTimestamp: '2025-06-01T01:30+02:00' });
    expect(response.body.data).toMatchObject({ consentTimestamp: '2025-05-31T23:30:00.000Z' });
  });

  test('an empty update succeeds and moves only updatedAt (R157, A91)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const response = await updateContact(service, contact, {});
    expect(response.outcome).toBe('200');
    expect(response.body.data).toEqual({ ...contact, updatedAt: later });
  });

  test('customFields are merged, and an empty object changes none (R158, A87)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const merged = async (customFields: object) =>
      contactIn(await updateContact(service, contact, { customFields })).customFields;
    expect(await merged({ age: 41 })).toEqual({ nick: 'Bobby', age: 41, plan: 'pro' });
    expect(await merged({})).toEqual({ nick: 'Bobby', age: 41, plan: 'pro' });
    expect(await merged({ nick: 'Rob', plan: 'free' })).toEqual({ nick: 'Rob', age: 41, plan: 'free' });
  });

  test('null clears a field, even repeatedly (R159, A87)', async () => {
    const service = await open();
    const contact = await bobby(service);
    for (let n = 0; n < 2; n++) {
      const response = await updateContact(service, contact, { customFields: { nick: null } });
      expect(response.outcome).toBe('200');
      expect(contactIn(response).customFields).toEqual({ age: 40, plan: 'pro' });
    }
    const response = await updateContact(service, contact, { customFields: { nick: 'Rob', age: null } });
    expect(contactIn(response).customFields).toEqual({ nick: 'Rob', plan: 'pro' });
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Rob', plan: 'pro' });
  });

  test('null clears a required field, too (R159, A87)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const response = await updateContact(service, contact, { customFields: { plan: null } });
    expect(response.outcome).toBe('200');
    expect(contactIn(response).customFields).toEqual({ nick: 'Bobby', age: 40 });
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby', age: 40 });
  });

  test('one wrong value refuses the whole update (A87)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const customFields = { plan: null, age: 'forty' };
    const response = await updateContact(service, contact, { firstName: 'X', customFields });
    expect(response.outcome).toBe('400 INVALID_CUSTOM_FIELD');
    expect(response.body.error.details.field).toBe('customFields.age');
    expect(await contactNow(service, contact)).toEqual(contact);
  });

  test('a contact that is older than a required field can be changed (R157, A87, A88)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [nick] });
    const contact = await newContact(service, id);
    const code = { key: 'code', label: 'Code', type: 'text', required: true };
    await updateList(service, id, { customFields: [nick, code] });
    for (const change of [{ firstName: 'Bob' }, { customFields: {} }, { customFields: { nick: 'Bobby' } }]) {
      expect((await updateContact(service, contact, change)).outcome, JSON.stringify(change)).toBe('200');
    }
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby' });
    expect((await updateContact(service, contact, { customFields: { code: 'x' } })).outcome).toBe('200');
    expect((await contactNow(service, contact)).customFields).toEqual({ nick: 'Bobby', code: 'x' });
  });

  test('a default does not apply to an update (A85, A87)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    const code = { key: 'code', label: 'Code', type: 'text', required: true, defaultValue: 'x' };
    await updateList(service, id, { customFields: [nick, code] });
    const response = await updateContact(service, contact, { customFields: { nick: 'Bobby' } });
    expect(contactIn(response).customFields).toEqual({ nick: 'Bobby' });
  });

  test('null for an unknown key is INVALID_CUSTOM_FIELD, unless the contact still stores it (A87)', async () => {
    const service = await open();
    const { id } = await newList(service, { customFields: [nick, age] });
    const contact = await newContact(service, id, { customFields: { nick: 'Bobby' } });
    const outcome = async (customFields: object) =>
      (await updateContact(service, contact, { customFields })).outcome;
    expect(await outcome({ nope: null })).toBe('400 INVALID_CUSTOM_FIELD');
    expect(await outcome({ toString: null })).toBe('400 INVALID_CUSTOM_FIELD');
    await updateList(service, id, { customFields: [age] });
    expect(await outcome({ nick: 'Rob' })).toBe('400 INVALID_CUSTOM_FIELD');
    expect(await outcome({ nick: null })).toBe('200');
    expect(await outcome({ nick: null })).toBe('400 INVALID_CUSTOM_FIELD');
    await updateList(service, id, { customFields: [nick, age] });
    expect((await contactNow(service, contact)).customFields).toEqual({});
  });

  test('the contact’s own address in any case is ignored (R160, A89)', async () => {
    const service = await open();
    const contact = await bobby(service);
    for (const email of ['bob@example.net', 'BOB@Example.net']) {
      const response = await updateContact(service, contact, { email, firstName: 'Bob' });
      expect(response.outcome, email).toBe('200');
      expect(contactIn(response).email).toBe('bob@example.net');
    }
  });

  test('another address is refused, and the update changes nothing (R160, A89)', async () => {
    const service = await open();
    const contact = await bobby(service);
    for (const email of ['robert@example.net', 'bob+x@example.net', 'not-an-address', '']) {
      const response = await updateContact(service, contact, { email, firstName: 'Robert' });
      expect(response.outcome, email).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('email');
    }
    expect(await contactNow(service, contact)).toEqual(contact);
  });

  test('status, source and other fields that only the service sets are ignored (A90)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const response = await updateContact(service, contact, {
      status: 'unsubscribed',
      source: 'form',
      id: 'mine',
      contactListId: 'x',
      subscriptionToken: 'y',
      subscribedAt: '2020-01-01',
      createdAt: '2020-01-01',
    });
    expect(response.outcome).toBe('200');
    expect(contactIn(response)).toEqual({ ...contact, updatedAt: later });
    expect((await updateContact(service, contact, { status: 5, source: null })).outcome).toBe('200');
  });

  test('one invalid value refuses the whole update (R161)', async () => {
    const service = await open();
    const contact = await bobby(service);
    for (const [outcome, change] of [
      ['400 INVALID_CUSTOM_FIELD', { firstName: 'New', customFields: { nick: 'New', age: 'old' } }],
      ['400 INVALID_CUSTOM_FIELD', { customFields: { nick: 'New', nope: 1 } }],
      ['400 INVALID_CUSTOM_FIELD', { customFields: { nick: null, age: {} } }],
      ['400 VALIDATION_ERROR', { customFields: { nick: 'New' }, lastName: 5 }],
      ['400 VALIDATION_ERROR', { firstName: 'New', consentType: 'none' }],
      ['400 VALIDATION_ERROR', { firstName: 'New', consentIpAddress: 'nowhere' }],
      ['400 VALIDATION_ERROR', { firstName: 'New', customFields: null }],
      ['400 VALIDATION_ERROR', { firstName: 'New', customFields: [] }],
    ] as const) {
      expect((await updateContact(service, contact, change)).outcome, JSON.stringify(change)).toBe(outcome);
      expect(await contactNow(service, contact)).toEqual(contact);
    }
  });

  test('a contact can be updated in every status, and keeps it (R157, R163)', async () => {
    const service = await open();
    const contact = await bobby(service);
    for (const status of ['unsubscribed', 'bounced', 'complained', 'suppressed'] as const) {
      service.sandbox.contacts.setStatus(contact.id, status);
      const response = await updateContact(service, contact, { firstName: status });
      expect(contactIn(response)).toMatchObject({ status, firstName: status });
    }
  });

  test('an update affects one contact only (R26, R157)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const other = await newContact(service, contact.contactListId, {
      email: 'eve@example.net',
      customFields: { plan: 'free' },
    });
    await updateContact(service, contact, { firstName: 'Bob', customFields: { plan: 'free' } });
    expect(await contactNow(service, other)).toEqual(other);
    expect((await listContacts(service, contact.contactListId)).contacts[0]).toEqual(other);
  });

  test('a contact created with a live key can be updated with a test key (A67)', async () => {
    const service = await open();
    const contact = await bobby(service);
    const test = { key: service.sandbox.testApiKey };
    expect((await updateContact(service, contact, { firstName: 'Bob' }, test)).outcome).toBe('200');
    expect((await contactNow(service, contact)).firstName).toBe('Bob');
  });
});
