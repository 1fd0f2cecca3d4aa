import { openAsBlob } from 'node:fs';
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
import { fileJournal } from '../src/node.ts';
import { connect, email, failureOf } from './client.ts';
import { received, fault, throwing } from './given.ts';

/** The file that a form returns for a Blob. */
function fileIn(form: object, blob: object = new Blob(['a'])): unknown {
  const { append, get } = form as FormData;
  append.call(form, 'file', blob as Blob, 'a.txt');
  return get.call(form, 'file');
}

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
