import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { fileJournal } from '../src/node.ts';
import { connect, email, failureOf } from './client.ts';
import { received, elsewhere, fault } from './given.ts';

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
