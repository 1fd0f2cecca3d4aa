import { expect, test } from 'vitest';
import { conformance } from '../harness.ts';
import { allLists, counters, createList, listNow, newList } from './contact-lists.ts';
import { contactNow, createContact, listContacts, newContact, suppress } from './contacts.ts';
import { send } from './emails.ts';
import { attach, binary, confirm, createUpload, newUpload, put } from './upload.ts';

const nick = { key: 'nick', label: 'Nickname', type: 'text', required: false };

conformance('stored records', (open) => {
  test('successStatus 200 answers 200 to everything with a body, and still 204 to a suppression (A19)', async () => {
    const service = await open({ wire: { successStatus: '200' } });
    expect((await createUpload(service)).status).toBe(200);
    expect((await createList(service)).status).toBe(200);
    const [list] = await allLists(service);
    const response = await createContact(service, list?.id ?? '');
    expect(response.status).toBe(200);
    const { id } = response.body.data;
    expect((await suppress(service, { id, contactListId: list?.id ?? '' })).status).toBe(204);
  });

  test('changing a buffer after its upload does not change the attachment (R107)', async () => {
    const service = await open();
    const bytes = binary(64);
    const upload = await newUpload(service, { size: 64 });
    await put(service, upload, bytes);
    bytes.fill(0);
    await confirm(service, upload.attachmentId);
    await send(service, { attachmentIds: [upload.attachmentId] });
    expect(service.sandbox.mailbox.latest({})?.attachments[0]?.content).toEqual(binary(64));
  });

  test('changing the content that a test is shown does not change later emails (R64)', async () => {
    const service = await open();
    const attachmentIds = [(await attach(service, { bytes: binary(64) })).attachmentId];
    await send(service, { attachmentIds });
    service.sandbox.mailbox.latest({})?.attachments[0]?.content.fill(0);
    await send(service, { attachmentIds });
    expect(service.sandbox.mailbox.latest({})?.attachments[0]?.content).toEqual(binary(64));
  });

  test('a snapshot restores attachments, uploads, lists, contacts and suppressions (R64, R113, A52)', async () => {
    const service = await open();
    const { sandbox } = service;
    const bytes = binary(300);
    const attached = await attach(service, { bytes });
    const pending = await newUpload(service, { size: 300 });
    await put(service, pending, bytes);
    const { id } = await newList(service, { customFields: [nick] });
    const bob = await newContact(service, id, { customFields: { nick: 'Bobby' } });
    await suppress(service, await newContact(service, id, { email: 'eve@example.net' }));
    const [list, contacts] = [await listNow(service, id), await listContacts(service, id)];
    const snapshot = sandbox.snapshot();

    await suppress(service, bob);
    await newContact(service, id, { email: 'dan@example.net' });
    await newList(service);
    await put(service, pending, binary(5));
    sandbox.clock.advance('8d');
    sandbox.restore(snapshot);

    expect(await allLists(service)).toEqual([list]);
    expect(await listContacts(service, id)).toEqual(contacts);
    expect(await counters(service, id)).toEqual([2, 1, 1]);
    expect((await confirm(service, pending.attachmentId)).outcome).toBe('200');
    const attachmentIds = [attached.attachmentId, pending.attachmentId];
    expect((await send(service, { attachmentIds })).outcome).toBe('201');
    for (const { content } of sandbox.mailbox.latest({})?.attachments ?? []) expect(content).toEqual(bytes);
    expect((await send(service, { to: 'eve@example.net' })).outcome).toBe('400 RECIPIENT_SUPPRESSED');
  });

  test('a reset clears lists, contacts, attachments and suppressions (R123, R138, A52)', async () => {
    const service = await open();
    const { attachmentId, uploadUrl } = await attach(service);
    const { id } = await newList(service);
    const contact = await newContact(service, id);
    await suppress(service, contact);
    service.sandbox.reset();
    expect(await allLists(service)).toEqual([]);
    expect((await createContact(service, id)).outcome).toBe('404 LIST_NOT_FOUND');
    expect((await confirm(service, attachmentId)).outcome).toBe('404 UPLOAD_NOT_FOUND');
    expect((await put(service, { uploadUrl })).status).toBe(404);
    expect((await send(service)).outcome).toBe('201');
    const again = await newList(service);
    expect((await newContact(service, again.id)).status).toBe('active');
  });

  test('a contact can move from every status to every other, and the API shows each (R163, R168)', async () => {
    const service = await open();
    const { id } = await newList(service);
    const statuses = ['active', 'unsubscribed', 'bounced', 'complained'] as const;
    for (const from of statuses) {
      for (const to of [...statuses, 'suppressed'] as const) {
        if (from === to) continue;
        const contact = await newContact(service, id, { email: `${from}-${to}@example.net` });
        if (from !== 'active') service.sandbox.contacts.setStatus(contact.id, from);
        service.sandbox.clock.advance(1);
        service.sandbox.contacts.setStatus(contact.id, to);
        expect((await contactNow(service, contact)).status).toBe(to);
        expect(service.sandbox.contacts.get(contact.id).status).toBe(to);
      }
    }
  });
});
