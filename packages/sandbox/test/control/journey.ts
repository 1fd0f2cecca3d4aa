import { type OperationName, operations, type WireOptions } from '@mailrig/contract';
import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { gtube, hello } from '../conformance/emails.ts';
import { bytesOf } from '../conformance/upload.ts';
import { addresses } from '../conformance/verifications.ts';
import { DescribedApi } from '../described-api.ts';
import { type TestResponse, responseOf, call, type Request, start } from '../harness.ts';

const limits = {
  attachmentBytes: 80,
  inlineAttachmentBytes: 60,
  attachmentOnEmailBytes: 50,
  attachmentsTotalBytes: 60,
  emailBytes: 4_000,
  uploadBytes: 100,
  bodyBytes: 60_000,
};

/** Calls to a sandbox, with their responses. */
export class Journey {
  readonly sandbox: Sandbox;
  readonly key: string;
  /** Operations with what they answered. */
  readonly responses: Answers[number][] = [];

  constructor(sandbox: Sandbox, key: string) {
    this.sandbox = sandbox;
    this.key = key;
  }

  /** Makes a call, which must have this outcome, and returns the member `data` of a success. */
  async to(name: OperationName, ids: readonly string[], outcome: number, request: Request = {}) {
    const { method, path } = operations[name];
    const left = [...ids];
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? 'none'));
    return this.check(name, outcome, await call(this.sandbox, method, filled, { key: this.key, ...request }));
  }

  check(name: OperationName, outcome: number, response: TestResponse): Readonly<Record<string, string>> {
    const wanted = outcome === 201 || outcome === 202 ? [outcome, 200] : [outcome];
    if (!wanted.includes(response.status)) throw new Error(`${name}: ${outcome} expected, ${response.text}`);
    this.responses.push([name, response]);
    return response.status < 300 && response.text !== '' ? JSON.parse(response.text).data : {};
  }

  /** Puts bytes to a presigned URL. */
  async put(url: string, outcome: number, body = bytesOf('hello')) {
    const headers = { 'content-type': 'text/plain' };
    return this.check(
      'putUpload',
      outcome,
      await responseOf(await this.sandbox.fetch(url, { method: 'PUT', body, headers })),
    );
  }
}

const semantic = (journey: Journey, status: number): number =>
  journey.sandbox.wire.sendErrorStatus === 'semantic' ? status : 400;

/** Every response that an operation on attachments has; returns one that is uploaded, and one that is too large. */
async function attachments(journey: Journey): Promise<readonly [string, string]> {
  const file = { filename: 'a.txt', contentType: 'text/plain', size: 5 };
  const create = (fields: object, outcome = 201) =>
    journey.to('createUpload', [], outcome, { json: { ...file, ...fields } });
  await create({ size: 0 }, 400);
  await create({ contentType: 'text/javascript' }, 400);
  await create({ size: 81 }, 400);
  await create({ contentType: 'image/png', inline: true, size: 60 });
  const upload = await create({});
  const { attachmentId: id = '', uploadUrl = '' } = upload;
  await journey.to('confirmUpload', ['none'], 404);
  await journey.to('confirmUpload', [id], 400);
  await journey.put(uploadUrl, 200, bytesOf('four'));
  await journey.to('confirmUpload', [id], 400);
  await journey.put(uploadUrl.replace(/token=\w+/, 'token=0'), 403);
  await journey.put(uploadUrl.replace(id, 'none'), 404);
  await journey.put(uploadUrl, 413, new Uint8Array(101));
  await journey.put(uploadUrl, 200);
  await journey.to('confirmUpload', [id], 200);
  await journey.put(uploadUrl, 403);
  await journey.to('confirmUpload', [id], 200);
  const large = await create({ size: 55 });
  await journey.put(large['uploadUrl'] ?? '', 200, new Uint8Array(55));
  await journey.to('confirmUpload', [large['attachmentId'] ?? ''], 200);
  return [id, large['attachmentId'] ?? ''];
}

async function emails(journey: Journey): Promise<void> {
  const { sandbox } = journey;
  const send = (fields: object, outcome = 201) =>
    journey.to('sendEmail', [], outcome, { json: { ...hello, ...fields } });
  await journey.to('listEmails', [], 200);
  await journey.to('getEmailStats', [], 200);
  await send({});
  await send({ cc: 'c@example.net', bcc: ['Dee <d@example.net>'], idempotencyKey: 'once' });
  const again = sandbox.wire.replay === 'conflict' ? 409 : 201;
  await send({ cc: 'c@example.net', bcc: ['Dee <d@example.net>'], idempotencyKey: 'once' }, again);
  await send({ idempotencyKey: 'once' }, 409);
  for (const name of ['bounce', 'fail', 'queued', 'open', 'click']) await send({ to: `${name}@example.net` });
  const template = { subject: undefined, html: undefined, templateId: 'welcome' };
  await send({ ...template, variables: { name: 'Bob', plan: 'pro' } });
  await send(template, semantic(journey, 422));
  await send({ ...template, templateId: 'none' }, semantic(journey, 404));
  await send({ from: 'ada', to: [] }, 400);
  await send({ from: 'ada@elsewhere.example' }, semantic(journey, 403));
  await send({ text: gtube }, semantic(journey, 422));
  await send({ text: 'x'.repeat(4_001) }, semantic(journey, 413));
  const [id, large] = await attachments(journey);
  await send({ attachmentIds: [id] });
  await send({ attachmentIds: ['none'] }, semantic(journey, 404));
  await send({ attachmentIds: [large] }, semantic(journey, 413));
  await send({ attachmentIds: Array(10).fill(id) });
  for (const domain of [{ active: false }, { active: true, dnsVerified: false }]) {
    sandbox.domains.update(domain);
    await send({}, semantic(journey, 403));
  }
  sandbox.domains.update({ dnsVerified: true });
  sandbox.suppressions.add({ email: 'gone@example.net' });
  await send({ to: ['bob@example.net', 'gone@example.net'] }, semantic(journey, 409));
  sandbox.clock.advance('1m');
  await journey.to('listEmails', [], 200);
  await journey.to('listEmails', [], 400, { query: { status: 'none', page: '0' } });
  await journey.to('getEmailStats', [], 200);
  await journey.to('getEmail', ['none'], 404);
  for (const { id: sent, environment } of sandbox.mailbox.list()) {
    if (environment === 'live' && journey.key === sandbox.liveApiKey)
      await journey.to('getEmail', [sent], 200);
  }
}

/** Custom fields of each kind: optional with a default, and required. */
export const customFields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
  { key: 'age', label: 'Age', type: 'number', required: true },
];

async function contacts(journey: Journey): Promise<void> {
  const { sandbox } = journey;
  await journey.to('listContactLists', [], 200);
  const { id: plain = '' } = await journey.to('createContactList', [], 201, { json: { name: 'Plain' } });
  const json = { name: 'Full', description: 'Who reads', customFields };
  const { id: list = '' } = await journey.to('createContactList', [], 201, { json });
  await journey.to('createContactList', [], 400, { json: { customFields: [{}] } });
  await journey.to('listContacts', [list], 200);
  await journey.to('updateContactList', [list], 200, { json: { customFields } });
  await journey.to('updateContactList', [list], 400, { json: { name: '' } });
  await journey.to('updateContactList', ['none'], 404, { json: {} });

  const create = (listId: string, fields: object, outcome = 201) =>
    journey.to('createContact', [listId], outcome, { json: fields });
  const full = {
    email: 'full@example.net',
    firstName: 'Fu',
    lastName: 'Ll',
    phoneNumber: '1',
    customFields: { plan: 'pro', age: 7 },
    source: 'form',
    consentType: 'explicit',
    consentSource: 'form',
    consentTimestamp: '2026-01-01T00:00Z',
    consentIpAddress: '203.0.113.7',
  };
  const { id: contact = '' } = await create(list, full);
  const { id: bare = '' } = await create(plain, { email: 'bare@example.net' });
  await create(list, full, 409);
  await create(list, { ...full, email: 'x@example.net', customFields: { age: 'old' } }, 400);
  await create(list, { email: 'nobody' }, 400);
  await create('none', full, 404);
  await journey.to('getContact', [list, contact], 200);
  await journey.to('getContact', [list, 'none'], 404);
  await journey.to('getContact', ['none', contact], 404);
  await journey.to('updateContact', [list, contact], 200, { json: { customFields: { plan: null } } });
  await journey.to('updateContact', [list, contact], 400, { json: { customFields: { age: 'old' } } });
  await journey.to('updateContact', [list, 'none'], 404, { json: {} });
  await journey.to('suppressContact', [plain, bare], 400, { json: { reason: 'bored' } });
  await journey.to('suppressContact', [plain, bare], 204, { json: { reason: 'unsubscribed' } });
  await journey.to('suppressContact', [plain, bare], 409, { json: { reason: 'manual' } });
  await journey.to('suppressContact', [plain, 'none'], 404, { json: { reason: 'manual' } });
  await journey.to('getContact', [plain, bare], 200);
  sandbox.contacts.setStatus(contact, 'bounced');
  await journey.to('listContacts', [list], 200);
  await journey.to('listContacts', [plain], 200, { query: { status: 'suppressed', limit: '1' } });
  await journey.to('listContacts', [plain], 400, { query: { status: 'none' } });
  await journey.to('listContacts', ['none'], 404);
  const wrongPage = sandbox.wire.listsContainer === 'bare' ? 200 : 400;
  await journey.to('listContactLists', [], 200);
  await journey.to('listContactLists', [], wrongPage, { query: { page: 'abc' } });
  for (const id of [list, plain]) await journey.to('getContactListStats', [id], 200);
  for (const id of [list, plain]) await journey.to('getContactList', [id], 200);
  await journey.to('getContactListStats', ['none'], 404);
  await journey.to('getContactList', ['none'], 404);
  await journey.to('deleteContact', [list, contact], 204);
  await journey.to('deleteContact', [list, contact], 404);
  await journey.to('deleteContactList', [list], 204);
  await journey.to('deleteContactList', [list], 404);
}

async function verifications(journey: Journey): Promise<void> {
  const { sandbox } = journey;
  const verify = (email: unknown, outcome = 200) =>
    journey.to('verifyEmail', [], outcome, { json: { email } });
  const submit = (entries: unknown, outcome = 202) =>
    journey.to('createVerificationBatch', [], outcome, { json: { emails: entries } });
  const read = (id: string | undefined) => journey.to('getVerification', [id ?? ''], 200);
  await journey.to('listVerifications', [], 200);
  await journey.to('getVerificationStats', [], 200);
  const all = ['a@example.net', 'info@example.net', 'bounce@example.net', 'unknown@example.net'];
  for (const email of [...all, ...all]) await verify(email);
  await verify('nobody', 400);
  await verify(7, 400);
  await submit(all, 200);
  const { verificationId } = await submit([...all, ...addresses(2)]);
  await read(verificationId);
  sandbox.clock.advance('300ms');
  await read(verificationId);
  sandbox.clock.runUntilIdle();
  await read(verificationId);
  const failing = await submit(['x@batch-fail.test']);
  sandbox.clock.runUntilIdle();
  await read(failing['verificationId']);
  await submit([], 400);
  await submit(['nobody'], 400);
  await submit(addresses(1_001), 400);
  for (let count = 0; count < 5; count++) await submit([`new${count}@example.net`]);
  await submit(['one@example.net'], 429);
  await journey.to('listVerifications', [], 200);
  await journey.to('listVerifications', [], 200, { query: { status: 'pending', limit: '1', page: '2' } });
  await journey.to('listVerifications', [], 400, { query: { limit: '101' } });
  await journey.to('getVerification', ['none'], 404);
  await journey.to('getVerificationStats', [], 200);
  sandbox.clock.runUntilIdle();
  if (journey.key !== sandbox.liveApiKey) return;
  sandbox.credits.set(0);
  await verify('poor@example.net', 402);
  await submit(['poor@example.net'], 402);
}

/** Every operation except the upload itself. */
export const rows = Object.values(operations).filter(({ name }) => name !== 'putUpload');

/** The errors that any operation has. */
async function commonErrors(journey: Journey): Promise<void> {
  const { sandbox } = journey;
  const { key: revoked } = sandbox.keys.create({ environment: 'live' });
  const { key: expired } = sandbox.keys.create({ environment: 'live' });
  sandbox.keys.revoke(revoked);
  sandbox.keys.expire(expired);
  for (const row of rows) {
    for (const key of [null, 'sk_live_unknown', revoked, expired])
      await journey.to(row.name, [], 401, { key });
    for (const status of [500, 503]) {
      // 503 says when to come back, and so must the fault.
      sandbox.faults.add({ operation: row.name, times: 1, effect: { status, retryAfter: 1 } });
      await journey.to(row.name, [], status);
    }
    if (!('body' in row)) continue;
    await journey.to(row.name, [], 415, { body: '{}', headers: { 'content-type': 'text/plain' } });
    await journey.to(row.name, [], 413, { body: JSON.stringify({ text: 'x'.repeat(60_001) }) });
  }
}

/** What operations answered. */
type Answers = readonly (readonly [OperationName, TestResponse])[];

/** Makes every call with both keys, and returns the responses, and the API as the sandbox describes it. */
export async function travel(wire: Partial<WireOptions>): Promise<{ responses: Answers; api: DescribedApi }> {
  const options = { clock: 'manual', startAt: start, endpoints: 'published', wire, limits } as const;
  const open = createSandbox({ ...options, rateLimit: false });
  const untouched = open.snapshot();
  const journeys = [open.liveApiKey, open.testApiKey].map((key) => new Journey(open, key));
  for (const journey of journeys) {
    open.restore(untouched);
    for (const part of [emails, contacts, verifications]) await part(journey);
  }
  for (const journey of journeys.slice(0, 1)) await commonErrors(journey);
  const limited = createSandbox({ ...options, rateLimit: { limit: 0 } });
  const refused = new Journey(limited, limited.liveApiKey);
  for (const { name } of rows) await refused.to(name, [], 429);
  const responses = [...journeys, refused].flatMap((journey) => journey.responses);
  return { responses, api: await DescribedApi.of(open) };
}

/** Where answers differ from a description of the API. */
export function mistakesIn(responses: Answers, api: DescribedApi): readonly string[] {
  return responses.flatMap(([name, response]) =>
    api.mistakes(name, response).map((mistake) => `${name} ${response.outcome}: ${mistake}`),
  );
}
