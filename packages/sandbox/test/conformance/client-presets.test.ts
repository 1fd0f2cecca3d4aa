import { operationsOf, type WirePreset, wirePresets } from '@mailrig/contract';
import { describe, expect, test } from 'vitest';
import { type TestResponse, conformance, payload, type Service } from '../harness.ts';
import { bytesOf, put } from './upload.ts';

const text = expect.any(String);
const email = { from: 'ada@example.com', to: ['bob@example.net'], subject: 'Hi' };
const sent = { ...email, id: text, messageId: text, status: 'queued', createdAt: text };
const list = { id: text, name: 'Readers', createdAt: text, updatedAt: text };
const totals = { totalContacts: 1, activeContacts: 1, suppressedContacts: 0 };
const contact = { id: text, email: 'eve@example.net', status: 'active', source: 'api', createdAt: text };
const emails = ['a@example.net', 'b@example.net', 'c@mailinator.com'];
const batch = { totalEmails: 3, creditsDeducted: 3, createdAt: text };
const done = { ...batch, status: 'completed', completedAt: text };
const again = { totalEmails: 3, creditsDeducted: 0, status: 'completed' };
const id = { id: text };
const verificationId = { verificationId: text };

const position = { page: 1, limit: 1, total: 2, totalPages: 2 };
/** The first of two pages with one item each. */
const first = { ...position, hasNext: true, hasPrev: false };
/** The second of them. */
const second = { ...position, page: 2, hasNext: false, hasPrev: true };
/** The only page. */
const only = { page: 1, total: 1, hasNext: false };

const grouped = {
  results: { clean: ['a@example.net', 'b@example.net'], dirty: ['c@mailinator.com'], unknown: [] },
};
const valid = { analytics: { valid: 2, invalid: 0, risky: 1, unknown: 0 } };
const clean = { analytics: { cleanCount: 2, dirtyCount: 1, unknownCount: 0, cleanPercentage: 66.67 } };
const results = ['valid', 'valid', 'risky'].map((result, index) => ({
  email: emails[index],
  result,
  isValid: result === 'valid',
  reason: text,
  cached: expect.any(Boolean),
}));
/** Counts of which none has a fraction. */
const whole = {
  analytics: expect.toSatisfy((counts: object) => Object.values(counts).every(Number.isInteger)),
};

/** What a client reads from `data`, by call. */
type Reads = Readonly<Record<string, unknown>>;

/** What all of them read. */
const shared: Reads = {
  sendEmail: { messageId: text },
  getEmailStats: { stats: { total: 2, sent: 0, failed: 0, transactional: 2, marketing: 0, successRate: 0 } },
  createUpload: { attachmentId: text, uploadUrl: text, expiresAt: text },
  createContactList: list,
  updateContactList: { ...list, description: 'All' },
  getContactList: list,
  getContactListStats: totals,
  createContact: contact,
  getContact: contact,
  updateContact: { ...contact, firstName: 'Eve' },
  createVerificationBatch: { ...verificationId, totalEmails: 3, creditsDeducted: 3, status: 'pending' },
  verifyEmail: { email: 'a@example.net', status: 'clean', result: 'valid', isValid: true, cached: true },
  getVerificationStats: { totalVerified: 3, totalValid: 2, validPercentage: 66.67 },
};

const named: Reads = {
  ...shared,
  listEmails: { emails: [sent], pagination: first },
  listContacts: { contacts: [contact], pagination: only },
};
const nested: Reads = {
  ...shared,
  getEmail: { email: sent },
  listEmails: { data: [sent], pagination: first },
  listContacts: { data: [contact], pagination: only },
  listContactLists: { data: [list], pagination: second },
};
const rustAndJava: Reads = {
  ...named,
  getEmail: sent,
  listContactLists: [{ id: text }, list],
  'createVerificationBatch at once': { ...again, ...grouped, ...clean },
  getVerification: { ...verificationId, ...done, ...grouped, ...clean },
  listVerifications: { items: [{ ...id, type: 'batch', progress: 100, ...done, ...clean }] },
};
const token = { createUpload: { attachmentId: text, uploadUrl: text, uploadToken: text, expiresAt: text } };
const uploaded = { ...id, contentType: 'text/plain', status: 'uploaded', createdAt: text };
const filename = { confirmUpload: { ...uploaded, filename: 'a.txt', size: 5 } };
const fileName = { confirmUpload: { ...uploaded, fileName: 'a.txt', fileSize: 5, expiresAt: text } };

/** What each published client reads. The one in PHP is not available: it has what all share. */
const clients: Readonly<Partial<Record<WirePreset, Reads>>> = {
  'client-js': {
    ...named,
    ...token,
    ...fileName,
    getEmail: sent,
    getContactList: { ...list, ...totals, customFields: [] },
    listContactLists: { lists: [list], pagination: second },
    'createVerificationBatch at once': { ...verificationId, ...again, results },
    getVerification: { ...id, ...done, processedEmails: 3, results, ...valid },
    listVerifications: { data: [{ ...id, ...done, processedEmails: 3 }], pagination: only },
  },
  'client-go': {
    ...nested,
    ...token,
    ...filename,
    getContactList: { ...list, contactCount: 1 },
    'createVerificationBatch at once': { ...verificationId, ...again, ...grouped, ...valid },
    getVerification: { ...verificationId, ...done, processedEmails: 3, ...grouped, ...valid },
    listVerifications: { data: [{ ...verificationId, ...done, processedEmails: 3 }], pagination: only },
  },
  'client-python': {
    ...nested,
    ...token,
    ...fileName,
    sendEmail: { messageId: text, id: text, status: 'queued', createdAt: text },
    'createVerificationBatch at once': { ...again, ...grouped, ...whole },
    getVerification: { ...done, processedEmails: 3, ...grouped, ...whole },
    listVerifications: { data: [{ ...id, ...done, ...whole }], pagination: only },
  },
  'client-rust': { ...rustAndJava, getContactList: { ...list, ...totals, tags: [] } },
  'client-java': {
    ...rustAndJava,
    sendEmail: { messageId: text, id: text, status: 'queued' },
    confirmUpload: { id: text, status: 'uploaded' },
  },
  'client-php': named,
};

/** Every call that the published clients make, in an order in which all succeed. */
async function callAll(service: Service): Promise<ReadonlyMap<string, TestResponse>> {
  const responses = new Map<string, TestResponse>();
  const call = async (name: string, method: string, path: string, json?: object) => {
    const response = await service.call(method, `/api/v1${path}`, json && { json });
    responses.set(name, response);
    return response.status === 204 ? {} : (payload<Record<string, string> | null>(response) ?? {});
  };
  await call('sendEmail', 'POST', '/emails', { ...email, text: 'Hi' });
  await call('sendEmail', 'POST', '/emails', { ...email, text: 'Hi again' });
  await call('listEmails', 'GET', '/emails?page=1&limit=1');
  await call('getEmail', 'GET', `/emails/${service.sandbox.mailbox.latest({})?.id}`);
  await call('getEmailStats', 'GET', '/emails/stats');
  const file = { filename: 'a.txt', contentType: 'text/plain', size: 5 };
  const upload = await call('createUpload', 'POST', '/attachments/presigned-url', file);
  const stored = await put(service, { uploadUrl: upload['uploadUrl'] ?? '' }, bytesOf('hello'), {
    'content-type': 'text/plain',
  });
  expect(stored.status).toBe(200);
  const token = upload['uploadToken'] ?? upload['attachmentId'];
  await call('confirmUpload', 'POST', `/attachments/${token}/confirm`, {});
  const readers = await call('createContactList', 'POST', '/contact-lists', { name: 'Readers' });
  const path = `/contact-lists/${readers['id']}`;
  const eve = await call('createContact', 'POST', `${path}/contacts`, { email: 'eve@example.net' });
  await call('createContactList', 'POST', '/contact-lists', { name: 'Readers' });
  await call('listContactLists', 'GET', '/contact-lists?page=2&limit=1');
  await call('getContactList', 'GET', path);
  await call('getContactListStats', 'GET', `${path}/stats`);
  await call('updateContactList', 'PUT', path, { description: 'All' });
  await call('listContacts', 'GET', `${path}/contacts?status=active`);
  const contactPath = `${path}/contacts/${eve['id']}`;
  await call('getContact', 'GET', contactPath);
  await call('updateContact', 'PUT', contactPath, { firstName: 'Eve' });
  await call('suppressContact', 'POST', `${contactPath}/suppress`, { reason: 'manual' });
  await call('deleteContact', 'DELETE', contactPath);
  await call('deleteContactList', 'DELETE', path);
  const pending = await call('createVerificationBatch', 'POST', '/email-verification/batch', { emails });
  service.sandbox.clock.advance('1m');
  await call(
    'getVerification',
    'GET',
    `/email-verification/${pending['verificationId']}?includeResults=true`,
  );
  await call('listVerifications', 'GET', '/email-verification?status=completed');
  await call('createVerificationBatch at once', 'POST', '/email-verification/batch', { emails });
  await call('verifyEmail', 'POST', '/email-verification/single', { email: 'a@example.net' });
  await call('getVerificationStats', 'GET', '/email-verification/stats');
  return responses;
}

describe.each(Object.entries(clients))('preset %s', (preset, reads) => {
  conformance(`what the published client reads`, (open) => {
    test('every call succeeds, with the shapes that the client reads (A126, A130, A131)', async () => {
      const responses = await callAll(await open({ wire: preset as WirePreset }));
      const called = new Set([...responses.keys(), 'putUpload'].map((name) => name.replace(/ .*/, '')));
      const expected = operationsOf('published').map(({ name }) => name);
      expect([...called].toSorted()).toEqual(expected.toSorted());
      const refused = [...responses].filter(([, { status }]) => status >= 300).map(([name]) => name);
      expect(refused).toEqual([]);
      const shapes = Object.keys(reads).map((name) => [name, payload(responses.get(name) as TestResponse)]);
      expect(Object.fromEntries(shapes)).toMatchObject(reads);
    });

    test('a refusal has its code, message and id where the client looks for them (A2, A130)', async () => {
      const service = await open({ wire: preset as WirePreset });
      const refused = await service.call('GET', '/api/v1/emails', { key: 'sk_live_other' });
      expect(refused.body).toMatchObject({ success: false, error: { code: 'UNAUTHORIZED', message: text } });
      expect(refused.headers.get('x-request-id')).toBe(refused.body.meta.requestId);
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
