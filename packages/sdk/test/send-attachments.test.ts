import { createReadStream, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type EmailAttachment, Mailrig, type RequestOptions } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const text = 'The quick brown fox';
const bytes = new TextEncoder().encode(text);

function fileAt(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-'));
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function response(headers: Record<string, string> = {}, url = ''): Response {
  return Object.defineProperty(new Response(text, { headers }), 'url', { value: url });
}

/** The requests of each operation so far. */
function counts({ sandbox }: Pick<ReturnType<typeof connect>, 'sandbox'>) {
  const count = (operation: 'createUpload' | 'putUpload' | 'sendEmail') =>
    sandbox.requests.count({ operation });
  return { uploads: count('createUpload'), puts: count('putUpload'), sends: count('sendEmail') };
}

describe('attachments of a send', () => {
  test.each<[string, () => EmailAttachment, { filename: string; contentType: string }]>([
    ['a path', () => ({ path: fileAt('fox.csv', text) }), { filename: 'fox.csv', contentType: 'text/csv' }],
    ['a text', () => ({ content: text }), { filename: 'attachment', contentType: 'text/plain' }],
    [
      'a text named .csv',
      () => ({ content: text, filename: 'report.csv' }),
      { filename: 'report.csv', contentType: 'text/csv' },
    ],
    [
      'a text named .ics',
      () => ({ content: text, filename: 'party.ics' }),
      { filename: 'party.ics', contentType: 'text/calendar' },
    ],
    [
      'a text named .json, with its own type',
      () => ({ content: text, filename: 'a.json', contentType: 'text/markdown' }),
      { filename: 'a.json', contentType: 'text/markdown' },
    ],
    [
      'a text with an unknown extension',
      () => ({ content: text, filename: 'app.log' }),
      { filename: 'app.log', contentType: 'text/plain' },
    ],
    [
      'a text in base64',
      () => ({ content: btoa(text), encoding: 'base64', filename: 'fox.pdf' }),
      { filename: 'fox.pdf', contentType: 'application/pdf' },
    ],
    [
      'a text in base64 with line breaks and without a name',
      () => ({ content: btoa(text).replace(/(.{8})/g, '$1\r\n'), encoding: 'base64' }),
      { filename: 'attachment', contentType: 'application/octet-stream' },
    ],
    [
      'bytes with a name',
      () => ({ content: bytes, filename: 'fox.html' }),
      { filename: 'fox.html', contentType: 'text/html' },
    ],
    [
      'an ArrayBuffer',
      () => ({ content: bytes.slice().buffer, filename: 'a.zip' }),
      { filename: 'a.zip', contentType: 'application/zip' },
    ],
    ['a File', () => new File([text], 'fox.txt'), { filename: 'fox.txt', contentType: 'text/plain' }],
    [
      'a File in content, with another name and type',
      () => ({ content: new File([text], 'fox.txt'), filename: 'dog.txt', contentType: 'text/calendar' }),
      { filename: 'dog.txt', contentType: 'text/calendar' },
    ],
    [
      'a Blob with a type',
      () => new Blob([text], { type: 'text/csv' }),
      { filename: 'attachment', contentType: 'text/csv' },
    ],
    [
      'a file stream, which knows its path',
      () => ({ stream: createReadStream(fileAt('fox.xml', text)) }),
      { filename: 'fox.xml', contentType: 'application/xml' },
    ],
    [
      'a Web stream',
      () => ({ stream: new Blob([text]).stream(), filename: 'fox.json' }),
      { filename: 'fox.json', contentType: 'application/json' },
    ],
    [
      'a response, named by its URL',
      () => response({ 'content-type': 'text/csv; charset=utf-8' }, 'https://files.example/a%20b.csv?x=1'),
      { filename: 'a b.csv', contentType: 'text/csv' },
    ],
    [
      'a response, named by a header',
      () => response({ 'content-disposition': 'attachment; filename="fox.pdf"', 'content-type': '' }),
      { filename: 'fox.pdf', contentType: 'application/pdf' },
    ],
    [
      'a response, named in UTF-8',
      () => ({
        content: response({
          'content-disposition': "attachment; filename=a.txt; filename*=UTF-8''f%C3%BCchse.txt",
        }),
      }),
      { filename: 'füchse.txt', contentType: 'text/plain' },
    ],
  ])('%s is uploaded, confirmed and sent', async (_, attachment, expected) => {
    const { mail, sandbox } = connect();
    await mail.emails.send({ ...email, attachments: [attachment()] });
    const [received, ...others] = sandbox.mailbox.latest()?.attachments ?? [];
    expect(others).toEqual([]);
    expect(received).toMatchObject(expected);
    expect(new TextDecoder().decode(received?.content)).toBe(text);
  });

  test('come after those of attachmentIds, in their order', async () => {
    const { mail, sandbox } = connect();
    const { id } = await mail.attachments.upload(new File(['a'], 'a.txt'));
    const attachments = [new File(['b'], 'b.txt'), new File(['c'], 'c.txt')];
    await mail.emails.send({ ...email, attachmentIds: [id], attachments });
    expect(sandbox.mailbox.latest()?.attachments.map(({ filename }) => filename)).toEqual([
      'a.txt',
      'b.txt',
      'c.txt',
    ]);
  });

  test('none at all sends an ordinary email', async () => {
    const client = connect();
    await client.mail.emails.send({ ...email, attachments: [] });
    expect(client.sandbox.requests.last()?.body).not.toHaveProperty('attachments');
    expect(counts(client)).toEqual({ uploads: 0, puts: 0, sends: 1 });
  });

  test('an inline image is shown by its filename (R100)', async () => {
    const { mail, sandbox } = connect();
    const logo = { content: bytes, filename: 'logo.png', inline: true };
    await mail.emails.send({
      ...email,
      html: '<img src="cid:logo.png"><a href="cid:other">',
      attachments: [logo],
    });
    const [{ contentId = '' } = {}] = sandbox.mailbox.latest()?.attachments ?? [];
    expect(contentId).not.toBe('');
    expect(sandbox.mailbox.latest()?.html).toBe(`<img src="cid:${contentId}"><a href="cid:other">`);
  });
});

test('an inline image may be the text of an SVG file (A70)', async () => {
  const { mail, sandbox } = connect();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const attachments = [{ content: svg, filename: 'logo.svg', inline: true }];
  await mail.emails.send({ ...email, html: '<img src="cid:logo.svg">', attachments });
  expect(sandbox.mailbox.latest()?.attachments).toMatchObject([
    { filename: 'logo.svg', contentType: 'image/svg+xml' },
  ]);
});

describe('the same content', () => {
  test('is uploaded once for many emails, even at the same time', async () => {
    const client = connect();
    const path = fileAt('terms.pdf', text);
    await Promise.all(
      Array.from({ length: 20 }, () => client.mail.emails.send({ ...email, attachments: [{ path }] })),
    );
    expect(counts(client)).toEqual({ uploads: 1, puts: 1, sends: 20 });
    expect(client.sandbox.mailbox.list().every(({ attachments }) => attachments.length === 1)).toBe(true);
  });

  test('is uploaded once from a stream or a response, which can be read only once', async () => {
    const client = connect();
    const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
    const file = response();
    const attachments = [{ stream, filename: 'a.txt' }, file];
    for (let count = 0; count < 3; count += 1) await client.mail.emails.send({ ...email, attachments });
    expect(counts(client)).toEqual({ uploads: 2, puts: 2, sends: 3 });
  });

  test('is uploaded again under another name or type, and if the file has changed', async () => {
    const client = connect();
    const path = fileAt('a.txt', 'one');
    const send = (attachment: EmailAttachment) =>
      client.mail.emails.send({ ...email, attachments: [attachment] });
    await send({ path });
    await send({ path, filename: 'b.txt' });
    await send({ path, contentType: 'text/csv' });
    writeFileSync(path, 'two');
    await send({ path });
    expect(counts(client).uploads).toBe(4);
  });

  test('is uploaded again when the service has forgotten it, and the email is sent once (R106)', async () => {
    const client = connect();
    const attachments = [{ content: text }];
    await client.mail.emails.send({ ...email, attachments });
    client.sandbox.clock.advance('8d');
    await client.mail.emails.send({ ...email, attachments });
    expect(counts(client).uploads).toBe(2);
    expect(client.sandbox.mailbox.list()).toHaveLength(2);
  });

  test.each([
    ['one second before', -1_000, 1],
    ['one millisecond before', -1, 1],
    ['at', 0, 2],
    ['one second after', 1_000, 2],
  ])('is uploaded once or again %s the end of seven days less an hour (R106)', async (_, offset, uploads) => {
    const sandbox = createSandbox({ clock: 'manual' });
    const mail = new Mailrig(sandbox.clientOptions());
    const attachments = [{ content: text }];
    await mail.emails.send({ ...email, attachments });
    sandbox.clock.advance(7 * 86_400_000 - 3_600_000 + offset);
    await mail.emails.send({ ...email, attachments });
    expect(sandbox.requests.count({ operation: 'createUpload' })).toBe(uploads);
    expect(sandbox.mailbox.count()).toBe(2);
  });

  test('is uploaded again after a failed upload, which fails the sends that waited for it', async () => {
    const client = connect({ maxRetries: 0 });
    client.sandbox.faults.failNext('createUpload', 500);
    const send = () => client.mail.emails.send({ ...email, attachments: [{ content: bytes }] });
    const results = await Promise.allSettled([send(), send()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await send();
    expect(counts(client)).toEqual({ uploads: 2, puts: 1, sends: 1 });
  });

  test.each([
    ['a Buffer', (content: Buffer) => content],
    ['an ArrayBuffer', ({ buffer }: Buffer) => buffer as ArrayBuffer],
    ['a Blob', (content: Buffer) => new Blob([new Uint8Array(content)])],
  ])('in %s is hashed once for many emails, one after the other', async (_, wrap) => {
    const { mail } = connect();
    const digest = vi.spyOn(globalThis.crypto.subtle, 'digest');
    onTestFinished(() => digest.mockRestore());
    const content = wrap(Buffer.from(new TextEncoder().encode(text).buffer));
    for (let count = 0; count < 5; count += 1) {
      await mail.emails.send({ ...email, attachments: [{ content }] });
    }
    expect(digest).toHaveBeenCalledTimes(1);
  });

  test('at a path is read once for all sends of one turn', async () => {
    const { mail } = connect();
    const path = fileAt('terms.pdf', text);
    const digest = vi.spyOn(globalThis.crypto.subtle, 'digest');
    onTestFinished(() => digest.mockRestore());
    const send = () => mail.emails.send({ ...email, attachments: [{ path }] });
    await Promise.all([send(), send(), send()]);
    expect(digest).toHaveBeenCalledTimes(1);
  });

  test('at a path is read once for sends one after the other, until the file changes', async () => {
    const { mail, sandbox } = connect();
    const path = fileAt('terms.pdf', text);
    utimesSync(path, 1, 1);
    const digest = vi.spyOn(globalThis.crypto.subtle, 'digest');
    onTestFinished(() => digest.mockRestore());
    const send = () => mail.emails.send({ ...email, attachments: [{ path }] });
    for (let count = 0; count < 5; count += 1) await send();
    expect(digest).toHaveBeenCalledTimes(1);
    // The same size, at another time.
    writeFileSync(path, text.toUpperCase());
    utimesSync(path, 2, 2);
    await send();
    const contents = sandbox.mailbox
      .list()
      .map(({ attachments }) => new TextDecoder().decode(attachments[0]?.content));
    expect(contents).toEqual([text.toUpperCase(), ...Array.from({ length: 5 }, () => text)]);
  });

  test('is what the bytes are when send is called, even if they change at once', async () => {
    const { mail, sandbox } = connect();
    const content = Buffer.from('for Ada');
    const sends = ['for Ada', 'for Bob', 'for Ada'].map((words) => {
      content.write(words);
      return mail.emails.send({ ...email, subject: words, attachments: [{ content }] });
    });
    content.fill(0);
    await Promise.all(sends);
    for (const { subject, attachments } of sandbox.mailbox.list()) {
      expect(new TextDecoder().decode(attachments[0]?.content)).toBe(subject);
    }
  });
});

describe('sends that share an upload', () => {
  /** A client whose uploads wait until the test lets them pass, and the sends of one file. */
  function slow() {
    let pass = () => undefined as void;
    const open = new Promise<void>((resolve) => (pass = resolve));
    let begun = () => undefined as void;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const { sandbox } = connect();
    const client = connect({
      fetch: async (input, init) => {
        if (init?.method === 'PUT') {
          begun();
          await open;
        }
        return sandbox.fetch(input, init);
      },
      apiKey: sandbox.liveApiKey,
    });
    const send = (options: RequestOptions = {}) =>
      client.mail.emails.send({ ...email, attachments: [{ content: bytes }] }, options);
    return { ...client, sandbox, send, pass, hasBegun };
  }

  test('end with their own signal, totalTimeout or timeout, and no later', async () => {
    const { sandbox, send, pass, hasBegun } = slow();
    const patient = send();
    await hasBegun;
    const { signal } = new AbortController();
    const hurried = await Promise.all([
      failureOf(send({ signal: AbortSignal.timeout(5) })),
      failureOf(send({ signal: AbortSignal.abort() })),
      failureOf(send({ signal, totalTimeout: 5 })),
      failureOf(send({ timeout: 5, maxRetries: 0 })),
    ]);
    expect(hurried.map(({ name }) => name)).toEqual([
      'AbortError',
      'AbortError',
      'TimeoutError',
      'TimeoutError',
    ]);
    expect(hurried.slice(0, 3).every(({ outcome }) => outcome === 'not-sent')).toBe(true);
    pass();
    await patient;
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('survive the end of the one that began it', async () => {
    const { sandbox, send, pass, hasBegun } = slow();
    const controller = new AbortController();
    const first = failureOf(send({ signal: controller.signal }));
    const second = send();
    await hasBegun;
    controller.abort();
    expect((await first).name).toBe('AbortError');
    pass();
    await second;
    expect(counts({ sandbox })).toEqual({ uploads: 1, puts: 1, sends: 1 });
  });

  test('do not wait for one with another priority', async () => {
    const { sandbox, send, pass, hasBegun } = slow();
    const sends = [send({ priority: 'low' }), send({ priority: 'high' })];
    await hasBegun;
    pass();
    await Promise.all(sends);
    expect(counts({ sandbox })).toEqual({ uploads: 2, puts: 2, sends: 2 });
  });

  test('abort it when all of them have ended, and the next send uploads again', async () => {
    const { sandbox, send, pass, hasBegun } = slow();
    const controller = new AbortController();
    const { signal } = controller;
    const all = [failureOf(send({ signal })), failureOf(send({ signal }))];
    await hasBegun;
    controller.abort();
    await Promise.all(all);
    pass();
    await send();
    expect(counts({ sandbox }).sends).toBe(1);
  });

  test('of a stream can follow one that was aborted while it was read', async () => {
    const client = connect();
    let pass = () => undefined as void;
    const open = new Promise<void>((resolve) => (pass = resolve));
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('The quick ');
        await open;
        yield Buffer.from('brown fox');
      })(),
    );
    const send = (options: RequestOptions = {}) =>
      client.mail.emails.send({ ...email, attachments: [{ stream }] }, options);
    expect((await failureOf(send({ signal: AbortSignal.timeout(5) }))).name).toBe('AbortError');
    expect((await failureOf(send({ totalTimeout: 5 }))).name).toBe('TimeoutError');
    pass();
    await send();
    const [received] = client.sandbox.mailbox.latest()?.attachments ?? [];
    expect(new TextDecoder().decode(received?.content)).toBe(text);
  });
});

describe('a mistake', () => {
  test.each<[string, unknown, string, string]>([
    ['no source', {}, 'attachments[1]', 'must have exactly one of path, content and stream'],
    ['two sources', { path: 'a', content: 'a' }, 'attachments[1]', 'must have exactly one of'],
    ['a text', 'report.pdf', 'attachments[1]', 'must be an object such as { path: … }'],
    ['null', null, 'attachments[1]', 'must be an object such as { path: … }'],
    [
      'bytes',
      new Uint8Array(2),
      'attachments[1]',
      'must be an object such as { path: … }, not an instance of Uint8Array',
    ],
    ['memory', new ArrayBuffer(2), 'attachments[1]', 'must be an object such as { path: … }'],
    [
      'a URL',
      new URL('file:///a.pdf'),
      'attachments[1]',
      'must be an object such as { path: … }, not an instance of URL',
    ],
    ['a path of null', { path: null }, 'attachments[1].path', 'must be the path of a file'],
    ['an empty path', { path: '' }, 'attachments[1].path', 'must be the path of a file'],
    ['a number', { content: 5 }, 'attachments[1].content', 'must be a text, a Blob, bytes or a Response'],
    [
      'no base64',
      { content: 'Zm94!', encoding: 'base64' },
      'attachments[1].content',
      'must be base64 without a data: prefix',
    ],
    [
      'a data: URL',
      { content: 'data:text/plain;base64,Zm94', encoding: 'base64' },
      'attachments[1].content',
      'without a data: prefix',
    ],
    ['another encoding', { content: '00', encoding: 'hex' }, 'attachments[1].encoding', "must be 'base64'"],
    [
      'an encoding of bytes',
      { content: bytes, encoding: 'base64' },
      'attachments[1].encoding',
      'only if content is a text',
    ],
    ['an empty content', { content: '' }, 'attachments[1]', 'must not be empty'],
    ['a failed response', new Response('x', { status: 404 }), 'attachments[1].content', 'status 404'],
    ['an empty response', new Response(null), 'attachments[1].content', 'still unread'],
  ])('%s is refused by name, before anything is sent', async (_, wrong, field, message) => {
    const client = connect();
    const attachments = [{ content: text }, wrong as EmailAttachment];
    const error = await failureOf(client.mail.emails.send({ ...email, attachments }));
    expect(error).toMatchObject({ name: 'ValidationError', outcome: 'not-sent', details: { field } });
    expect(error.message).toContain(message);
    expect(counts(client)).toEqual({ uploads: 0, puts: 0, sends: 0 });
  });

  test('a file that does not exist is named', async () => {
    const { mail } = connect();
    const error = await failureOf(mail.emails.send({ ...email, attachments: [{ path: '/none/a.pdf' }] }));
    expect(error).toMatchObject({ code: 'SOURCE_FAILED', outcome: 'not-sent' });
    expect(error.message).toContain('/none/a.pdf');
  });

  test('more than ten files, or a wrong field of the email, is refused before the upload (R113)', async () => {
    const client = connect();
    const files = Array.from({ length: 10 }, (_, index) => ({ content: `${index}` }));
    for (const params of [
      { ...email, attachmentIds: ['att_1'], attachments: files },
      { ...email, to: 'nobody', attachments: files },
    ]) {
      expect(await failureOf(client.mail.emails.send(params))).toMatchObject({ outcome: 'not-sent' });
    }
    expect(counts(client)).toEqual({ uploads: 0, puts: 0, sends: 0 });
  });

  test('a send that is aborted while it uploads sends nothing', async () => {
    const client = connect();
    client.sandbox.faults.add({ operation: 'putUpload', effect: { network: 'hang' } });
    const controller = new AbortController();
    onTestFinished(client.sandbox.requests.subscribe(() => controller.abort()));
    const { signal } = controller;
    const error = await failureOf(
      client.mail.emails.send({ ...email, attachments: [{ content: text }] }, { signal }),
    );
    expect(error.name).toBe('AbortError');
    expect(client.sandbox.mailbox.list()).toEqual([]);
  });
});
