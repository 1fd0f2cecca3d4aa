import { operations, operationsOf } from '@mailrig/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { conformance, payload, type Service } from '../harness.ts';
import { lists, listNow, newList } from './contact-lists.ts';
import { contactsOf, contactStatuses, createContact, newContact, suppress } from './contacts.ts';
import { emails, newest, send } from './emails.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
afterAll(() => warn.mockRestore());

conformance('endpoints beyond the document', (open) => {
  const published = () => open({ endpoints: 'published' });

  test('they are served only if an option asks for them (A116, A126)', async () => {
    const statuses = async (service: Service) => {
      const { id } = await newList(service);
      const contact = await newContact(service, id);
      await send(service);
      const email = await newest(service);
      const calls = [
        ['GET', `${emails}/${email.id}`],
        ['GET', `${emails}/stats`],
        ['GET', `${lists}/${id}`],
        ['GET', `${lists}/${id}/stats`],
        ['DELETE', contactsOf(id, contact.id)],
        ['DELETE', `${lists}/${id}`],
      ] as const;
      const responses: number[] = [];
      for (const [method, path] of calls) responses.push((await service.call(method, path)).status);
      await service.close();
      return responses;
    };
    expect(await statuses(await open())).toEqual([404, 404, 405, 404, 405, 405]);
    expect(await statuses(await published())).toEqual([200, 200, 200, 200, 204, 204]);
  });

  test('the refusal of each one names the reason and the option, and the console has it once (A126)', async () => {
    const service = await open();
    const documented = new Set(operationsOf('documented').map(({ name }) => name));
    const lacking = Object.values(operations).filter(({ name }) => !documented.has(name));
    expect(lacking.length).toBeGreaterThan(0);
    warn.mockClear();
    for (const { name, method, path } of lacking) {
      const concrete = path.replaceAll(/\{\w+\}/g, 'some_1');
      for (let time = 0; time < 2; time += 1) {
        const { message } = (await service.call(method, concrete)).body.error;
        expect(message).toContain(`The documentation of the service lacks ${name}`);
        expect(message).toContain("endpoints: 'published'");
        expect(message).toContain('--endpoints published');
      }
      const lines = warn.mock.calls.filter(([line]) => String(line).includes(` ${name},`));
      expect(lines.length, name).toBe(1);
    }
  });

  test('an email is found by its id and by its message id, as the list shows it (A126)', async () => {
    const service = await published();
    await send(service, { cc: 'carol@example.net' });
    const email = await newest(service);
    for (const id of [email.id, String(email.messageId)]) {
      expect(payload(await service.call('GET', `${emails}/${id}`))).toEqual({ email });
    }
    service.sandbox.clock.advance('1m');
    expect(payload(await service.call('GET', `${emails}/${email.id}`))).toMatchObject({
      email: { status: 'delivered', deliveredAt: expect.any(String) },
    });
  });

  test('emailContainer bare puts the email into data itself (A126)', async () => {
    const service = await open({ endpoints: 'published', wire: { emailContainer: 'bare' } });
    await send(service);
    const email = await newest(service);
    expect(payload(await service.call('GET', `${emails}/${email.id}`))).toEqual(email);
  });

  test('an email that is unknown, simulated or of another account is not found (A66, A126)', async () => {
    const service = await published();
    const other = service.sandbox.accounts.create({ domain: { name: 'other.example' } });
    const otherKey = other.keys.find(({ environment }) => environment === 'live')?.key;
    await send(service);
    const { id } = await newest(service);
    const simulated = await service.call('POST', emails, {
      key: service.sandbox.testApiKey,
      json: { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hi' },
    });
    const { messageId } = payload<{ readonly messageId: string }>(simulated);
    for (const [path, key] of [
      [`${emails}/msg_1`, undefined],
      [`${emails}/${messageId}`, undefined],
      [`${emails}/${messageId}`, service.sandbox.testApiKey],
      [`${emails}/${id}`, service.sandbox.testApiKey],
      [`${emails}/${id}`, otherKey],
    ] as const) {
      const response = await service.call('GET', path, { key });
      expect(response.outcome, `${path} with ${key}`).toBe('404 NOT_FOUND');
    }
  });

  test('statistics count live emails by how they ended (A126)', async () => {
    const service = await published();
    const stats = async () => payload(await service.call('GET', `${emails}/stats`));
    const none = { total: 0, sent: 0, failed: 0, transactional: 0, marketing: 0, successRate: 0 };
    expect(await stats()).toEqual({ stats: none });
    await send(service);
    await send(service, { to: 'bounced@example.org' });
    await send(service, { to: 'eve@example.net' });
    expect(await stats()).toEqual({ stats: { ...none, total: 3, transactional: 3 } });
    for (const { id, to } of service.sandbox.mailbox.list()) {
      if (to.includes('bounced@example.org')) service.sandbox.emails.bounce(id);
      else service.sandbox.emails.deliver(id);
    }
    await service.call('POST', emails, {
      key: service.sandbox.testApiKey,
      json: { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hi' },
    });
    expect(await stats()).toEqual({
      stats: { total: 3, sent: 2, failed: 1, transactional: 3, marketing: 0, successRate: 66.67 },
    });
  });

  test('a list is what the list of lists shows (A126)', async () => {
    const service = await published();
    const { id } = await newList(service, { description: 'All' });
    await newContact(service, id);
    expect(payload(await service.call('GET', `${lists}/${id}`))).toEqual(await listNow(service, id));
  });

  test('the statistics of a list count its contacts by status (A126)', async () => {
    const service = await published();
    const { id } = await newList(service);
    for (const [index, status] of [...contactStatuses, 'bounced' as const].entries()) {
      const contact = await newContact(service, id, { email: `c${index}@example.net` });
      if (status !== 'active') service.sandbox.contacts.setStatus(contact.id, status);
    }
    expect(payload(await service.call('GET', `${lists}/${id}/stats`))).toEqual({
      totalContacts: 6,
      activeContacts: 1,
      unsubscribedContacts: 1,
      bouncedContacts: 2,
      complainedContacts: 1,
      suppressedContacts: 1,
    });
  });

  test('a deleted list is gone with its contacts, and all others stay (A126)', async () => {
    const service = await published();
    const { id } = await newList(service);
    const kept = await newList(service, { name: 'Kept' });
    const contact = await newContact(service, id);
    const other = await newContact(service, kept.id);
    expect((await service.call('DELETE', `${lists}/${id}`)).text).toBe('');
    for (const path of [`${lists}/${id}`, `${lists}/${id}/stats`]) {
      expect((await service.call('GET', path)).outcome).toBe('404 NOT_FOUND');
    }
    expect((await service.call('DELETE', `${lists}/${id}`)).outcome).toBe('404 NOT_FOUND');
    expect((await service.call('GET', contactsOf(id, contact.id))).outcome).toBe('404 LIST_NOT_FOUND');
    expect((await service.call('GET', contactsOf(kept.id, other.id))).outcome).toBe('200');
    expect(service.sandbox.check()).toEqual([]);
  });

  test('a deleted contact can be created again, and its address stays suppressed (A126)', async () => {
    const service = await published();
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    await suppress(service, contact);
    expect((await service.call('DELETE', contactsOf(id, contact.id))).outcome).toBe('204');
    expect((await service.call('DELETE', contactsOf(id, contact.id))).outcome).toBe('404 CONTACT_NOT_FOUND');
    expect((await service.call('DELETE', contactsOf('lst_1', contact.id))).outcome).toBe(
      '404 LIST_NOT_FOUND',
    );
    expect((await createContact(service, id)).outcome).toBe('201');
    expect((await send(service, { to: contact.email })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
    expect(service.sandbox.check()).toEqual([]);
  });
});
