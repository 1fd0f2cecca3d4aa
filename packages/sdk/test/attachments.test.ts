import { Readable } from 'node:stream';
import { serve } from '@mailrig/sandbox/node';
import { describe, expect, test } from 'vitest';
import {
  AbortError,
  type FileSource,
  type MailrigOptions,
  NotFoundError,
  UploadError,
  type UploadProgress,
  ValidationError,
} from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const text = 'The quick brown fox';
const bytes = new TextEncoder().encode(text);

/** Sends what was uploaded, and gives what the recipient gets. */
async function received({ mail, sandbox }: ReturnType<typeof connect>, id: string) {
  await mail.emails.send({ ...email, attachmentIds: [id] });
  return sandbox.mailbox.latest({})?.attachments[0];
}

describe('upload', () => {
  test.each<[string, () => FileSource]>([
    ['a Blob', () => new Blob([text])],
    ['a File', () => new File([text], 'fox.txt')],
    ['an ArrayBuffer', () => bytes.slice().buffer],
    ['a Uint8Array', () => bytes],
    ['a part of a larger array', () => new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
    [
      'a resizable buffer, which not every fetch can send',
      () => {
        const resizable = new Uint8Array(new ArrayBuffer(bytes.byteLength, { maxByteLength: 64 }));
        resizable.set(bytes);
        return resizable;
      },
    ],
    ['a DataView', () => new DataView(bytes.slice().buffer)],
    ['a Buffer', () => Buffer.from(text)],
    ['a ReadableStream', () => new Blob([text]).stream()],
    ['a Readable of Node', () => Readable.from([Buffer.from('The quick '), Buffer.from('brown fox')])],
  ])('%s arrives byte for byte (R115)', async (_, file) => {
    const client = connect();
    const { id, ...attachment } = await client.mail.attachments.upload(file(), { filename: 'fox.txt' });
    expect(id).toMatch(/^att_/);
    expect(attachment).toEqual({
      status: 'uploaded',
      filename: 'fox.txt',
      contentType: 'text/plain',
      size: bytes.length,
    });
    const sent = await received(client, id);
    expect(sent).toMatchObject({ filename: 'fox.txt', contentType: 'text/plain' });
    expect(new TextDecoder().decode(sent?.content)).toBe(text);
  });

  test('an inline image has the name that the HTML uses (R100, A78)', async () => {
    const { mail } = connect();
    const image = new Blob([bytes], { type: 'image/png' });
    const attachment = await mail.attachments.upload(image, { inline: true });
    expect(attachment).toMatchObject({ contentType: 'image/png', filename: 'attachment' });
    expect(attachment.contentId).toMatch(/@inline$/);
  });

  test('name and type default to the File’s, or the type to that of the name', async () => {
    const { mail } = connect();
    const file = new File([text], 'fox.csv', { type: 'text/html' });
    expect(await mail.attachments.upload(file)).toMatchObject({
      filename: 'fox.csv',
      contentType: 'text/html',
    });
    expect(await mail.attachments.upload(bytes, { filename: 'fox.PDF' })).toHaveProperty(
      'contentType',
      'application/pdf',
    );
    expect(await mail.attachments.upload(bytes)).toHaveProperty('contentType', 'application/octet-stream');
  });

  test.each(
    Object.entries({
      pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      doc: 'application/msword',
      xls: 'application/vnd.ms-excel',
      odt: 'application/vnd.oasis.opendocument.text',
      rtf: 'application/rtf',
      vcf: 'text/vcard',
      ics: 'text/calendar',
      eml: 'message/rfc822',
      mp4: 'video/mp4',
      mp3: 'audio/mpeg',
      md: 'text/markdown',
      gz: 'application/gzip',
    }),
  )('the type of a file a.%s is %s (R97)', async (extension, contentType) => {
    const { mail } = connect();
    const filename = `a.b.${extension.toUpperCase()}`;
    const uploaded = await mail.attachments.upload(new Uint8Array(1), { filename });
    expect(uploaded).toMatchObject({ filename, contentType });
  });

  test.each(['heic', 'avif', 'bmp', 'tiff', 'tif', 'svg', 'webp', 'jpeg', 'ico', 'jfif'])(
    'an inline image a.%s needs no type (R97)',
    async (extension) => {
      const { mail } = connect();
      const filename = `a.${extension}`;
      const uploaded = await mail.attachments.upload(new Uint8Array(1), { filename, inline: true });
      expect(uploaded.contentType).toMatch(/^image\//);
    },
  );

  test.each([
    ['pdf', 'application/pdf'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xls', 'application/vnd.ms-excel'],
    ['csv', 'text/csv'],
    ['ics', 'text/calendar'],
    ['eml', 'message/rfc822'],
    ['xml', 'application/xml'],
    ['zip', 'application/zip'],
    ['png', 'image/png'],
    ['mp4', 'video/mp4'],
  ])('a file a.%s has the type %s (R97)', async (extension, type) => {
    const { mail } = connect();
    const filename = `a.${extension}`;
    const { contentType } = await mail.attachments.upload(new Uint8Array(1), { filename });
    expect(contentType).toBe(type);
  });

  test('no usual kind of file lacks a type (R97)', async () => {
    const { mail } = connect({}, { rateLimit: false });
    const usual = [
      '3gp 7z aac ai atom avi avif bmp bz2 csv doc docm docx dotx eml epub eps flac geojson gif gpx gz heic heif',
      'htm html ico ics jfif jpe jpeg jpg json jsonld jxl key log m4a m4v markdown md mid mkv mov mp3 mp4 mpeg mpg',
      'msg numbers odp ods odt ogg ogv opus otf p7m p7s pages pdf png ppt pptx ps psd rar rss rtf sig sql svg tar',
      'tgz tif tiff toml tsv ttf txt vcard vcf vcs wasm wav webm webp wmv woff woff2 xhtml xls xlsm xlsx xml yaml yml zip',
    ].flatMap((line) => line.split(' '));
    const types = await Promise.all(
      usual.map(async (extension) => {
        const file = { filename: `a.${extension}` };
        const { contentType } = await mail.attachments.upload(new Uint8Array(1), file);
        return [extension, contentType];
      }),
    );
    expect(types.filter(([, type]) => type === 'application/octet-stream')).toEqual([]);
  });

  test.each(['pdf', 'key', 'a.', '.', 'a.unknown', 'constructor', 'a.constructor', 'a.__proto__'])(
    'a file %s has no type that its name gives (R97)',
    async (filename) => {
      const { mail } = connect();
      const uploaded = await mail.attachments.upload(new Uint8Array(1), { filename });
      expect(uploaded.contentType).toBe('application/octet-stream');
    },
  );

  test('neither the key nor the client’s headers reach the upload address (A73)', async () => {
    const seen: Request[] = [];
    const { sandbox } = connect();
    const options: MailrigOptions = {
      headers: { 'X-Tenant': 'secret-tenant' },
      fetch: (input, init) => {
        const request = new Request(input, init);
        seen.push(request.clone());
        return sandbox.fetch(request);
      },
    };
    const { mail } = connect(options);
    await mail.attachments.upload(bytes, {
      headers: { 'X-Call': 'secret-call' },
      onProgress: () => undefined,
    });
    await mail.attachments.upload(bytes, { filename: 'a.txt' });
    const puts = seen.filter(({ url }) => url.startsWith(sandbox.uploadBaseUrl));
    expect(puts.map(({ headers }) => [...headers.keys()])).toEqual([['content-type'], ['content-type']]);
    expect(sandbox.requests.list({ operation: 'putUpload' })[0]).not.toHaveProperty('clientFault');
  });

  test.each([
    ['text', 'hello' as unknown as FileSource, /new Blob/],
    ['a number', 7 as unknown as FileSource, /must be a Blob/],
    ['nothing', new Uint8Array(), /must not be empty/],
    ['a stream of text', Readable.from(['text']), /Uint8Array/],
  ])('%s is refused before anything is sent', async (_, file, words) => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.attachments.upload(file));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ outcome: 'not-sent', details: { field: 'file' } });
    expect(error.message).toMatch(words);
    expect(sandbox.requests.count()).toBe(0);
  });

  test('a file that is too large is ATTACHMENT_TOO_LARGE with the limit, and an endless stream is not buffered (A69)', async () => {
    const { mail, sandbox } = connect();
    const large = await failureOf(mail.attachments.upload(new Uint8Array(10 * 1_048_576 + 1)));
    expect(large).toMatchObject({ code: 'ATTACHMENT_TOO_LARGE', status: 400 });
    sandbox.requests.clear();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1_048_576);
    }
    const error = await failureOf(mail.attachments.upload(endless()));
    expect(error).toMatchObject({ code: 'ATTACHMENT_TOO_LARGE', outcome: 'not-sent' });
    expect(sandbox.requests.count()).toBe(0);
  });

  test('lost connections and failures of the store are retried with the same bytes (A22)', async () => {
    const client = connect();
    client.sandbox.faults.add({ operation: 'putUpload', times: 1, effect: { network: 'reset' } });
    client.sandbox.faults.add({ operation: 'putUpload', skip: 1, times: 1, effect: { status: 503 } });
    const progress: UploadProgress[] = [];
    const { id } = await client.mail.attachments.upload(bytes, {
      filename: 'a.txt',
      onProgress: (now) => progress.push(now),
    });
    expect(new TextDecoder().decode((await received(client, id))?.content)).toBe(text);
    expect(progress.at(-1)).toEqual({ sent: bytes.length, total: bytes.length });
  });

  test('ends when the signal aborts, even while a stream still owes bytes', async () => {
    const { mail, sandbox } = connect();
    const controller = new AbortController();
    const stuck = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const ended = failureOf(mail.attachments.upload(stuck, { signal: controller.signal }));
    controller.abort('enough');
    expect(await ended).toBeInstanceOf(AbortError);
    sandbox.faults.add({ operation: 'putUpload', effect: { network: 'hang' } });
    const signal = AbortSignal.timeout(20);
    const late = await failureOf(mail.attachments.upload(bytes, { signal }));
    expect(late).toBeInstanceOf(AbortError);
    expect(late).toMatchObject({ operation: 'putUpload', outcome: 'unknown' });
  });
});

describe('the three steps', () => {
  test('separately, they do the same (R97, R107, R108, A76)', async () => {
    const client = connect();
    const { attachments } = client.mail;
    const upload = await attachments.createUpload({
      filename: 'fox.txt',
      contentType: 'text/plain',
      size: bytes.length,
    });
    expect(upload).toEqual({
      attachmentId: expect.stringMatching(/^att_/),
      uploadUrl: expect.stringContaining(client.sandbox.uploadBaseUrl),
      expiresAt: expect.any(String),
    });
    expect(await attachments.put(upload, bytes, { contentType: 'text/plain' })).toBeUndefined();
    const confirmed = await attachments.confirm(upload.attachmentId);
    expect(confirmed).toEqual({ id: upload.attachmentId, status: 'uploaded' });
    expect((await received(client, confirmed.id))?.filename).toBe('fox.txt');
  });

  test('a refused confirmation has the class of its code (R109, R110, R111)', async () => {
    const { mail } = connect();
    const { attachments } = mail;
    expect(await failureOf(attachments.confirm('att_none'))).toBeInstanceOf(NotFoundError);
    const upload = await attachments.createUpload({ filename: 'a', contentType: 'text/plain', size: 3 });
    const early = await failureOf(attachments.confirm(upload.attachmentId));
    expect(early).toBeInstanceOf(UploadError);
    expect(early.code).toBe('UPLOAD_NOT_COMPLETE');
    await attachments.put(upload, bytes, { contentType: 'text/plain' });
    const mismatch = await failureOf(attachments.confirm(upload.attachmentId));
    expect(mismatch).toMatchObject({ code: 'FILE_SIZE_MISMATCH', name: 'UploadError' });
  });

  test('a refusal of the store is an UploadError with its code and without secrets (A73)', async () => {
    const { mail } = connect();
    const upload = await mail.attachments.createUpload({ filename: 'a', contentType: 'text/plain', size: 3 });
    const put = mail.attachments.put(upload, new Blob([text], { type: 'image/png' }));
    const error = await failureOf(put);
    expect(error).toBeInstanceOf(UploadError);
    expect(error).toMatchObject({
      code: 'UPLOAD_FAILED',
      status: 403,
      operation: 'putUpload',
      outcome: 'rejected',
      attempts: 1,
      details: { reason: 'SignatureDoesNotMatch' },
    });
    expect(error.message).toContain('SignatureDoesNotMatch: ');
    expect(error.message).not.toContain('token');
  });

  test.each([
    ['html', '502'],
    ['text', ''],
    ['empty', ''],
  ] as const)('an error that is %s is read as far as possible (A73)', async (body, words) => {
    const { mail, sandbox } = connect({ maxRetries: 0 });
    sandbox.faults.add({ operation: 'putUpload', effect: { status: 502, body } });
    const error = await failureOf(mail.attachments.upload(bytes));
    expect(error).toMatchObject({ name: 'UploadError', status: 502, outcome: 'unknown' });
    expect(error.message).toContain(words);
  });

  test('any 2xx is success (A73)', async () => {
    const { sandbox } = connect();
    const { mail } = connect({
      fetch: async (input, init) => {
        const answer = await sandbox.fetch(input, init);
        return String(input).startsWith(sandbox.uploadBaseUrl) ? new Response(null, { status: 204 }) : answer;
      },
    });
    expect(await mail.attachments.upload(bytes)).toHaveProperty('status', 'uploaded');
  });

  test('a record is read, ready means uploaded, and a token changes nothing (A76, A77)', async () => {
    const { mail } = connect({
      fetch: async () => Response.json({ success: true, data: { status: 'ready' } }),
    });
    expect(await mail.attachments.confirm('att_1')).toEqual({ id: 'att_1', status: 'uploaded' });
    const other = connect({}, { wire: { uploadToken: 'present', confirmResult: 'record' } });
    const upload = await other.mail.attachments.createUpload({
      filename: 'a',
      contentType: 'text/plain',
      size: 3,
    });
    expect(upload.uploadToken).toEqual(expect.any(String));
    await other.mail.attachments.put(upload, new Uint8Array(3), { contentType: 'text/plain' });
    expect(await other.mail.attachments.confirm(upload.attachmentId)).toMatchObject({
      id: upload.attachmentId,
      status: 'uploaded',
      size: 3,
      expiresAt: expect.any(String),
    });
  });
});

test('a stream that fails rejects with an error of this package, and the stream’s own as the cause', async () => {
  const { mail, sandbox } = connect();
  const cause = new Error('disk is gone');
  async function* broken() {
    yield new Uint8Array(3);
    throw cause;
  }
  const error = await failureOf(mail.attachments.upload(broken()));
  expect(error).toMatchObject({ code: 'SOURCE_FAILED', outcome: 'not-sent', attempts: 0, cause });
  expect(error.message).toBe('upload: the file cannot be read: disk is gone');
  expect(sandbox.requests.count()).toBe(0);
});

describe('progress', () => {
  test('over HTTP, shows what the connection accepted, with the length announced', async () => {
    const { sandbox } = connect();
    await using server = await serve({ sandbox, port: 0 });
    const { mail } = connect({ fetch: undefined, baseUrl: server.url });
    const file = new Uint8Array(5 * 1_048_576).fill(7);
    const progress: UploadProgress[] = [];
    const { id } = await mail.attachments.upload(new Blob([file]), {
      onProgress: (now) => progress.push(now),
    });
    expect(progress[0]).toEqual({ sent: 0, total: file.length });
    expect(progress.at(-1)).toEqual({ sent: file.length, total: file.length });
    expect(progress.length).toBeGreaterThan(50);
    const sent = progress.map((now) => now.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(id).toMatch(/^att_/);
  });

  test('a callback that throws changes nothing', async () => {
    const { mail } = connect();
    const onProgress = () => {
      throw new Error('display is gone');
    };
    expect(await mail.attachments.upload(bytes, { onProgress })).toHaveProperty('status', 'uploaded');
  });
});
