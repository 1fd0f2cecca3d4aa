import { operationsOf, type WirePreset, wirePresets } from '@mailrig/contract';
import { describe, expect, test } from 'vitest';
import { type Answer, conformance, payload, type Service } from '../harness.ts';
import { bytesOf, put } from './upload.ts';

const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' };
const id = expect.any(String);
const page = expect.objectContaining({ page: 1 });
const grouped = { clean: ['a@example.net'], dirty: [], unknown: [] };
const confirmed = { filename: 'a.txt', size: 5 };
const items = [{ type: 'batch' }];
const messages = { emails: [{ subject: 'Hi' }], pagination: page };
const people = { contacts: [{ email: 'eve@example.net' }], pagination: page };

/** What a client reads from `data`, by operation. */
type Reads = Readonly<Record<string, unknown>>;

/** What all of them read. */
const shared: Reads = {
  sendEmail: { messageId: id },
  listEmails: messages,
  getEmailStats: { stats: { total: 1, sent: 0, failed: 0, transactional: 1, marketing: 0, successRate: 0 } },
  createUpload: { attachmentId: id, uploadUrl: id },
  createContactList: { id },
  updateContactList: { id },
  getContactList: { id },
  getContactListStats: { totalContacts: 1, activeContacts: 1, suppressedContacts: 0 },
  createContact: { id },
  listContacts: people,
  getContact: { email: 'eve@example.net' },
  updateContact: { firstName: 'Eve' },
  verifyEmail: { email: 'a@example.net', status: 'clean', result: 'valid', isValid: true },
  getVerificationStats: { totalVerified: 1 },
};

const named = { listVerifications: { items, pagination: page } };
const nested = { listVerifications: { data: items, pagination: page } };
const emailAtData = { getEmail: { subject: 'Hi' } };
const emailInData = { getEmail: { email: { subject: 'Hi' } } };
const analytics = { cleanCount: 1, valid: 1 };

/** What each published client reads, as far as it is known. */
const clients: Readonly<Partial<Record<WirePreset, Reads>>> = {
  'client-js': {
    ...shared,
    ...emailAtData,
    createUpload: { attachmentId: id, uploadToken: id },
    confirmUpload: confirmed,
    listContactLists: { lists: [{ id }], pagination: page },
    createVerificationBatch: { verificationId: id },
    getVerification: { id, results: [{ result: 'valid', isValid: true }], analytics },
    listVerifications: items,
  },
  'client-go': {
    ...shared,
    ...emailInData,
    ...nested,
    createUpload: { attachmentId: id, uploadToken: id },
    confirmUpload: confirmed,
    listContactLists: [{ id }],
    createVerificationBatch: { verificationId: id },
    getVerification: { verificationId: id, results: grouped, analytics },
  },
  'client-python': {
    ...shared,
    ...emailInData,
    ...nested,
    sendEmail: { messageId: id, id, status: 'queued' },
    createUpload: { attachmentId: id, uploadToken: id },
    confirmUpload: null,
    listContactLists: [{ id }],
    createVerificationBatch: { verificationId: id },
    getVerification: { id, results: grouped },
  },
  'client-rust': {
    ...shared,
    ...emailAtData,
    ...named,
    confirmUpload: confirmed,
    listContactLists: [{ id }],
    createVerificationBatch: { verificationId: id },
    getVerification: { verificationId: id, results: grouped, analytics },
  },
  'client-java': {
    ...shared,
    ...emailAtData,
    ...named,
    sendEmail: { messageId: id, id, status: 'queued' },
    listContactLists: [{ id }],
    createVerificationBatch: { verificationId: id },
    getVerification: { verificationId: id, results: grouped, analytics },
  },
  'client-php': shared,
};

/** Every call that the published clients make, in an order in which all succeed. */
async function callAll(service: Service): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  const call = async (name: string, method: string, path: string, json?: object) => {
    const answer = await service.call(method, `/api/v1${path}`, json && { json });
    answers.set(name, answer);
    return answer.status === 204 ? {} : (payload<Record<string, string> | null>(answer) ?? {});
  };
  await call('sendEmail', 'POST', '/emails', email);
  await call('listEmails', 'GET', '/emails');
  await call('getEmail', 'GET', `/emails/${service.sandbox.mailbox.latest({})?.id}`);
  await call('getEmailStats', 'GET', '/emails/stats');
  const file = { filename: 'a.txt', contentType: 'text/plain', size: 5 };
  const upload = await call('createUpload', 'POST', '/attachments/presigned-url', file);
  const stored = await put(service, { uploadUrl: upload['uploadUrl'] ?? '' }, bytesOf('hello'), {
    'content-type': 'text/plain',
  });
  expect(stored.status).toBe(200);
  await call(
    'confirmUpload',
    'POST',
    `/attachments/${upload['uploadToken'] ?? upload['attachmentId']}/confirm`,
  );
  const { id: list } = await call('createContactList', 'POST', '/contact-lists', { name: 'Readers' });
  const contacts = `/contact-lists/${list}/contacts`;
  const contact = await call('createContact', 'POST', contacts, { email: 'eve@example.net' });
  await call('listContactLists', 'GET', '/contact-lists');
  await call('getContactList', 'GET', `/contact-lists/${list}`);
  await call('getContactListStats', 'GET', `/contact-lists/${list}/stats`);
  await call('updateContactList', 'PUT', `/contact-lists/${list}`, { description: 'All' });
  await call('listContacts', 'GET', contacts);
  await call('getContact', 'GET', `${contacts}/${contact['id']}`);
  await call('updateContact', 'PUT', `${contacts}/${contact['id']}`, { firstName: 'Eve' });
  await call('suppressContact', 'POST', `${contacts}/${contact['id']}/suppress`, { reason: 'manual' });
  await call('deleteContact', 'DELETE', `${contacts}/${contact['id']}`);
  await call('deleteContactList', 'DELETE', `/contact-lists/${list}`);
  const emails = ['a@example.net'];
  const batch = await call('createVerificationBatch', 'POST', '/email-verification/batch', { emails });
  service.sandbox.clock.advance('1m');
  await call('getVerification', 'GET', `/email-verification/${batch['verificationId']}`);
  await call('listVerifications', 'GET', '/email-verification');
  await call('verifyEmail', 'POST', '/email-verification/single', { email: 'a@example.net' });
  await call('getVerificationStats', 'GET', '/email-verification/stats');
  return answers;
}

describe.each(Object.entries(clients))('preset %s', (preset, reads) => {
  conformance(`what the published client reads`, (open) => {
    test('every call succeeds, with the shapes that the client reads (A126, A130)', async () => {
      const answers = await callAll(await open({ wire: preset as WirePreset }));
      const expected = operationsOf('published').map(({ name }) => name);
      expect([...answers.keys(), 'putUpload'].toSorted()).toEqual(expected.toSorted());
      const refused = [...answers].filter(([, { status }]) => status >= 300).map(([name]) => name);
      expect(refused).toEqual([]);
      const shapes = Object.keys(reads).map((name) => [name, payload(answers.get(name) as Answer)]);
      expect(Object.fromEntries(shapes)).toMatchObject(reads);
    });
  });
});

conformance('presets of published clients', (open) => {
  test('they serve the endpoints of the clients, unless an option says otherwise (A126, A130)', async () => {
    const statusOf = async (options: Parameters<typeof open>[0]) =>
      (await (await open(options)).call('GET', '/api/v1/emails/stats')).status;
    expect(await statusOf({ wire: 'client-go' })).toBe(200);
    expect(await statusOf({ wire: { preset: 'client-go', nulls: 'explicit' } })).toBe(200);
    expect(await statusOf({ wire: 'client-go', endpoints: 'documented' })).toBe(404);
    expect(await statusOf({ wire: 'sparse' })).toBe(404);
  });
});

test('there is a preset for each published client (A130)', () => {
  expect(Object.keys(wirePresets).filter((name) => name.startsWith('client-'))).toEqual(Object.keys(clients));
});
