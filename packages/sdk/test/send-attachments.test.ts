import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EmailAttachment } from '../src/index.ts';
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
function counts({ sandbox }: ReturnType<typeof connect>) {
  const count = (operation: 'createUpload' | 'putUpload' | 'sendEmail') =>
    sandbox.requests.count({ operation });
  return { uploads: count('createUpload'), puts: count('putUpload'), sends: count('sendEmail') };
}

describe('attachments of a send', () => {
  test.each<[string, () => EmailAttachment, { filename: string; contentType: string }]>([
    ['a path', () => ({ path: fileAt('fox.csv', text) }), { filename: 'fox.csv', contentType: 'text/csv' }],
    ['a text', () => ({ content: text }), { filename: 'attachment', contentType: 'text/plain' }],
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

  test('is uploaded again after a failed upload', async () => {
    const client = connect({ maxRetries: 0 });
    client.sandbox.faults.failNext('createUpload', 500);
    const send = () => client.mail.emails.send({ ...email, attachments: [{ content: text }] });
    const results = await Promise.allSettled([send(), send()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await send();
    expect(client.sandbox.mailbox.list()).toHaveLength(2);
  });
});

describe('a mistake', () => {
  test.each<[string, unknown, string, string]>([
    ['no source', {}, 'attachments[1]', 'must have exactly one of path, content and stream'],
    ['two sources', { path: 'a', content: 'a' }, 'attachments[1]', 'must have exactly one of'],
    ['a text', 'report.pdf', 'attachments[1]', 'must have exactly one of'],
    ['null', null, 'attachments[1]', 'must have exactly one of'],
    ['an empty path', { path: '' }, 'attachments[1].path', 'must be the path of a file'],
    ['a number', { content: 5 }, 'attachments[1].content', 'must be a text, a Blob, bytes or a Response'],
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
