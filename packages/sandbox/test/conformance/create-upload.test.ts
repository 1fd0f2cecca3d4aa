import { expect, test } from 'vitest';
import { call, conformance } from '../harness.ts';
import { createUpload, mebibyte, newUpload, presignedUrl, put, report, uploadIn } from './upload.ts';

/** Accepted (A70): common types, forms of names that browsers give, and types that nothing knows. */
const allowed = [
  ...['png', 'svg+xml', 'heic', 'avif', 'x-icon'].map((type) => `image/${type}`),
  ...['pdf', 'zip', 'x-zip-compressed', 'x-7z-compressed', 'epub+zip', 'vnd.ms-outlook', 'octet-stream'].map(
    (type) => `application/${type}`,
  ),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ...['plain', 'csv', 'html', 'css', 'calendar', 'vcard'].map((type) => `text/${type}`),
  'audio/mpeg',
  'video/mp4',
  'font/woff2',
  'message/rfc822',
  'x-any/thing',
  'text/plain; charset=utf-8',
  'text/calendar;method=REQUEST',
  'IMAGE/PNG',
  'Application/Pdf; name="a.pdf"',
];

/** Programs and scripts. */
const refused = [
  'x-msdownload',
  'x-dosexec',
  'x-msdos-program',
  'vnd.microsoft.portable-executable',
  'x-executable',
  'x-msi',
  'x-sh',
  'x-bat',
  'java-archive',
  'hta',
  'x-ms-shortcut',
  'javascript',
]
  .map((type) => `application/${type}`)
  .concat('text/javascript', 'Text/JavaScript; charset=utf-8');

const unreadable = [
  '',
  'image/*',
  '*/*',
  'pdf',
  'application',
  'application/',
  '/pdf',
  'application/pdf/x',
  'application pdf',
];

conformance('creating an upload', (open) => {
  test('a new upload is 201 with an attachment id, an absolute upload URL and its expiry time (R97)', async () => {
    const service = await open();
    const response = await createUpload(service);
    expect(response.status).toBe(201);
    const upload = uploadIn(response);
    expect(Object.keys(upload).sort()).toEqual(['attachmentId', 'expiresAt', 'uploadUrl']);
    expect(upload.attachmentId).toMatch(/^att_[0-9a-f]{24}$/);
    expect(new URL(upload.uploadUrl).protocol).toMatch(/^https?:$/);
    expect(response.body.meta.path).toBe(presignedUrl);
  });

  test('every upload has its own id and URL, and ids unprefixed makes the id 24 hex digits (R97, A17)', async () => {
    const service = await open();
    const uploads = [];
    for (let n = 0; n < 5; n++) uploads.push(await newUpload(service));
    expect(new Set(uploads.map(({ attachmentId }) => attachmentId)).size).toBe(5);
    expect(new Set(uploads.map(({ uploadUrl }) => new URL(uploadUrl).searchParams.get('token'))).size).toBe(
      5,
    );
    await service.close();
    const unprefixed = await open({ wire: { ids: 'unprefixed' } });
    expect((await newUpload(unprefixed)).attachmentId).toMatch(/^[0-9a-f]{24}$/);
  });

  test('the URL expires one hour after its creation (R98)', async () => {
    const service = await open();
    expect((await newUpload(service)).expiresAt).toBe('2026-01-01T01:00:00.000Z');
    service.sandbox.clock.advance(1_234);
    expect((await newUpload(service)).expiresAt).toBe('2026-01-01T01:00:01.234Z');
  });

  test('the hour can be shortened (R98)', async () => {
    const service = await open({ limits: { uploadLifetime: 60_000 } });
    expect((await newUpload(service)).expiresAt).toBe('2026-01-01T00:01:00.000Z');
  });

  test('an upload that is not inline has no contentId (R99)', async () => {
    const service = await open();
    expect(await newUpload(service)).not.toHaveProperty('contentId');
    expect(await newUpload(service, { inline: false })).not.toHaveProperty('contentId');
    expect(await newUpload(service, { inline: false, contentType: 'image/png' })).not.toHaveProperty(
      'contentId',
    );
  });

  test('every inline image gets its own contentId of 24 hex digits @inline (R100, A78)', async () => {
    const service = await open();
    const image = { inline: true, contentType: 'image/png', filename: 'logo.png' };
    const first = await newUpload(service, image);
    const second = await newUpload(service, image);
    expect(first.contentId).toMatch(/^[0-9a-f]{24}@inline$/);
    expect(second.contentId).toMatch(/^[0-9a-f]{24}@inline$/);
    expect(second.contentId).not.toBe(first.contentId);
  });

  test('nulls explicit makes the contentId of a regular file null (A16)', async () => {
    const service = await open({ wire: { nulls: 'explicit' } });
    expect((await newUpload(service)).contentId).toBeNull();
    expect((await newUpload(service, { inline: true, contentType: 'image/png' })).contentId).toMatch(
      /@inline$/,
    );
  });

  test.each<[string, string, unknown[]]>([
    ['R101, A71', 'filename', [undefined, '', null, 5, ['a.pdf'], {}]],
    ['R102', 'contentType', [undefined, null, 5, ['application/pdf'], {}]],
    ['R103', 'size', [undefined, null, 0, -1, 1.5, '5', true, [5]]],
    ['R104', 'inline', [null, 'true', 1, 0, {}]],
  ])('an invalid $1 is refused ($0)', async (_, field, values) => {
    const service = await open();
    for (const value of values) {
      const response = await createUpload(service, { [field]: value });
      expect(response.outcome, JSON.stringify(value)).toBe('400 VALIDATION_ERROR');
      expect(response.body.error.details.field).toBe(field);
    }
  });

  test('all invalid fields are reported at once (R101, R102, R103)', async () => {
    const service = await open();
    const response = await service.call('POST', presignedUrl, { json: {} });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.errors?.map(({ field }) => field)).toEqual([
      'filename',
      'contentType',
      'size',
    ]);
  });

  test('a filename has 1 to 255 characters, counted as code points (A71)', async () => {
    const service = await open();
    for (const character of ['a', 'é', '😀']) {
      expect((await createUpload(service, { filename: character })).outcome).toBe('201');
      expect((await createUpload(service, { filename: character.repeat(255) })).outcome).toBe('201');
      expect((await createUpload(service, { filename: character.repeat(256) })).outcome).toBe(
        '400 VALIDATION_ERROR',
      );
    }
  });

  test('control characters are refused, and path separators are accepted (A71)', async () => {
    const service = await open();
    for (const character of ['\n', '\r', '\0', '\t', '\u001b', '\u007f', '\u0085']) {
      const response = await createUpload(service, { filename: `a${character}b.pdf` });
      expect(response.outcome, JSON.stringify(character)).toBe('400 VALIDATION_ERROR');
    }
    for (const filename of ['../../etc/passwd', 'C:\\reports\\q1.pdf', 'a "b";c.pdf', '报告.pdf']) {
      expect((await createUpload(service, { filename })).outcome, filename).toBe('201');
    }
  });

  test.each([
    ['R105, A69', 'a regular file of 10 MiB', {}, 10 * mebibyte],
    ['A69', 'an inline image of 5 MiB', { inline: true, contentType: 'image/png' }, 5 * mebibyte],
    ['A69', 'an image that is not inline of 10 MiB', { contentType: 'image/png' }, 10 * mebibyte],
  ])(
    '$1 may be declared, and one byte more is ATTACHMENT_TOO_LARGE ($0)',
    async (_, _what, fields, limit) => {
      const service = await open();
      expect((await createUpload(service, { ...fields, size: limit })).outcome).toBe('201');
      const response = await createUpload(service, { ...fields, size: limit + 1 });
      expect(response.outcome).toBe('400 ATTACHMENT_TOO_LARGE');
      expect(response.body.error.details.limit).toBe(limit);
    },
  );

  test('attachmentBytes and inlineAttachmentBytes can set the other reading of the document (A69)', async () => {
    const limits = { attachmentBytes: 40 * mebibyte, inlineAttachmentBytes: 3 * mebibyte };
    const service = await open({ limits });
    const inline = { inline: true, contentType: 'image/png' };
    expect((await createUpload(service, { size: 40 * mebibyte })).outcome).toBe('201');
    expect((await createUpload(service, { size: 40 * mebibyte + 1 })).outcome).toBe(
      '400 ATTACHMENT_TOO_LARGE',
    );
    expect((await createUpload(service, { ...inline, size: 3 * mebibyte })).outcome).toBe('201');
    expect((await createUpload(service, { ...inline, size: 3 * mebibyte + 1 })).outcome).toBe(
      '400 ATTACHMENT_TOO_LARGE',
    );
  });

  test('a file of one byte is accepted (R105)', async () => {
    const service = await open();
    expect((await createUpload(service, { size: 1 })).outcome).toBe('201');
  });

  test('any MIME type is accepted, with parameters and in any case (A70)', async () => {
    const service = await open();
    for (const contentType of allowed) {
      expect((await createUpload(service, { contentType })).outcome, contentType).toBe('201');
    }
  });

  test('the type of a program or a script is INVALID_CONTENT_TYPE (R106, A70)', async () => {
    const service = await open();
    for (const contentType of refused) {
      const { outcome, body } = await createUpload(service, { contentType });
      expect(outcome, contentType).toBe('400 INVALID_CONTENT_TYPE');
      expect(body.error.message).toMatch(/type of a program or a script/);
    }
  });

  test('what is no MIME type is INVALID_CONTENT_TYPE (R106, A70)', async () => {
    const service = await open();
    for (const contentType of unreadable) {
      const { outcome, body } = await createUpload(service, { contentType });
      expect(outcome, contentType).toBe('400 INVALID_CONTENT_TYPE');
      expect(body.error.message).toMatch(/must be a MIME type/);
    }
  });

  test('only an image can be inline (A70)', async () => {
    const service = await open();
    const outcome = async (contentType: string) =>
      (await createUpload(service, { contentType, inline: true })).outcome;
    expect(await outcome('image/gif')).toBe('201');
    expect(await outcome('Image/SVG+XML; charset=utf-8')).toBe('201');
    expect(await outcome('application/pdf')).toBe('400 INVALID_CONTENT_TYPE');
    expect(await outcome('text/html')).toBe('400 INVALID_CONTENT_TYPE');
    expect(await outcome('image/avif')).toBe('201');
    expect(await outcome('text/javascript')).toBe('400 INVALID_CONTENT_TYPE');
  });

  test('missing fields are reported before a size or a type that is not allowed (R105, R106, A4)', async () => {
    const service = await open();
    const wrong = { filename: undefined, size: 100 * mebibyte, contentType: 'text/javascript' };
    expect((await createUpload(service, wrong)).outcome).toBe('400 VALIDATION_ERROR');
  });

  test('there is no uploadToken by default (R116, A77)', async () => {
    const service = await open();
    expect(await newUpload(service)).not.toHaveProperty('uploadToken');
  });

  test('uploadToken present adds a token, different for each upload (A77)', async () => {
    const service = await open({ wire: { uploadToken: 'present' } });
    const first = await newUpload(service);
    const second = await newUpload(service);
    expect(first.uploadToken).toMatch(/^[\w.~-]+$/);
    expect(first.uploadToken).not.toBe(first.attachmentId);
    expect(second.uploadToken).not.toBe(first.uploadToken);
  });

  test('the URL is /uploads/{attachmentId} with a 128-bit token and an expiry, outside the API (A72)', async () => {
    const service = await open();
    const { attachmentId, uploadUrl } = await newUpload(service);
    const url = new URL(uploadUrl);
    const overHttp = service.baseUrl !== service.sandbox.baseUrl;
    expect(url.origin).toBe(overHttp ? service.baseUrl : service.sandbox.uploadBaseUrl);
    expect(url.pathname).toBe(`/uploads/${attachmentId}`);
    expect(url.searchParams.get('token')?.length).toBeGreaterThanOrEqual(22);
    expect(url.searchParams.get('expires')).toBeTruthy();
  });

  test('every mount uses the configured upload address (A72)', async () => {
    const service = await open({ uploadBaseUrl: 'http://files.mailrig.test' });
    expect(new URL((await newUpload(service)).uploadUrl).origin).toBe('http://files.mailrig.test');
  });

  test('over HTTP, the URL has the host of the request (A72)', async () => {
    const service = await open();
    const url = new URL(service.baseUrl);
    if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
    const response = await call({ ...service, baseUrl: url.origin }, 'POST', presignedUrl, { json: report });
    expect(response.outcome).toBe('201');
    const overHttp = service.baseUrl !== service.sandbox.baseUrl;
    const upload = uploadIn(response);
    expect(new URL(upload.uploadUrl).origin).toBe(overHttp ? url.origin : service.sandbox.uploadBaseUrl);
    expect((await put(service, upload)).status).toBe(200);
  });

  test('unknown fields are ignored, and a refused upload leaves nothing behind (R97, A15)', async () => {
    const service = await open();
    expect((await createUpload(service, { file_name: 'x', tags: [1], status: 'uploaded' })).outcome).toBe(
      '201',
    );
    const { filename, contentType, size } = report;
    const snake = await service.call('POST', presignedUrl, {
      json: { file_name: filename, content_type: contentType, size },
    });
    expect(snake.outcome).toBe('400 VALIDATION_ERROR');
  });

  test('a content type with a line break anywhere is refused (A70)', async () => {
    const service = await open();
    for (const contentType of ['text/plain\r\n; a=b', 'text/plain;\r\n a=b', 'text/plain\n']) {
      const { status, text } = await createUpload(service, { filename: 'a.txt', contentType, size: 1 });
      const trimmed = contentType.trim();
      expect(status, JSON.stringify(contentType)).toBe(/[\r\n]/.test(trimmed) ? 400 : 201);
      if (status === 400) expect(text).toContain('INVALID_CONTENT_TYPE');
    }
  });
});
