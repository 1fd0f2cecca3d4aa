import { expect, test } from 'vitest';
import { addAccount, stranger, strangersFrom } from './accounts.ts';
import { conformance, type Service } from '../harness.ts';
import { counters, newList } from './contact-lists.ts';
import {
  type Contact,
  contactIn,
  contactNow,
  contactStatuses,
  contactsOf,
  createContact,
  listContacts,
  newContact,
  suppress,
  suppressionReasons,
  updateContact,
} from './contacts.ts';
import { list, send } from './emails.ts';

/** A contact in its own list. */
async function someone(service: Service, fields: object = {}): Promise<Contact> {
  return newContact(service, (await newList(service)).id, fields);
}

conformance('suppressing a contact', (open) => {
  test.each(suppressionReasons)(
    'the reason %s is answered 204 without a body, and the contact is suppressed (R164, R166, A95)',
    async (reason) => {
      const service = await open();
      const contact = await someone(service);
      const response = await suppress(service, contact, { reason });
      expect(response.status).toBe(204);
      expect(response.text).toBe('');
      expect(response.headers.get('content-length') ?? '0').toBe('0');
      expect(response.headers.get('x-request-id')).toBeTruthy();
      expect((await contactNow(service, contact)).status).toBe('suppressed');
      expect(service.sandbox.suppressions.list()).toEqual([
        { email: 'bob@example.net', reason, createdAt: '2026-01-01T00:00:00.000Z' },
      ]);
    },
  );

  test('a missing or unknown reason is refused, and nothing changes (R165)', async () => {
    const service = await open();
    const contact = await someone(service);
    for (const reason of [undefined, null, '', 'Manual', 'bounce', 'spam', 5, ['manual'], 'constructor']) {
      const response = await suppress(service, contact, { reason });
      expect(response.outcome, JSON.stringify(reason)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe('reason');
    }
    expect(await contactNow(service, contact)).toEqual(contact);
    expect(service.sandbox.suppressions.list()).toEqual([]);
    expect(await counters(service, contact.contactListId)).toEqual([1, 1, 0]);
    expect((await send(service)).outcome).toBe('201');
  });

  test('suppressing requires a body (R165, A12)', async () => {
    const service = await open();
    const contact = await someone(service);
    const path = `${contactsOf(contact.contactListId, contact.id)}/suppress`;
    expect((await service.call('POST', path)).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('the reason is checked first, then it is ALREADY_SUPPRESSED and nothing changes (R167, A94)', async () => {
    const service = await open();
    const contact = await someone(service);
    await suppress(service, contact);
    const before = await contactNow(service, contact);
    service.sandbox.clock.advance('1m');
    for (const reason of ['manual', 'unsubscribed']) {
      expect((await suppress(service, contact, { reason })).outcome).toBe('409 ALREADY_SUPPRESSED');
    }
    expect((await suppress(service, contact, { reason: 'nope' })).outcome).toBe('400 VALIDATION_ERROR');
    expect((await suppress(service, contact, {})).outcome).toBe('400 VALIDATION_ERROR');
    expect(await contactNow(service, contact)).toEqual(before);
    expect(await counters(service, contact.contactListId)).toEqual([1, 0, 1]);
    expect(service.sandbox.suppressions.list()).toMatchObject([{ reason: 'manual' }]);
  });

  test('of two simultaneous suppressions, one succeeds (R167)', async () => {
    const service = await open();
    const contact = await someone(service);
    const responses = await Promise.all([1, 2].map(() => suppress(service, contact)));
    expect(responses.map(({ outcome }) => outcome).sort()).toEqual(['204', '409 ALREADY_SUPPRESSED']);
    expect(await counters(service, contact.contactListId)).toEqual([1, 0, 1]);
  });

  test.each(contactStatuses)(
    'a contact that is %s can be suppressed, and a suppressed one moves nowhere (R168, R166, R163)',
    async (status) => {
      const service = await open();
      for (const reason of suppressionReasons) {
        const contact = await someone(service);
        if (status !== 'active') service.sandbox.contacts.setStatus(contact.id, status);
        expect((await contactNow(service, contact)).status).toBe(status);
        const { outcome } = await suppress(service, contact, { reason });
        expect(outcome).toBe(status === 'suppressed' ? '409 ALREADY_SUPPRESSED' : '204');
        expect((await contactNow(service, contact)).status).toBe('suppressed');
      }
    },
  );

  test('updatedAt moves, and everything else stays (A91)', async () => {
    const service = await open();
    const contact = await someone(service, { firstName: 'Bob', source: 'form' });
    service.sandbox.clock.advance('1m');
    await suppress(service, contact);
    const updatedAt = '2026-01-01T00:01:00.000Z';
    expect(await contactNow(service, contact)).toEqual({ ...contact, status: 'suppressed', updatedAt });
  });

  test('only the reason unsubscribed sets unsubscribedAt (A94)', async () => {
    const service = await open();
    service.sandbox.clock.advance('1h');
    for (const reason of suppressionReasons) {
      const contact = await someone(service);
      service.sandbox.clock.advance('1s');
      const now = service.sandbox.clock.now().toISOString();
      await suppress(service, contact, { reason });
      const { unsubscribedAt, status } = await contactNow(service, contact);
      expect(status).toBe('suppressed');
      expect(unsubscribedAt, reason).toBe(reason === 'unsubscribed' ? now : undefined);
    }
  });

  test('the API never returns the reason (A94)', async () => {
    const service = await open();
    const contact = await someone(service);
    await suppress(service, contact, { reason: 'spam_trap' });
    const path = contactsOf(contact.contactListId, contact.id);
    for (const response of [
      await service.call('GET', path),
      await service.call('GET', contactsOf(contact.contactListId)),
      await service.call('PUT', path, { json: {} }),
    ]) {
      expect(response.outcome).toBe('200');
      expect(response.text).not.toMatch(/spam_trap|reason/i);
    }
  });

  test('every later send to the address fails, with live and test keys, in any case and any field (R169)', async () => {
    const service = await open();
    const contact = await someone(service, { email: 'Bob@Example.net' });
    expect((await send(service)).outcome).toBe('201');
    await suppress(service, contact);
    for (const fields of [
      { to: 'bob@example.net' },
      { to: ['eve@example.net', 'BOB@EXAMPLE.NET'] },
      { to: 'eve@example.net', cc: 'bob@example.net' },
      { to: 'eve@example.net', bcc: 'Bob <bob@example.net>' },
    ]) {
      for (const key of [service.sandbox.liveApiKey, service.sandbox.testApiKey]) {
        expect((await send(service, fields, { key })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
      }
    }
    expect((await send(service, { to: 'eve@example.net' })).outcome).toBe('201');
    service.sandbox.clock.advance('400d');
    expect((await send(service)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
  });

  test('contacts with the address in other lists keep their status and can be suppressed later (R169, A52)', async () => {
    const service = await open();
    const first = await someone(service);
    const second = await someone(service, { email: 'BOB@example.net' });
    await suppress(service, first);
    expect((await contactNow(service, second)).status).toBe('active');
    expect(await counters(service, second.contactListId)).toEqual([1, 1, 0]);
    expect((await send(service, { to: 'BOB@example.net' })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    expect((await suppress(service, second, { reason: 'bounced' })).outcome).toBe('204');
    expect((await contactNow(service, second)).status).toBe('suppressed');
    expect(service.sandbox.suppressions.list()).toHaveLength(1);
  });

  test('a contact with a suppressed address can be created, is active, and gets no mail (A52)', async () => {
    const service = await open();
    await suppress(service, await someone(service));
    const contact = await someone(service);
    expect(contact.status).toBe('active');
    expect((await send(service)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    expect((await suppress(service, contact)).outcome).toBe('204');
    service.sandbox.suppressions.add({ email: 'eve@example.net' });
    expect((await someone(service, { email: 'eve@example.net' })).status).toBe('active');
  });

  test('an address is suppressed in one domain only (A52, R26)', async () => {
    const service = await open();
    addAccount(service);
    await suppress(service, await someone(service));
    expect((await send(service, { from: strangersFrom }, stranger)).outcome).toBe('201');
    expect(service.sandbox.account('sk_live_other').suppressions.list()).toEqual([]);
    expect(service.sandbox.suppressions.list()).toHaveLength(1);
  });

  test('an address suppressed with a test key is suppressed for live keys (A67, A52)', async () => {
    const service = await open();
    const contact = await someone(service);
    const test = { key: service.sandbox.testApiKey };
    expect((await suppress(service, contact, { reason: 'manual' }, test)).outcome).toBe('204');
    expect((await send(service)).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    expect((await suppress(service, contact)).outcome).toBe('409 ALREADY_SUPPRESSED');
  });

  test('the contact and the emails sent to it stay (R170)', async () => {
    const service = await open();
    const contact = await someone(service);
    const { id } = (await send(service)).body.data;
    await suppress(service, contact);
    service.sandbox.clock.advance('1h');
    expect((await contactNow(service, contact)).status).toBe('suppressed');
    expect((await listContacts(service, contact.contactListId)).contacts).toHaveLength(1);
    const { emails } = (await list(service, { to: 'bob@example.net' })).body.data;
    expect(emails).toMatchObject([{ id, status: 'delivered' }]);
    expect((await createContact(service, contact.contactListId)).outcome).toBe('409 CONTACT_ALREADY_EXISTS');
    expect(contactIn(await updateContact(service, contact, { firstName: 'Bob' })).firstName).toBe('Bob');
  });

  test('an unknown contact or list is 404, before the reason is checked (R172, A4)', async () => {
    const service = await open();
    addAccount(service);
    const contact = await someone(service);
    const foreign = await newContact(service, (await newList(service, {}, stranger)).id, {}, stranger);
    const other = await newList(service);
    const none = { ...contact, contactListId: 'lst_none' };
    for (const json of [{ reason: 'manual' }, { reason: 'nope' }, {}]) {
      for (const wrong of [
        { ...contact, id: 'cnt_none' },
        { ...contact, id: foreign.id },
        { ...contact, contactListId: other.id },
      ]) {
        expect((await suppress(service, wrong, json)).outcome).toBe('404 CONTACT_NOT_FOUND');
      }
      expect((await suppress(service, none, json)).outcome).toBe('404 LIST_NOT_FOUND');
      expect((await suppress(service, foreign, json)).outcome).toBe('404 LIST_NOT_FOUND');
    }
    expect(await contactNow(service, contact)).toEqual(contact);
    expect(service.sandbox.suppressions.list()).toEqual([]);
  });
});
