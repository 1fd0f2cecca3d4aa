import { type Sandbox, type WireOptions, wireOptions, type WirePreset, wirePresets } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { few } from '../../../tooling/nightly.ts';
import { Mailrig, type MailrigOptions } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

type Choice = WirePreset | Partial<WireOptions>;

const presets = Object.keys(wirePresets).map((preset): [string, Choice] => [
  `preset ${preset}`,
  preset as WirePreset,
]);
const choices: [string, Choice][] = [
  ...presets,
  ...Object.entries(wireOptions).flatMap(([option, values]) =>
    values.map((value): [string, Choice] => [`${option} ${value}`, { [option]: value }]),
  ),
];

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
  { key: 'seats', label: 'Seats', type: 'number', defaultValue: 1 },
] as const;
const mixed = ['ada@example.net', 'bounce@example.net', 'sales@example.net', 'timeout@example.net'];

/** The ways to a sandbox; what a client needs for each. */
const mounts: Readonly<Record<string, (sandbox: Sandbox) => MailrigOptions | Promise<MailrigOptions>>> = {
  'sandbox.fetch': ({ fetch, baseUrl }) => ({ fetch, baseUrl }),
  MSW: (sandbox) => {
    const server = setupServer(...handlers(sandbox));
    server.listen();
    onTestFinished(() => server.close());
    return { baseUrl: sandbox.baseUrl };
  },
  HTTP: async (sandbox) => {
    const server = await serve({ sandbox, port: 0 });
    onTestFinished(() => server.close());
    return { baseUrl: server.url };
  },
};

/** A client whose sandbox's clock is frozen, so that two runs differ by nothing but the wire and the way. */
async function open(wire: Choice, mount = 'sandbox.fetch') {
  const { sandbox } = connect(
    {},
    { wire, endpoints: 'published', clock: 'manual', startAt: '2026-01-31T09:30:00Z', rateLimit: false },
  );
  const way = await mounts[mount]?.(sandbox);
  const client = (options: MailrigOptions = {}) =>
    new Mailrig({ apiKey: sandbox.liveApiKey, ...way, ...options });
  return { client, mail: client(), sandbox, clock: sandbox.clock };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The shapes that say the most. */
const fullest: Partial<WireOptions> = {
  listsContainer: 'paginated',
  confirmResult: 'record',
  uploadToken: 'present',
  batchImmediate: 'with-id',
  batchResults: 'items',
};

const counted = ['valid', 'invalid', 'risky'];
const beyondGroups = ['result', 'reason', 'riskScore', 'cached', 'details'];

/** The fields that a shape leaves out. A value that is not named here leaves out nothing. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'sendResult minimal': ['id', 'status', 'createdAt'],
  'confirmResult null': ['createdAt', 'expiresAt', 'filename', 'contentType', 'size', 'contentId'],
  'uploadToken absent': ['uploadToken'],
  'listCounters contactCount': ['activeContacts', 'suppressedContacts'],
  'verification minimal': beyondGroups,
  'batchImmediate without-id': ['verificationId', 'id'],
  'batchResults grouped': beyondGroups,
  'analytics clean': counted,
};

/** Everything that the client gives for one round of each resource. */
const rounds: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  async emails({ mail, clock }) {
    const [first, second] = [
      await mail.emails.send({ ...email, cc: 'cy@example.org', idempotencyKey: 'k1' }),
      await mail.emails.send({ ...email, subject: 'Two' }),
    ];
    clock.advance(10_000);
    const { items, ...page } = await mail.emails.list({ limit: 1 });
    return {
      sent: [first, second],
      page,
      items,
      all: await collect(mail.emails.list({ limit: 1 })),
      got: await mail.emails.get(items[0]?.id ?? ''),
      stats: await mail.emails.stats(),
    };
  },
  async attachments({ mail, sandbox }) {
    const { attachments } = mail;
    const bytes = new TextEncoder().encode('fox');
    const uploaded = await attachments.upload(bytes, { filename: 'fox.txt' });
    const upload = await attachments.createUpload({
      filename: 'fox.png',
      contentType: 'image/png',
      size: 3,
      inline: true,
    });
    await attachments.put(upload, bytes, { contentType: 'image/png' });
    const confirmed = await attachments.confirm(upload.attachmentId);
    await mail.emails.send({ ...email, attachmentIds: [uploaded.id, confirmed.id] });
    return {
      uploaded,
      upload: { ...upload, uploadUrl: '' },
      confirmed,
      received: sandbox.mailbox.latest({})?.attachments.map(({ filename: name }) => name),
    };
  },
  async lists({ mail }) {
    const list = await mail.lists.create({
      name: 'Customers',
      description: 'Who pays',
      customFields: fields,
    });
    await mail
      .contacts<typeof fields>(list.id)
      .create({ email: 'ada@example.org', customFields: { plan: 'pro' } });
    const other = await mail.lists.create({ name: 'Others' });
    const updated = await mail.lists.update(list.id, { description: 'Who paid' });
    const page = await mail.lists.list();
    const got = await mail.lists.get(list.id);
    const counted = [list, other, updated, got, ...page.items, ...(await collect(mail.lists.list()))];
    const stats = await mail.lists.stats(list.id);
    await mail.lists.delete(other.id);
    return {
      stats,
      left: (await mail.lists.list()).total,
      lists: counted,
      // Without `limit`: an array of all lists has no pages, so its limit is their number.
      page: { page: page.page, total: page.total, totalPages: page.totalPages, hasNext: page.hasNext },
    };
  },
  async contacts({ mail }) {
    const { id: listId } = await mail.lists.create({ name: 'Customers', customFields: fields });
    const contacts = mail.contacts<typeof fields>(listId);
    const created = await contacts.create({
      email: 'ada@example.org',
      firstName: 'Ada',
      consentType: 'explicit',
      customFields: { plan: 'pro' },
    });
    const updated = await contacts.update(created.id, { customFields: { seats: null } });
    const other = await contacts.create({
      email: 'bob@example.org',
      customFields: { plan: 'free', seats: 3 },
    });
    const suppressed = await contacts.suppress(other.id, 'unsubscribed');
    const { items, customFields, ...page } = await contacts.list({ limit: 1 });
    return {
      created,
      updated,
      suppressed,
      got: await contacts.get(other.id),
      items,
      customFields,
      page,
      all: await collect(contacts.list({ limit: 1 })),
      refused: await refusals([
        contacts.suppress(other.id, 'manual'),
        contacts.get('cnt_none'),
        contacts.create({ email: 'ada@example.org', customFields: { plan: 'pro' } }),
      ]),
      deleted: await contacts.delete(created.id),
      left: (await contacts.list()).total,
    };
  },
  async verification({ mail, clock }) {
    const { verification } = mail;
    const singles = [];
    for (const address of mixed) singles.push(await verification.verify(address));
    const cached = await verification.createBatch(mixed);
    const fresh = await verification.createBatch(['new@example.net', ...mixed]);
    const pending = await verification.get(fresh.verificationId ?? '');
    clock.advance(60_000);
    const done = await verification.get(fresh.verificationId ?? '');
    const atOnce = await verification.waitForBatch(cached);
    const waited = await verification.waitForBatch(fresh);
    const page = await verification.list({ limit: 2 });
    return {
      singles,
      cached,
      fresh,
      pending,
      done,
      atOnce,
      waited,
      items: page.items,
      page: { total: page.total, totalPages: page.totalPages, hasNext: page.hasNext, hasPrev: page.hasPrev },
      all: (await collect(verification.list({ limit: 1 }))).length,
      stats: await verification.stats(),
    };
  },
  async errors({ mail, client, sandbox }) {
    const foreign = client({ apiKey: 'sk_live_none', maxRetries: 0 });
    sandbox.faults.add({ operation: 'listEmails', times: 1, effect: { status: 429 } });
    const limited = await refusals([client({ maxRetries: 0 }).emails.list()]);
    const others = await refusals([
      foreign.emails.list(),
      mail.emails.send({ ...email, from: 'ada@elsewhere.org' }),
      mail.emails.send({ ...email, attachmentIds: ['att_none'] }),
      mail.emails.send({ from: email.from, to: email.to, templateId: 'none' }),
      mail.lists.update('lst_none', { name: 'x' }),
      mail.verification.get('ver_none'),
      mail.attachments.confirm('att_none'),
    ]);
    return { limited, others };
  },
};

const values = new Map<string, unknown>();

/** What a round gives under the shapes that say the most. */
async function everything(name: string, round: (opened: Opened) => Promise<unknown>): Promise<object> {
  if (!values.has(name)) values.set(name, await valueOf(round, await open(fullest)));
  return Object(values.get(name)) as object;
}

async function valueOf(round: (opened: Opened) => Promise<unknown>, opened: Opened): Promise<object> {
  return Object(withoutPrefixes(await round(opened))) as object;
}

/** Names of the fields that only the first value has. */
function absentFields(whole: unknown, value: unknown): string[] {
  if (typeof whole !== 'object' || whole === null) return [];
  const found = new Map(Object.entries(Object(value) as object));
  return Object.entries(whole).flatMap(([name, part]) =>
    found.has(name) ? absentFields(part, found.get(name)) : [name],
  );
}

describe.each(Object.keys(mounts))('over %s', (mount) => {
  // A mount passes bodies on unread, so the presets are enough for the other mounts.
  describe.each(mount === 'sandbox.fetch' ? choices : few(2, presets))('wire %s', (_, wire) => {
    test.each(Object.entries(rounds))(
      '%s: every field is the same, or absent because the shape lacks it (A129)',
      async (name, round) => {
        const opened = await open(wire, mount);
        const value = await valueOf(round, opened);
        const whole = await everything(name, round);
        expect(whole).toMatchObject(value);
        const absent = Object.entries(opened.sandbox.wire).flatMap(
          (choice) => leftOut[choice.join(' ')] ?? [],
        );
        expect(absent).toEqual(expect.arrayContaining(absentFields(whole, value)));
      },
    );
  });
});

test.each(['skipped', 'verbatim'] as const)(
  'a repeated key returns the same message under replay %s (A44)',
  async (replay) => {
    const { mail } = await open({ replay });
    const first = await mail.emails.send({ ...email, idempotencyKey: 'k1' });
    const again = await mail.emails.send({ ...email, idempotencyKey: 'k1' });
    expect(again).toEqual({ ...first, skipped: replay === 'skipped' });
  },
);

test('a repeated key is a ConflictError under replay conflict (A44)', async () => {
  const { mail } = await open({ replay: 'conflict' });
  await mail.emails.send({ ...email, idempotencyKey: 'k1' });
  const error = await failureOf(mail.emails.send({ ...email, idempotencyKey: 'k1' }));
  expect(error).toMatchObject({ name: 'ConflictError', code: 'IDEMPOTENCY_CONFLICT' });
});

/** Ids differ by their prefix under `ids`; that of a contact is then a UUID. */
function withoutPrefixes(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(
    text
      .replaceAll(/"(?:msg|lst|cnt|att|ver)_[0-9a-f]{24}"/g, '"id"')
      .replaceAll(/"[0-9a-f]{24,32}"/g, '"id"')
      .replaceAll(/"[0-9a-f]{24}@[\w.]+"/g, '"id"')
      .replaceAll(/"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/g, '"id"'),
  );
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** Class and code of each failure; the status is the service's own affair (decision A60). */
async function refusals(calls: readonly Promise<unknown>[]): Promise<unknown> {
  return Promise.all(
    calls.map(async (call) => {
      const { name, code, outcome } = await failureOf(call);
      return { name, code, outcome };
    }),
  );
}
