import type { Sandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isMailrigError, type Mailrig, type MailrigOptions } from '../src/index.ts';
import { connect, email } from './client.ts';

/*
 * Decision A117, operation by operation: one call each, whose first attempt fails in one way before or
 * after the service did its work.
 */

interface World {
  readonly mail: Mailrig;
  readonly sandbox: Sandbox;
  readonly listId: string;
  readonly contactId: string;
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly verificationId: string;
  readonly emailId: string;
}

interface Operation {
  /** Whether it may be repeated although its first attempt may have been done. */
  readonly repeatable: boolean;
  readonly call: (world: World) => PromiseLike<unknown>;
  /** How often it has taken effect; the default counts nothing. */
  readonly effects?: (world: World) => number | Promise<number>;
}

const bytes = new TextEncoder().encode('fox');
const creditsUsed = ({ sandbox }: World) => 10_000 - sandbox.credits.balance();

const operations: Readonly<Record<string, Operation>> = {
  sendEmail: {
    repeatable: true,
    call: ({ mail }) => mail.emails.send(email),
    effects: ({ sandbox }) => sandbox.mailbox.list({}).length,
  },
  listEmails: { repeatable: true, call: ({ mail }) => mail.emails.list() },
  getEmail: { repeatable: true, call: ({ mail, emailId }) => mail.emails.get(emailId) },
  getEmailStats: { repeatable: true, call: ({ mail }) => mail.emails.stats() },
  createUpload: {
    repeatable: true,
    call: ({ mail }) =>
      mail.attachments.createUpload({ filename: 'a.txt', contentType: 'text/plain', size: 3 }),
  },
  putUpload: {
    repeatable: true,
    call: ({ mail, uploadUrl }) => mail.attachments.put({ uploadUrl }, bytes, { contentType: 'text/plain' }),
  },
  confirmUpload: { repeatable: true, call: ({ mail, uploadId }) => mail.attachments.confirm(uploadId) },
  listContactLists: { repeatable: true, call: ({ mail }) => mail.lists.list() },
  createContactList: {
    repeatable: false,
    call: ({ mail }) => mail.lists.create({ name: 'New' }),
    effects: async ({ mail }) => (await mail.lists.list()).total,
  },
  updateContactList: {
    repeatable: true,
    call: ({ mail, listId }) => mail.lists.update(listId, { name: 'Renamed' }),
  },
  getContactList: { repeatable: true, call: ({ mail, listId }) => mail.lists.get(listId) },
  deleteContactList: {
    repeatable: true,
    call: ({ mail, listId }) => mail.lists.delete(listId),
    effects: async ({ mail }) => -(await mail.lists.list()).total,
  },
  getContactListStats: { repeatable: true, call: ({ mail, listId }) => mail.lists.stats(listId) },
  listContacts: { repeatable: true, call: ({ mail, listId }) => mail.contacts(listId).list() },
  createContact: {
    repeatable: false,
    call: ({ mail, listId }) => mail.contacts(listId).create({ email: 'new@example.org' }),
    effects: async ({ mail, listId }) => (await mail.contacts(listId).list()).total,
  },
  getContact: {
    repeatable: true,
    call: ({ mail, listId, contactId }) => mail.contacts(listId).get(contactId),
  },
  updateContact: {
    repeatable: true,
    call: ({ mail, listId, contactId }) => mail.contacts(listId).update(contactId, { firstName: 'Ada' }),
  },
  suppressContact: {
    repeatable: true,
    call: ({ mail, listId, contactId }) => mail.contacts(listId).suppress(contactId, 'manual'),
    effects: ({ sandbox }) => sandbox.suppressions.list().length,
  },
  deleteContact: {
    repeatable: true,
    call: ({ mail, listId, contactId }) => mail.contacts(listId).delete(contactId),
    effects: async ({ mail, listId }) => -(await mail.contacts(listId).list()).total,
  },
  verifyEmail: {
    repeatable: true,
    call: ({ mail }) => mail.verification.verify('ada@example.net'),
    effects: creditsUsed,
  },
  createVerificationBatch: {
    repeatable: false,
    call: ({ mail }) => mail.verification.createBatch(['ada@example.net']),
    effects: creditsUsed,
  },
  getVerification: {
    repeatable: true,
    call: ({ mail, verificationId }) => mail.verification.get(verificationId),
  },
  listVerifications: { repeatable: true, call: ({ mail }) => mail.verification.list() },
  getVerificationStats: { repeatable: true, call: ({ mail }) => mail.verification.stats() },
};

/** A port that nothing listens on. */
let closedUrl = '';

beforeAll(async () => {
  const server = await serve({ port: 0 });
  await server.close();
  closedUrl = server.url;
});

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: new Date('2026-01-31T09:30:00.999Z'),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

async function prepare(options: MailrigOptions = {}): Promise<World> {
  const { mail, sandbox } = connect(
    { hooks: { onRetry: ({ wait }) => void vi.advanceTimersByTimeAsync(wait) }, ...options },
    { endpoints: 'published' },
  );
  await mail.emails.send(email);
  const emailId = (await mail.emails.list()).items[0]?.id ?? '';
  const list = await mail.lists.create({ name: 'Customers' });
  const contact = await mail.contacts(list.id).create({ email: 'bob@example.org' });
  const upload = await mail.attachments.createUpload({
    filename: 'a.txt',
    contentType: 'text/plain',
    size: 3,
  });
  await mail.attachments.put(upload, bytes, { contentType: 'text/plain' });
  const { verificationId = '' } = await mail.verification.createBatch(['eve@example.net']);
  return {
    mail,
    sandbox,
    listId: list.id,
    contactId: contact.id,
    uploadId: upload.attachmentId,
    uploadUrl: upload.uploadUrl,
    verificationId,
    emailId,
  };
}

/** Makes the call, and says how it ended and what it did. */
async function outcomeOf({ call, effects = () => 0 }: Operation, world: World) {
  const before = await effects(world);
  const requests = world.sandbox.requests.count();
  const ended = await Promise.resolve(call(world)).then(
    () => 'done',
    (error: unknown) => {
      if (!isMailrigError(error)) throw error;
      return error.outcome;
    },
  );
  const attempts = world.sandbox.requests.count() - requests;
  return { ended, attempts, effects: (await effects(world)) - before };
}

describe.each(Object.entries(operations))('%s', (operation, row) => {
  const counts = row.effects !== undefined;
  const once = counts ? 1 : 0;

  test('is retried if the connection was refused, because the service saw nothing (A117)', async () => {
    let refusals = 0;
    const world = await prepare();
    const mail = connect({
      apiKey: world.sandbox.liveApiKey,
      baseUrl: world.sandbox.baseUrl,
      hooks: { onRetry: ({ wait }) => void vi.advanceTimersByTimeAsync(wait) },
      fetch: async (...input) => {
        refusals += 1;
        return refusals === 1 ? fetch(closedUrl) : world.sandbox.fetch(...input);
      },
    }).mail;
    expect(await outcomeOf({ ...row, call: (at) => row.call({ ...at, mail }) }, world)).toEqual({
      ended: 'done',
      attempts: 1,
      effects: once,
    });
    expect(refusals).toBe(2);
  });

  test.each([
    ['429', { status: 429, retryAfter: 7 }],
    ['503 with Retry-After', { status: 503, retryAfter: 7 }],
  ] as const)('is retried after %s, which means that nothing was done (A117)', async (_, effect) => {
    const world = await prepare();
    const refusal = operation === 'putUpload' ? { ...effect, status: 503 } : effect;
    world.sandbox.faults.add({ operation: operation as 'sendEmail', times: 1, effect: refusal });
    expect(await outcomeOf(row, world)).toEqual({ ended: 'done', attempts: 2, effects: once });
  });

  const unknown = [
    ['a reset connection', { network: 'reset' }],
    ['a dropped connection', { network: 'drop' }],
    ['status 500', { status: 500 }],
    ['status 503', { status: 503 }],
  ] as const;

  describe.each(unknown)('after %s', (_, effect) => {
    test.each(['before', 'after'] as const)(
      `${row.repeatable ? 'is retried' : 'is not retried'} in phase %s, and takes effect at most once (A117)`,
      async (phase) => {
        const world = await prepare();
        world.sandbox.faults.add({ operation: operation as 'sendEmail', times: 1, phase, effect });
        expect(await outcomeOf(row, world)).toEqual(
          row.repeatable
            ? { ended: 'done', attempts: 2, effects: once }
            : { ended: 'unknown', attempts: 1, effects: phase === 'after' ? once : 0 },
        );
      },
    );
  });

  test(`${row.repeatable ? 'is retried' : 'is not retried'} after a timeout (A117)`, async () => {
    const world = await prepare();
    world.sandbox.faults.add({ operation: operation as 'sendEmail', times: 1, effect: { network: 'hang' } });
    const ended = outcomeOf(row, world);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await ended).toEqual(
      row.repeatable
        ? { ended: 'done', attempts: 2, effects: once }
        : { ended: 'unknown', attempts: 1, effects: 0 },
    );
  });

  test('is not retried after a refusal (A117)', async () => {
    const world = await prepare();
    const effect =
      operation === 'putUpload' ? { status: 403 } : { status: 429, code: 'TOO_MANY_BATCHES' as const };
    world.sandbox.faults.add({ operation: operation as 'sendEmail', effect });
    expect(await outcomeOf(row, world)).toEqual({ ended: 'rejected', attempts: 1, effects: 0 });
  });
});

test('a wait requested by the service is never shortened, and a fleet does not return all at once (A117)', async () => {
  const waits: number[] = [];
  for (let run = 0; run < 50; run += 1) {
    const { mail, sandbox } = connect({
      hooks: {
        onRetry: ({ wait }) => {
          waits.push(wait);
          // The throttle waits a little longer.
          void vi.advanceTimersByTimeAsync(wait + 50);
        },
      },
    });
    sandbox.faults.add({ times: 1, effect: { status: 429, retryAfter: 10 } });
    await mail.emails.list();
  }
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(11_000);
  expect(new Set(waits).size).toBeGreaterThan(40);
});

test('one 503 at its first step does not fail an upload (A117)', async () => {
  const { mail, sandbox } = await prepare();
  sandbox.faults.add({ operation: 'createUpload', times: 1, effect: { status: 503 } });
  await expect(mail.attachments.upload(bytes, { filename: 'a.txt' })).resolves.toHaveProperty(
    'status',
    'uploaded',
  );
});
