import { describe, expect, test } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';
import { elsewhere, fault, throwing } from './given.ts';

function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

/** An instance of a class with getters for the first members, and with the second as its own properties. */
function instanceOf(getters: object, own: object = {}): never {
  class Entity {}
  for (const [name, value] of Object.entries(getters)) {
    Object.defineProperty(Entity.prototype, name, { get: () => value });
  }
  class Derived extends Entity {}
  return Object.assign(new Derived(), own) as never;
}

test('a promise in place of a value is refused, and does not end the process if it fails', async () => {
  const { mail } = connect();
  const fails = () => Promise.reject<never>(new Error('lost'));
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const errors = [
    await failureOf(mail.emails.send({ ...email, html: fails() as never })),
    await failureOf(mail.emails.send({ ...email, attachments: [{ content: fails() as never }] })),
    await failureOf(mail.emails.send({ ...email, attachments: [fails() as never] })),
    await failureOf(mail.emails.send({ ...email, html: elsewhere('Promise.reject(1)') })),
  ];
  const summary = await mail.emails.sendMany([email, fails() as never, { ...email, text: fails() as never }]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(errors.map(({ code }) => code)).toEqual(Array(4).fill('VALIDATION_ERROR'));
  expect(errors[0]?.message).toContain('html must be a string, not a promise: await it');
  expect(summary).toMatchObject({ succeeded: 1, failed: 2 });
});

test.each<[string, (mail: Mailrig) => Promise<unknown>]>([
  ['emails.send', (mail) => mail.emails.send(throwing)],
  ['emails.send, with options', (mail) => mail.emails.send(email, throwing)],
  ['emails.list', (mail) => mail.emails.list(throwing)],
  ['emails.sendMany', (mail) => mail.emails.sendMany(throwing).finish()],
  ['attachments.upload', (mail) => mail.attachments.upload(throwing)],
  ['attachments.createUpload', (mail) => mail.attachments.createUpload(throwing)],
  ['attachments.confirm', (mail) => mail.attachments.confirm(throwing)],
  ['contacts.create', (mail) => mail.contacts('lst_1').create(throwing)],
  ['lists.create', (mail) => mail.lists.create(throwing)],
  ['verification.verify', (mail) => mail.verification.verify(throwing)],
  ['request', (mail) => mail.request('POST', '/api/v1/emails', throwing)],
])('%s rejects with an error of this package if its argument cannot be read', async (_, call) => {
  const { mail, sandbox } = connect();
  const sent = call(mail);
  expect((await failureOf(sent)).code).toMatch(/^(?:SOURCE_FAILED|VALIDATION_ERROR|INVALID_OPTIONS)$/);
  expect(sandbox.requests.list({})).toEqual([]);
});

test.each<[string, (mail: Mailrig) => Promise<unknown>]>([
  ['emails.waitFor', (mail) => mail.emails.waitFor(throwing)],
  ['attachments.put', (mail) => mail.attachments.put(throwing, throwing)],
])('%s rejects, and does not throw, if the result that it gets cannot be read', async (_, call) => {
  const waiting = call(connect().mail);
  await expect(waiting).rejects.toBeInstanceOf(Error);
});

test.each<[string, () => object]>([
  ['a getter', () => Object.defineProperty({ ...email }, 'subject', { enumerable: true, get: fault })],
  [
    'an error that cannot be read',
    () => ({
      ...email,
      get subject(): string {
        throw revoked({});
      },
    }),
  ],
  ['recipients', () => ({ ...email, to: revoked([]) })],
  ['an address without a prototype', () => ({ ...email, to: { email: Object.create(null) as object } })],
  ['attachments', () => ({ ...email, attachments: revoked([]) })],
  ['a stream', () => ({ ...email, attachments: [{ stream: revoked({}) }] })],
  ['a stream that is a symbol', () => ({ ...email, attachments: [{ stream: Symbol('stream') }] })],
  ['a path', () => ({ ...email, attachments: [{ path: revoked({}) }] })],
])('a send settles as SOURCE_FAILED and not-sent if it cannot read %s', async (_, make) => {
  const { mail } = connect();
  const { error } = await mail.emails.send(make() as typeof email).settle();
  expect(error).toMatchObject({ code: 'SOURCE_FAILED', outcome: 'not-sent' });
  const { failed, succeeded } = await mail.emails.sendMany([make() as typeof email, email]);
  expect([failed, succeeded]).toEqual([1, 1]);
});

describe('an instance of a class whose members are getters is read like a plain object:', () => {
  test('an email, its recipients and its variables', async () => {
    const { mail, sandbox } = connect();
    const to = instanceOf({ email: 'bob@example.org', name: 'Bob' });
    await mail.emails.send(instanceOf({ ...email, subject: 'Getter', to }));
    await mail.emails.send(instanceOf({ subject: 'Half' }, { from: email.from, to, text: 'Hi' }));
    sandbox.templates.set('bill', { subject: 'Bill', text: '{{total}}' });
    for (const variables of [instanceOf({ total: 12 }), instanceOf({}, { total: 13 })]) {
      await mail.emails.send({ from: email.from, to: email.to, templateId: 'bill', variables });
    }
    const messages = sandbox.mailbox.list();
    expect(messages.map(({ subject }) => subject).toSorted()).toEqual(['Bill', 'Bill', 'Getter', 'Half']);
    expect(messages.map(({ text = '' }) => text.trim()).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '12',
      '13',
      'Hi',
      'Hi Bob',
    ]);
  });

  test('an email with a file, an email of a run, and one of a run with a journal', async () => {
    const { mail, sandbox } = connect();
    const attachments = [{ content: 'a', filename: 'a.txt' }];
    await mail.emails.send(instanceOf({ ...email, attachments }));
    const items = ['One', 'Two'].map((subject): never => instanceOf({ ...email, subject }));
    await mail.emails.sendMany(items);
    const lines: string[] = [];
    const append = async (entries: readonly string[]) => lines.push(...entries);
    const journal = { read: () => lines, append };
    await mail.emails.sendMany(items, { journal });
    expect(await mail.emails.sendMany(items, { journal })).toMatchObject({ resumed: 2 });
    expect(sandbox.mailbox.list()).toHaveLength(5);
  });

  test('a contact, also one that is there', async () => {
    const { mail } = connect();
    const { id } = await mail.lists.create(instanceOf({ name: 'Customers' }));
    const contacts = mail.contacts(id);
    await contacts.create(instanceOf({ email: 'ada@example.org', firstName: 'Ada' }));
    const changed = await contacts.upsert(instanceOf({ email: 'ada@example.org', firstName: 'A.' }));
    expect(changed.firstName).toBe('A.');
    const again = [instanceOf({ email: 'ada@example.org', firstName: 'Ada' })];
    await contacts.importMany(again, { onExisting: 'update' });
    expect((await contacts.find('ada@example.org'))?.firstName).toBe('Ada');
  });

  test('the options of a client that gets others', async () => {
    const { sandbox } = connect();
    const mail = new Mailrig(instanceOf(sandbox.clientOptions())).withOptions(instanceOf({ timeout: 500 }));
    await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  });

  test('a getter that is no field is refused by its name', async () => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.send(instanceOf({ ...email, replyto: 'ada@example.com' })));
    expect(error.message).toContain('replyto is not a field here: did you mean replyTo?');
  });
});

test('a logger and a throttle that reject later change no call, and do not end the process', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const fails = () => Promise.reject<never>(new Error('lost'));
  const logger = { debug: fails, info: fails, warn: fails, error: fails };
  const { mail } = connect({ logger, throttle: { acquire: async () => fails } });
  await mail.emails.send(email);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a list that is kept and looped over later fails there, and nowhere else', async () => {
  const { mail, sandbox } = connect({ maxRetries: 0 });
  sandbox.faults.add({ effect: { status: 500 } });
  const list = mail.emails.list();
  const pages = mail.emails.list().pages();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(list.toArray()).rejects.toHaveProperty('code', 'INTERNAL_ERROR');
  await expect(pages.next()).rejects.toHaveProperty('code', 'INTERNAL_ERROR');
});

describe('an error keeps its name and message', () => {
  test.each([
    ['returns call sites', (_: Error, sites: NodeJS.CallSite[]) => sites],
    ['throws', fault],
  ])('with a prepareStackTrace that %s', async (_, prepare) => {
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = prepare;
    try {
      const { mail } = connect();
      const { error } = await mail.emails.send({ ...email, to: 'bob' }).settle();
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', name: 'ValidationError' });
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
  });

  test.each([0, 1])('with a stackTraceLimit of %i', async (limit) => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = limit;
    try {
      const { mail } = connect();
      const { error } = await mail.emails.send({ ...email, to: 'bob' }).settle();
      expect(error?.stack).toContain('VALIDATION_ERROR');
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  });
});

test('a Date in place of a text is refused with how to write it', async () => {
  const error = await failureOf(connect().mail.emails.list({ startDate: new Date() as never }));
  expect(error.message).toBe(
    'listEmails: VALIDATION_ERROR: startDate must be a string, not a date: write it with toISOString()',
  );
});

test('a Date in a query is ISO 8601, and an object is refused, also without validation', async () => {
  const { mail, sandbox } = connect({ validate: false });
  const startDate = new Date('2026-01-31T09:30:00Z');
  await mail.emails.list({ startDate } as never);
  await mail.request('GET', '/api/v1/emails', { query: { startDate } as never });
  for (const { path } of sandbox.requests.list()) expect(path).toBe('/api/v1/emails');
  expect(JSON.stringify(sandbox.requests.list())).toContain('2026-01-31T09%3A30%3A00.000Z');
  const error = await failureOf(mail.request('GET', '/api/v1/emails', { query: { startDate: {} } as never }));
  expect(error.message).toContain('toISOString()');
});

test.each<[string, unknown]>([
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['a symbol', Symbol('a')],
  ['a function', () => 'a'],
  ['an invalid date', new Date(Number.NaN)],
  ['a list with an object', ['a', {}]],
])('%s in a query is refused, also without validation', async (_, value) => {
  const { mail } = connect({ validate: false });
  for (const call of [
    mail.emails.list({ status: value } as never),
    mail.request('GET', '/api/v1/emails', { query: { status: value } as never }),
  ]) {
    const error = await failureOf(call);
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not-sent' });
    expect(error.message).toContain('status');
  }
});

test('a query may be a Map or URLSearchParams, and have lists, dates in them and bigints', async () => {
  const { mail, sandbox } = connect({ validate: false });
  const date = new Date(0);
  const members = { page: 2n, to: ['a', date] };
  const map = elsewhere<(pairs: object) => never>('(pairs) => new Map(pairs)')(Object.entries(members));
  for (const query of [members, new Map(Object.entries(members)), map]) {
    await mail.request('GET', '/api/v1/emails', { query: query as never }).settle();
  }
  await mail.request('GET', '/api/v1/emails', { query: new URLSearchParams('page=2') as never }).settle();
  const both = '?page=2&to=a%2C1970-01-01T00%3A00%3A00.000Z';
  expect(sandbox.requests.list().map(({ query }) => query)).toEqual(['?page=2', both, both, both]);
});

test('a query that is a text or a list is refused, also without validation', async () => {
  const { mail, sandbox } = connect({ validate: false });
  for (const query of ['page=2', [['page', '2']]]) {
    const error = await failureOf(mail.request('GET', '/api/v1/emails', { query: query as never }));
    expect(error.message).toContain('query must be an object');
  }
  expect(sandbox.requests.list({})).toEqual([]);
});

test('a query may be an instance of a class whose members are getters', async () => {
  const { mail, sandbox } = connect();
  const query = instanceOf({ status: 'sent' });
  await mail.emails.list(query);
  await mail.emails.list(query).toArray();
  await mail.request('GET', '/api/v1/emails', { query });
  expect(sandbox.requests.list().every((request) => request.query.includes('status=sent'))).toBe(true);
});

test('options and a query that cannot be read are refused, in a loop too', async () => {
  const { mail, sandbox } = connect();
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy as never;
  };
  const faulty = (name: string) => Object.defineProperty({}, name, { enumerable: true, get: fault }) as never;
  const calls = [
    mail.emails.list(faulty('status')),
    mail.emails.list(faulty('status')).toArray(),
    mail.attachments.upload(new Blob(['a']), faulty('filename')),
    mail.emails.sendMany([email], faulty('concurrency')).finish(),
    mail.emails.waitFor('msg_1', faulty('until')),
    mail.emails.list(revoked()),
    mail.emails.list(revoked()).toArray(),
    mail.emails.sendMany(revoked()).finish(),
  ];
  for (const call of calls) {
    expect(await failureOf(call)).toMatchObject({
      outcome: 'not-sent',
      operation: expect.any(String) as string,
    });
  }
  expect(sandbox.requests.list({})).toEqual([]);
  expect(() => new Mailrig(faulty('timeout'))).toThrow('Mailrig: the options cannot be read: unreadable');
});

test('a query and options may be changed as soon as the method has returned, also before they are read', async () => {
  const { mail, sandbox } = connect();
  const [query, options] = [{ status: 'sent' as const }, { headers: { 'x-tenant': '1' } }];
  const calls = [mail.emails.list(query, options), mail.emails.list(query, options).toArray()];
  const stats = mail.verification.stats(options);
  Object.assign(query, { status: 'failed' });
  options.headers['x-tenant'] = '2';
  await Promise.all([...calls, stats]);
  const requests = sandbox.requests.list();
  expect(requests.map(({ headers }) => headers['x-tenant'])).toEqual(['1', '1', '1']);
  expect(requests.filter((one) => one.query.includes('status=sent'))).toHaveLength(2);
});

test('a program may have added a member to the prototype of all objects', async () => {
  const { mail } = connect();
  const added = { value: {}, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(Object.prototype, 'extra', added);
  try {
    await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  } finally {
    Reflect.deleteProperty(Object.prototype, 'extra');
  }
});

test('a key that is too short to be a secret does not garble messages', async () => {
  const { sandbox } = connect();
  const { baseUrl, fetch } = sandbox;
  const mail = new Mailrig({ apiKey: 'req', baseUrl, fetch });
  expect((await failureOf(mail.emails.list())).message).not.toContain('[API key]');
});
