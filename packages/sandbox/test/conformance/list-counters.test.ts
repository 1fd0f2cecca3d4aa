import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { counters, listIn, newList, updateList } from './contact-lists.ts';
import { contactStatuses, createContact, newContact, suppress, updateContact } from './contacts.ts';

conformance('list counters', (open) => {
  test('counters follow every kind of change (R130, R171, A80)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const now = () => counters(service, id);
    const bob = await newContact(service, id);
    expect(await now(), 'created').toEqual([1, 1, 0]);
    const eve = await newContact(service, id, { email: 'eve@example.net' });
    const dan = await newContact(service, id, { email: 'dan@example.net' });
    expect(await now(), 'created').toEqual([3, 3, 0]);
    await createContact(service, id);
    await createContact(service, id, { email: 'nobody' });
    expect(await now(), 'refused').toEqual([3, 3, 0]);
    await updateContact(service, bob, { firstName: 'Bob' });
    expect(await now(), 'updated').toEqual([3, 3, 0]);
    service.sandbox.contacts.setStatus(eve.id, 'unsubscribed');
    expect(await now(), 'unsubscribed').toEqual([3, 2, 0]);
    await suppress(service, bob);
    expect(await now(), 'suppressed from active').toEqual([3, 1, 1]);
    await suppress(service, eve);
    expect(await now(), 'suppressed from unsubscribed').toEqual([3, 1, 2]);
    await suppress(service, eve);
    expect(await now(), 'suppressed again').toEqual([3, 1, 2]);
    await updateContact(service, eve, { firstName: 'Eve' });
    expect(await now(), 'updated while suppressed').toEqual([3, 1, 2]);
    service.sandbox.contacts.setStatus(dan.id, 'bounced');
    expect(await now(), 'bounced').toEqual([3, 0, 2]);
    service.sandbox.contacts.setStatus(dan.id, 'complained');
    expect(await now(), 'complained').toEqual([3, 0, 2]);
    service.sandbox.contacts.setStatus(dan.id, 'active');
    expect(await now(), 'active again').toEqual([3, 1, 2]);
    expect(listIn(await updateList(service, id, { name: 'Writers' }))).toMatchObject({
      totalContacts: 3,
      activeContacts: 1,
      suppressedContacts: 2,
      contactCount: 3,
    });
  });

  test('listCounting active-or-suppressed counts every contact that is not active as suppressed (A123)', async () => {
    const service = await open({ wire: { listCounting: 'active-or-suppressed' } });
    const { id } = await newList(service);
    for (const [index, status] of contactStatuses.entries()) {
      const contact = await newContact(service, id, { email: `c${index}@example.net` });
      if (status !== 'active') service.sandbox.contacts.setStatus(contact.id, status);
    }
    expect(await counters(service, id)).toEqual([5, 1, 4]);
  });

  test.each(contactStatuses)(
    'a contact that is %s counts once in total, and suppressing it counts it as suppressed (R130, R171)',
    async (status) => {
      const service = await open();
      const { id } = await newList(service);
      const contact = await newContact(service, id);
      await newContact(service, id, { email: 'eve@example.net' });
      if (status !== 'active') service.sandbox.contacts.setStatus(contact.id, status);
      expect(await counters(service, id)).toEqual([
        2,
        status === 'active' ? 2 : 1,
        status === 'suppressed' ? 1 : 0,
      ]);
      await suppress(service, contact);
      expect(await counters(service, id)).toEqual([2, 1, 1]);
    },
  );

  test('each list counts its own contacts (R130)', async () => {
    const service = await open();
    const [first, second] = [await newList(service), await newList(service)];
    const contact = await newContact(service, first.id);
    await newContact(service, second.id);
    await newContact(service, second.id, { email: 'eve@example.net' });
    await suppress(service, contact);
    expect(await counters(service, first.id)).toEqual([1, 0, 1]);
    expect(await counters(service, second.id)).toEqual([2, 2, 0]);
  });

  test('many contacts are counted correctly, and check() agrees (R130, R171)', async () => {
    const service = await open({ rateLimit: false });
    const { id } = await newList(service);
    const expected = [0, 0, 0] as [number, number, number];
    for (let n = 0; n < 40; n++) {
      const contact = await newContact(service, id, { email: `reader${n}@example.net` });
      expected[0]++;
      const status = contactStatuses[n % contactStatuses.length] ?? 'active';
      if (status === 'active') expected[1]++;
      else if (status === 'suppressed' && n % 2) {
        await suppress(service, contact);
        expected[2]++;
      } else {
        service.sandbox.contacts.setStatus(contact.id, status);
        if (status === 'suppressed') expected[2]++;
      }
    }
    expect(await counters(service, id)).toEqual(expected);
  });
});
