import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import {
  Blob as FetchBlob,
  File as FetchFile,
  FormData as FetchFormData,
  Response as FetchResponse,
} from 'node-fetch';
import { FormData as UndiciFormData, Response as UndiciResponse } from 'undici';
import { describe, expect, test } from 'vitest';
import { type EmailAttachment, Mailrig } from '../src/index.ts';
import { fileJournal } from '../src/node.ts';
import { connect, email, failureOf } from './client.ts';

/** Sends one attachment, and returns its name and text as the sandbox has them. */
async function received(attachment: unknown): Promise<readonly [string, string]> {
  const { mail, sandbox } = connect();
  await mail.emails.send({ ...email, attachments: [attachment as EmailAttachment] });
  const [file] = sandbox.mailbox.latest()?.attachments ?? [];
  return [file?.filename ?? '', new TextDecoder().decode(file?.content)];
}

/** The file that a form returns for a Blob. */
function fileIn(form: object, blob: object = new Blob(['a'])): unknown {
  const { append, get } = form as FormData;
  append.call(form, 'file', blob as Blob, 'a.txt');
  return get.call(form, 'file');
}

/** The value of an expression in another realm. */
function elsewhere<T = never>(expression: string): T {
  return runInContext(expression, createContext()) as T;
}

function failedStream(): Readable {
  return new Readable({ objectMode: true, read() {} }).destroy(new Error('lost'));
}

describe('a stream that nobody reads', () => {
  test('does not end the process if its send is refused, and is destroyed', () => {
    const client = new URL('../src/index.ts', import.meta.url).href;
    const program = `
      import { createReadStream } from 'node:fs';
      import { Readable } from 'node:stream';
      const { Mailrig } = await import(${JSON.stringify(client)});
      const mail = new Mailrig({ apiKey: 'sk_test_0123456789', baseUrl: 'http://127.0.0.1:9' });
      const email = { from: 'ada@example.com', to: 'bob', subject: 'Hi', text: 'Hi' };
      await mail.emails.send({ ...email, attachments: [{ stream: createReadStream('/none') }] }).catch(() => {});
      const open = new Readable({ read() {} });
      await mail.emails.send({ ...email, attachments: [{ stream: open }] }).catch(() => {});
      const none = () => ({ stream: createReadStream('/none') });
      for (const attachments of [new Set([none()]), new Map([[1, none()]]), [[none()]], none()])
        await mail.emails.send({ ...email, attachments }).catch(() => {});
      await mail.attachments.upload(createReadStream('/none'), { inline: 'x' }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log('destroyed', open.destroyed);`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
    expect(String(stderr)).toBe('');
    expect([status, String(stdout)]).toEqual([0, 'destroyed true\n']);
  });

  test.each<[string, (stream: Readable) => object]>([
    ['a wrong recipient', (stream) => ({ to: 'bob', attachments: [{ stream }] })],
    ['11 files', (stream) => ({ attachments: Array.from({ length: 11 }, () => ({ stream })) })],
    ['a member misspelt', (stream) => ({ attachments: [{ stream, filname: 'a.txt' }] })],
    ['the stream under a wrong name', (stream) => ({ attachments: [{ steam: stream }] })],
    ['the stream as content', (stream) => ({ attachments: [{ content: stream, filename: 'a.txt' }] })],
    ['the stream itself in the list', (stream) => ({ attachments: [stream] })],
    ['no list', (stream) => ({ attachments: { stream } })],
    ['the list under a wrong name', (stream) => ({ atachments: [{ stream }] })],
    ['one file under a wrong name', (stream) => ({ attachment: { stream } })],
    ['the stream as the text', (stream) => ({ text: stream })],
    ['a path as well', (stream) => ({ attachments: [{ path: 'a.txt', stream }] })],
  ])('is closed if its send is refused for %s, fifty times', async (_, wrong) => {
    const { mail } = connect();
    const streams = Array.from({ length: 50 }, () => createReadStream(new URL(import.meta.url)));
    const closed = streams.map((stream) => once(stream, 'close'));
    for (const stream of streams) {
      const params = { ...email, ...wrong(stream) } as never;
      expect(await failureOf(mail.emails.send(params))).toHaveProperty('outcome', 'not-sent');
    }
    await Promise.all(closed);
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
  });

  test.each(['none', 'file'])('fails its own item of sendMany only, with the journal: %s', async (kind) => {
    const { mail } = connect({}, { rateLimit: false });
    const items = Array.from({ length: 40 }, (_, index) => ({ ...email, subject: `Mail ${index}` }));
    const folder = await mkdtemp(join(tmpdir(), 'given-'));
    const missing = { ...email, attachments: [{ stream: createReadStream('/none') }] };
    const journal = kind === 'file' ? fileJournal(join(folder, 'a.journal')) : undefined;
    const { failed, succeeded } = await mail.emails.sendMany([...items, missing], { journal });
    expect([failed, succeeded]).toEqual([1, 40]);
  });

  test('and is the source of a run ends that run, also if it failed before the run began', async () => {
    const { mail } = connect();
    for (const wait of [false, true]) {
      const runs = [createReadStream('/none'), failedStream()].flatMap((source) => [
        mail.contacts('lst_1').importMany(source as never),
        mail.verification.verifyMany(source as never),
      ]);
      if (wait) await new Promise((resolve) => setTimeout(resolve, 20));
      for (const run of runs) expect(await failureOf(run.finish())).toHaveProperty('code', 'SOURCE_FAILED');
    }
  });

  test('and is the source of a run that is refused is destroyed', async () => {
    const { mail } = connect();
    const source = new Readable({ objectMode: true, read() {} });
    const run = mail.contacts('lst_1').importMany(source as never, { concurrncy: 2 } as never);
    expect(await failureOf(run.finish())).toHaveProperty('code', 'INVALID_OPTIONS');
    expect(source.destroyed).toBe(true);
  });

  test.each(['an array', 'a generator'])(
    'is destroyed if a run of %s ends before its email',
    async (kind) => {
      const { mail, sandbox } = connect();
      sandbox.faults.add({ effect: { status: 401, code: 'KEY_REVOKED' } });
      const streams: Readable[] = [];
      const next = () => {
        const stream = Readable.from([Buffer.from('a')]);
        streams.push(stream);
        return { ...email, attachments: [{ stream }] };
      };
      function* generated() {
        for (;;) yield next();
      }
      const source = kind === 'an array' ? Array.from({ length: 40 }, next) : generated();
      const error = await failureOf(mail.emails.sendMany(source, { concurrency: 3 }).finish());
      expect(error).toHaveProperty('code', 'KEY_REVOKED');
      expect(streams.every(({ destroyed }) => destroyed)).toBe(true);
    },
  );

  test('and is in several emails of a run stays open for the others if one is refused', async () => {
    const { mail, sandbox } = connect();
    const attachments = [{ stream: Readable.from([Buffer.from('a')]), filename: 'a.txt' }];
    const items = [
      { ...email, to: 'bob', attachments },
      { ...email, attachments },
    ];
    expect(await mail.emails.sendMany(items, { concurrency: 1 })).toMatchObject({ failed: 1, succeeded: 1 });
    expect(sandbox.mailbox.latest()?.attachments).toHaveLength(1);
  });

  test('and is in an email of a run is the same in the next start with its journal', async () => {
    const { mail, sandbox } = connect();
    const lines: string[] = [];
    const journal = {
      read: () => lines,
      append: async (entries: readonly string[]) => lines.push(...entries),
    };
    const start = async (wait: number) => {
      const stream = createReadStream(new URL(import.meta.url));
      // An opened stream has a descriptor, and other members.
      await new Promise((resolve) => setTimeout(resolve, wait));
      return mail.emails.sendMany([{ ...email, attachments: [{ stream, filename: 'a.txt' }] }], { journal });
    };
    await start(0);
    expect(await start(20)).toMatchObject({ resumed: 1 });
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('and that gives nothing for as long as timeout fails, and only its email of a run', async () => {
    const { mail, sandbox } = connect();
    const stuck = { ...email, attachments: [{ stream: new Readable({ read() {} }) }] };
    const results = [];
    for await (const one of mail.emails.sendMany([stuck, email], { timeout: 200 })) results.push(one);
    expect(results.find(({ index }) => index === 0)).toMatchObject({
      ok: false,
      error: { code: 'SOURCE_FAILED', outcome: 'not-sent' },
    });
    expect(results.find(({ index }) => index === 1)).toHaveProperty('ok', true);
    const upload = mail.attachments.upload(new ReadableStream(), { timeout: 200 });
    expect((await failureOf(upload)).message).toContain('it gave nothing for 200 ms (option timeout)');
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('is still read by another send that has it', async () => {
    const { mail, sandbox } = connect();
    const attachments = [{ stream: Readable.from([Buffer.from('a')]), filename: 'a.txt' }];
    const refused = mail.emails.send({ ...email, to: 'bob', attachments }).settle();
    await mail.emails.send({ ...email, attachments });
    expect((await refused).ok).toBe(false);
    expect(sandbox.mailbox.latest()?.attachments).toHaveLength(1);
  });
});

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

test('an object with a method destroy that is no stream is left alone, such as a record of a database', async () => {
  const { mail } = connect();
  let calls = 0;
  const record = () => ({ name: 'Ada', destroy: () => void (calls += 1), toJSON: () => 'Ada' });
  const withRecord = { ...email, templateId: 'tpl_1', variables: { user: record() }, ...record() } as never;
  await mail.emails.send(withRecord).settle();
  await mail.emails.sendMany([withRecord, record() as never]);
  await mail.attachments.upload(record() as never).settle();
  expect(calls).toBe(0);
});

function fault(): never {
  throw new TypeError('unreadable');
}

/** An object whose members cannot be read. */
const throwing = new Proxy({}, { get: fault, has: fault, ownKeys: fault, getPrototypeOf: fault }) as never;

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

function revoked(target: object): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy as never;
}

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

describe('a stream is read to its end', () => {
  /** An iterator over one part, with a method `return` of this kind. */
  const closing = (close: () => unknown) => ({
    [Symbol.asyncIterator]() {
      const parts = [Buffer.from('a')];
      return { next: async () => ({ done: parts.length === 0, value: parts.pop() }), return: close };
    },
  });

  test.each<[string, string, () => unknown]>([
    ['whose method return is not async', 'a', () => closing(() => ({ done: true }))],
    ['whose method return throws', 'a', () => closing(fault)],
    ['of chunks of another realm', 'ab', () => [elsewhere('new Uint8Array([97, 98])')]],
    ['of one chunk that is filled again', 'abc', () => refilled('abc')],
  ])('%s', async (_, text, make) => {
    const made = make();
    const stream = Array.isArray(made) ? Readable.from(made) : made;
    expect(await received({ stream })).toEqual(['attachment', text]);
  });

  async function* refilled(text: string) {
    const memory = Buffer.alloc(1);
    for (const letter of text) {
      memory.write(letter);
      yield memory;
    }
  }
});

describe('what cannot be read fails its own email only', () => {
  test('a locked stream', async () => {
    const { mail } = connect();
    const locked = new Blob(['a']).stream();
    locked.getReader();
    const { failed, succeeded } = await mail.emails.sendMany([
      { ...email, attachments: [{ stream: locked }] },
      email,
    ]);
    expect([failed, succeeded]).toEqual([1, 1]);
  });

  test.each(['none', 'file'])('an item whose getters throw, with the journal: %s', async (kind) => {
    const { mail } = connect();
    const faulty = ['subject', 'attachments', 'idempotencyKey', 'from'].map((name) =>
      Object.defineProperty({ ...email }, name, { enumerable: true, get: fault }),
    );
    const folder = await mkdtemp(join(tmpdir(), 'given-'));
    const journal = kind === 'file' ? fileJournal(join(folder, 'a.journal')) : undefined;
    const items = [...faulty, { ...email, attachments: [throwing] }, throwing, email] as never;
    const { failed, succeeded } = await mail.emails.sendMany(items, { journal });
    expect([failed, succeeded]).toEqual([6, 1]);
  });

  test('a file URL of another host', async () => {
    const { mail } = connect();
    for (const url of ['file://server/a.txt', 'file:///a%2Fb.txt', 'https://a.example/a.txt']) {
      const error = await failureOf(mail.emails.send({ ...email, attachments: [{ path: new URL(url) }] }));
      expect(error.message).toContain('attachments[0].path');
    }
  });

  test('a Blob of a file that has changed since, and is not retried', async () => {
    const { mail, sandbox } = connect();
    const path = join(await mkdtemp(join(tmpdir(), 'given-')), 'a.txt');
    await writeFile(path, 'hello');
    const changed = await openAsBlob(path);
    await writeFile(path, 'changed and longer');
    const unread = { code: 'SOURCE_FAILED', outcome: 'not-sent', retryable: false };
    const send = () => mail.emails.send({ ...email, attachments: [{ content: changed, filename: 'a.txt' }] });
    expect(await failureOf(send())).toMatchObject(unread);
    expect(await failureOf(mail.attachments.upload(changed))).toMatchObject(unread);
    expect(sandbox.requests.list({})).toEqual([]);
  });

  test('bytes that were transferred elsewhere, as a rejection', async () => {
    const { mail } = connect();
    for (const content of [new ArrayBuffer(8), new Uint8Array(8), new DataView(new ArrayBuffer(8))]) {
      structuredClone(content, { transfer: [content instanceof ArrayBuffer ? content : content.buffer] });
      const { error } = await mail.emails.send({ ...email, attachments: [{ content }] }).settle();
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not-sent' });
      expect(error?.message).toContain('attachments[0].content');
    }
    const gone = new ArrayBuffer(8);
    structuredClone(gone, { transfer: [gone] });
    expect((await failureOf(mail.attachments.upload(gone))).outcome).toBe('not-sent');
  });
});

describe('the name of a response', () => {
  test.each([
    ['attachment; filename="naÃ¯ve.pdf"', 'naïve.pdf'],
    [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
    ["attachment; filename*=UTF-8'en'na%C3%AFve.pdf", 'naïve.pdf'],
    ["attachment; filename*=ISO-8859-1''caf%E9.pdf", 'café.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [String.raw`attachment; filename=C:\x\y.pdf`, 'y.pdf'],
    ['attachment; filename=plain.pdf', 'plain.pdf'],
    ['inline', 'attachment'],
    ['attachment; filename=".."', 'attachment'],
    ['attachment; filename="a\x96b\tc.pdf"', 'abc.pdf'],
    [`attachment; filename="${'a'.repeat(600)}.pdf"`, `${'a'.repeat(251)}.pdf`],
  ])('%s is %s', async (disposition, name) => {
    const response = new Response('a', { headers: { 'content-disposition': disposition } });
    expect((await received(response))[0]).toBe(name);
  });

  test.each([
    ['https://a.example/a%20b.pdf?page=1', 'a b.pdf'],
    ['https://a.example/..%2F..%2Fetc%2Fpasswd', 'passwd'],
    ['https://a.example/c%3A%5Cx%00.pdf', 'x.pdf'],
    ['https://a.example/files/', 'attachment'],
  ])('from %s is %s', async (url, name) => {
    const response = Object.defineProperty(new Response('a'), 'url', { value: url });
    expect((await received(response))[0]).toBe(name);
    const named = new Response('a', { headers: { 'content-disposition': 'attachment; filename=""' } });
    expect((await received(Object.defineProperty(named, 'url', { value: url })))[0]).toBe(name);
  });

  test('from a data or blob URL is attachment', async () => {
    const bytes = Buffer.alloc(3_000, 'a');
    const urls = [
      `data:application/pdf;base64,${bytes.toString('base64')}`,
      URL.createObjectURL(new Blob([bytes])),
    ];
    for (const url of urls) expect(await received(await fetch(url))).toEqual(['attachment', String(bytes)]);
  });
});

describe('attachments of another realm or form', () => {
  const realm = createContext({ Uint8Array });

  test('a Blob of another package', async () => {
    class Foreign {
      readonly [Symbol.toStringTag] = 'File';
      readonly name = 'a.txt';
      readonly type = 'text/plain';
      readonly size = 1;
      async arrayBuffer() {
        return new TextEncoder().encode('a').buffer;
      }
    }
    expect(await received(new Foreign())).toEqual(['a.txt', 'a']);
    expect(await received({ content: new Foreign() })).toEqual(['a.txt', 'a']);
  });

  test('a Blob and a File of a class without a tag, as those of happy-dom', async () => {
    class Untagged {
      readonly type = 'text/plain';
      readonly size = 1;
      async arrayBuffer() {
        return new TextEncoder().encode('a').buffer;
      }
    }
    class Blob extends Untagged {}
    class File extends Untagged {
      readonly name = 'a.txt';
    }
    expect(await received(new Blob())).toEqual(['attachment', 'a']);
    expect(await received({ content: new File() })).toEqual(['a.txt', 'a']);
  });

  test.each<[string, () => unknown]>([
    ['a Blob of node-fetch', () => new FetchBlob(['a'], { type: 'text/plain' })],
    ['a File of node-fetch', () => new FetchFile(['a'], 'a.txt')],
    ['a response of node-fetch', () => new FetchResponse('a')],
    ['a response of undici', () => new UndiciResponse('a')],
    ['a file of a FormData of undici', () => fileIn(new UndiciFormData())],
    ['a file of a FormData of node-fetch', () => fileIn(new FetchFormData(), new FetchBlob(['a']))],
  ])('%s, by itself and as content', async (_, make) => {
    expect((await received(make()))[1]).toBe('a');
    expect(await received({ content: make(), filename: 'b.txt' })).toEqual(['b.txt', 'a']);
  });

  test('a Blob of another package that never gives its bytes, within totalTimeout', async () => {
    const { mail } = connect();
    const arrayBuffer = () => new Promise<ArrayBuffer>(() => undefined);
    const blob = { [Symbol.toStringTag]: 'Blob', size: 3, type: '', arrayBuffer } as unknown as Blob;
    const error = await failureOf(mail.attachments.upload(blob, { totalTimeout: 50 }));
    expect(error).toMatchObject({ code: 'TIMEOUT_ERROR', outcome: 'not-sent' });
  });

  test('a Blob of another package, whose size is part of an email for a journal', async () => {
    const { mail, sandbox } = connect();
    const journal = fileJournal(join(await mkdtemp(join(tmpdir(), 'given-')), 'a.journal'));
    for (const text of ['a', 'a', 'longer']) {
      const content = new FetchBlob([text]) as Blob;
      const emails = [{ ...email, attachments: [{ content, filename: 'a.txt' }] }];
      await mail.emails.sendMany(emails, { journal, name: 'letters' });
    }
    expect(sandbox.mailbox.list()).toHaveLength(2);
  });

  test('an ArrayBuffer of another realm', async () => {
    const content = runInContext('new globalThis.ArrayBuffer(1)', realm) as ArrayBuffer;
    const sent = received({ content, filename: 'a.bin' });
    new Uint8Array(content).fill(1);
    expect(await sent).toEqual(['a.bin', '\0']);
  });

  test('a response whose body is a stream of Node', async () => {
    const response = {
      [Symbol.toStringTag]: 'Response',
      ok: true,
      status: 200,
      url: 'https://a.example/x.txt',
      headers: new Headers({ 'content-type': 'text/plain' }),
      body: Readable.from([Buffer.from('a')]),
      bodyUsed: false,
      arrayBuffer: async () => new ArrayBuffer(0),
    };
    expect(await received(response)).toEqual(['x.txt', 'a']);
  });

  test('a path as a file URL', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'given-')), 'a b.txt');
    await writeFile(path, 'a');
    expect(await received({ path: pathToFileURL(path) })).toEqual(['a b.txt', 'a']);
  });

  test.each<[string, string, () => unknown]>([
    ['bytes', 'content', () => new Uint8Array([97])],
    ['a text', 'content', () => 'a'],
    ['a Blob', 'content', () => new Blob(['a'])],
    ['a response', 'content', () => new Response('a')],
    ['a stream', 'stream', () => Readable.from([Buffer.from('a')])],
  ])('%s in an instance of a class whose members are getters', async (_, name, make) => {
    class Invoice {
      get filename() {
        return 'invoice.txt';
      }
    }
    Object.defineProperty(Invoice.prototype, name, { get: make });
    expect(await received(new Invoice())).toEqual(['invoice.txt', 'a']);
  });
});

/** An instance of a class with getters for the first members, and with the second as its own properties. */
function instanceOf(getters: object, own: object = {}): never {
  class Entity {}
  for (const [name, value] of Object.entries(getters)) {
    Object.defineProperty(Entity.prototype, name, { get: () => value });
  }
  class Derived extends Entity {}
  return Object.assign(new Derived(), own) as never;
}

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

test('a 2xx response without the member ok is a success', async () => {
  const { sandbox } = connect();
  const fetch = async (...request: Parameters<typeof sandbox.fetch>) => {
    const { status, headers, text } = await sandbox.fetch(...request).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }));
    // Nor do all of them remove a byte order mark.
    return { status, headers, text: async () => `\uFEFF${text}` } as Response;
  };
  const mail = new Mailrig({ ...sandbox.clientOptions(), fetch });
  await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  expect(await failureOf(mail.lists.update('none', { name: 'A' }))).toHaveProperty('code', 'NOT_FOUND');
});

test('a response whose headers can only be asked for by name is read, and so is a refusal', async () => {
  const { sandbox } = connect();
  const mail = new Mailrig({
    ...sandbox.clientOptions(),
    fetch: async (url, init) => {
      const answer = await sandbox.fetch(url, init);
      const { ok, status, statusText, headers } = answer;
      return {
        ok,
        status,
        statusText,
        text: () => answer.text(),
        headers: { get: (name: string) => headers.get(name) },
      };
    },
  });
  await expect(mail.emails.send(email)).resolves.toHaveProperty('messageId');
  const error = await failureOf(mail.lists.update('none', { name: 'A' }));
  expect(error).toMatchObject({
    code: 'NOT_FOUND',
    headers: { 'content-type': expect.stringContaining('json') },
  });
});

test('a 2xx response stays a success, although its headers give nothing or throw', async () => {
  const { sandbox } = connect();
  for (const get of [() => undefined, fault]) {
    const mail = new Mailrig({
      ...sandbox.clientOptions(),
      throttle: undefined,
      maxRetries: 0,
      fetch: async (url, init) => {
        const { ok, status, statusText } = await sandbox.fetch(url, init);
        const text = async () => JSON.stringify({ success: true, data: { messageId: '<1@a.example>' } });
        return { ok, status, statusText, text, headers: { get: get as never } };
      },
    });
    const { error } = await mail.emails.send(email).settle();
    expect(error?.outcome ?? 'succeeded').toBe('succeeded');
  }
});

test('a refusal whose headers cannot be read is unknown, with hooks too', async () => {
  const { mail } = connect({ hooks: { onResponse: () => undefined }, maxRetries: 0 });
  for (const get of [undefined, fault]) {
    const fetch = async () => ({ status: 503, headers: { get }, text: async () => '{}' }) as never;
    const error = await failureOf(mail.withOptions({ fetch }).emails.send(email));
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', outcome: 'unknown' });
  }
});

test('headers that are numbers or lists are read as their texts', async () => {
  const { sandbox } = connect();
  const values: Record<string, unknown> = { 'x-ratelimit-limit': 100, 'x-ratelimit-remaining': 7 };
  const answer = (status: number, body: object) => async () => ({
    ok: status < 300,
    status,
    statusText: '',
    text: async () => JSON.stringify(body),
    headers: { get: (name: string) => values[name] as string },
  });
  const options = { ...sandbox.clientOptions(), throttle: undefined, maxRetries: 0 };
  const fetch = answer(200, { success: true, data: { messageId: '<1@a.example>' } });
  const { rateLimit } = await new Mailrig({ ...options, fetch }).emails.send(email).withResponse();
  expect(rateLimit).toEqual({ limit: 100, remaining: 7 });
  values['retry-after'] = [5, 5];
  const error = await failureOf(new Mailrig({ ...options, fetch: answer(429, {}) }).emails.send(email));
  expect(error).toMatchObject({ retryAfter: 5_000 });
  expect(error.message).toContain('status 429');
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

test('a list whose ids change in every response ends after as many items as it has, and says so', async () => {
  let id = 0;
  const warnings: string[] = [];
  const quiet = () => undefined;
  const logger = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (text: string) => void warnings.push(text),
  };
  const { sandbox } = connect({}, { rateLimit: false });
  const mail = new Mailrig({
    ...sandbox.clientOptions(),
    logger,
    fetch: async (url) => {
      const query = new URL(url).searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const emails = Array.from({ length: Math.max(0, Math.min(limit, 250 - (page - 1) * limit)) }, () => ({
        id: `msg_${(id += 1)}`,
        from: 'a@example.com',
        to: ['b@example.org'],
        subject: 's',
        status: 'sent',
        messageId: 'm',
        createdAt: '2026-01-01T00:00:00.000Z',
      }));
      const pagination = { page, limit, total: 250, totalPages: Math.ceil(250 / limit) };
      return Response.json({ success: true, data: { emails, pagination } });
    },
  });
  expect(await mail.emails.list().toArray()).toHaveLength(250);
  expect(warnings.join()).toContain('their ids change in each response');
});

test.each([
  ['5, 5', 5_000],
  ['2, 7', 7_000],
])('Retry-After: %s, which came twice, is %i ms', async (text, wait) => {
  const { mail, sandbox } = connect({ maxRetries: 0 });
  sandbox.faults.add({ effect: { status: 503, headers: { 'retry-after': text } } });
  expect(await failureOf(mail.emails.list())).toHaveProperty('retryAfter', wait);
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
