import { expect, test } from 'vitest';
import { type TestResponse, responseOf, conformance } from '../harness.ts';
import { send } from './emails.ts';
import { attach, binary, bytesOf, confirm, content, createUpload, newUpload, put } from './upload.ts';

/** Fails unless the response is a refusal in XML, without an envelope. */
function expectXml(response: TestResponse, status: number, code: string | RegExp): void {
  expect(response.status, response.text).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^(application|text)\/xml\b/);
  expect(response.text).toContain('<Error>');
  expect(/<Code>(.*?)<\/Code>/.exec(response.text)?.[1]).toMatch(code);
}

/** The URL with a query parameter changed or removed. */
function changed(uploadUrl: string, name: string, value?: string): { uploadUrl: string } {
  const url = new URL(uploadUrl);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return { uploadUrl: url.href };
}

conformance('uploading the bytes', (open) => {
  test('bytes are accepted without an API key, with an empty 200 and an ETag (R107, A73)', async () => {
    const service = await open();
    const response = await put(service, await newUpload(service));
    expect(response.status).toBe(200);
    expect(response.text).toBe('');
    expect(response.headers.get('content-type')).toBeNull();
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  test('the upload URL is not an API endpoint: it has no rate headers and does not count (A25, A73)', async () => {
    const service = await open({ rateLimit: { limit: 3 } });
    const upload = await newUpload(service);
    for (let n = 0; n < 5; n++) {
      const response = await put(service, upload);
      expect(response.status).toBe(200);
      for (const name of ['limit', 'remaining', 'reset'])
        expect(response.headers.has(`x-ratelimit-${name}`)).toBe(false);
    }
    const remaining = (await createUpload(service)).headers.get('x-ratelimit-remaining');
    expect(remaining).toBe('1');
  });

  test('an API key is neither needed nor checked, and the request log marks it as a mistake (R107, A73)', async () => {
    const service = await open();
    const key = service.sandbox.liveApiKey;
    const upload = await newUpload(service);
    const type = { 'content-type': 'application/pdf' };
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
      { authorization: 'Bearer sk_live_unknown' },
    ]) {
      service.sandbox.requests.clear();
      const response = await put(service, upload, content, { ...type, ...headers } as Record<string, string>);
      expect(response.status).toBe(200);
      const entries = service.sandbox.requests.list({ operation: 'putUpload' });
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({
        operation: 'putUpload',
        method: 'PUT',
        status: 200,
        clientFault: 'credentials-on-upload',
      });
      expect(JSON.stringify(entries)).not.toContain(key);
      expect(JSON.stringify(entries)).not.toContain('sk_live_unknown');
    }
  });

  test('an upload without a key is not a mistake (R107)', async () => {
    const service = await open();
    await put(service, await newUpload(service));
    const [entry] = service.sandbox.requests.list({ operation: 'putUpload' });
    expect(entry).toMatchObject({ operation: 'putUpload', status: 200 });
    expect(entry).not.toHaveProperty('clientFault');
  });

  test('the declared type is accepted in any case and with other parameters, and may be omitted (A73)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    for (const headers of [
      { 'content-type': 'Application/PDF' },
      { 'content-type': 'application/pdf; charset=binary' },
      {},
    ] as Record<string, string>[]) {
      expect((await put(service, upload, content, headers)).status, JSON.stringify(headers)).toBe(200);
    }
    const text = await newUpload(service, { contentType: 'text/plain; charset=utf-8' });
    expect((await put(service, text, content, { 'content-type': 'text/plain' })).status).toBe(200);
  });

  test('another type is refused as S3 does, and the upload stays without bytes (A73)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    for (const type of ['application/json', 'application/octet-stream', 'text/plain', 'nonsense']) {
      expectXml(
        await put(service, upload, content, { 'content-type': type }),
        403,
        /^SignatureDoesNotMatch$/,
      );
    }
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 UPLOAD_NOT_COMPLETE');
  });

  test('a missing or wrong token is refused (A73)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    const other = await newUpload(service);
    const token = new URL(upload.uploadUrl).searchParams.get('token') ?? '';
    for (const url of [
      changed(upload.uploadUrl, 'token'),
      changed(upload.uploadUrl, 'token', ''),
      changed(upload.uploadUrl, 'token', token.slice(0, -1)),
      changed(upload.uploadUrl, 'token', `${token}0`),
      changed(upload.uploadUrl, 'token', new URL(other.uploadUrl).searchParams.get('token') ?? ''),
    ]) {
      expectXml(await put(service, url), 403, /\w/);
    }
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 UPLOAD_NOT_COMPLETE');
    expect((await put(service, upload)).status).toBe(200);
  });

  test('an unknown id is a 404 (A73)', async () => {
    const service = await open();
    const { attachmentId, uploadUrl } = await newUpload(service);
    expectXml(
      await put(service, { uploadUrl: uploadUrl.replace(attachmentId, 'att_000000000000000000000000') }),
      404,
      /\w/,
    );
  });

  test('the URL works until one millisecond before the hour is up (R112, A73, A79)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    service.sandbox.clock.advance(3_599_999);
    expect((await put(service, upload)).status).toBe(200);
    service.sandbox.clock.advance(1);
    const response = await put(service, upload);
    expectXml(response, 403, /^AccessDenied$/);
    expect(response.text).toContain('Request has expired');
  });

  test('a later expiry in the URL does not extend it (A73)', async () => {
    const service = await open();
    const { uploadUrl } = await newUpload(service);
    service.sandbox.clock.advance('1h');
    for (const expires of ['4102444800', '4102444800000', '2100-01-01T00:00:00.000Z']) {
      expectXml(await put(service, changed(uploadUrl, 'expires', expires)), 403, /\w/);
    }
  });

  test('until the confirmation, new bytes replace the earlier ones (A73)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size: 6 });
    await put(service, upload, bytesOf('first!!'));
    await put(service, upload, bytesOf('second'));
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
    await send(service, { attachmentIds: [upload.attachmentId] });
    expect(service.sandbox.mailbox.latest({})?.attachments[0]?.content).toEqual(bytesOf('second'));
  });

  test('a stream and a Blob are uploaded like bytes (R107)', async () => {
    const service = await open();
    const bytes = binary(70_000);
    for (const body of [
      () => new Blob([bytes], { type: 'application/pdf' }),
      () => new Blob([bytes.subarray(0, 30_000), bytes.subarray(30_000)]).stream(),
    ]) {
      const upload = await newUpload(service, { size: bytes.length });
      const init = { method: 'PUT', body: body(), duplex: 'half' } as RequestInit;
      expect((await service.fetch(upload.uploadUrl, init)).status).toBe(200);
      expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
      await send(service, { attachmentIds: [upload.attachmentId] });
      expect(service.sandbox.mailbox.latest({})?.attachments[0]?.content).toEqual(bytes);
    }
  });

  test('after the confirmation, uploads are refused and the bytes stay (A73)', async () => {
    const service = await open();
    const upload = await attach(service, { bytes: bytesOf('first!') });
    expectXml(await put(service, upload, bytesOf('second')), 403, /\w/);
    await send(service, { attachmentIds: [upload.attachmentId] });
    expect(service.sandbox.mailbox.latest({})?.attachments[0]?.content).toEqual(bytesOf('first!'));
  });

  test('the size is not checked when the bytes are uploaded (R111, A73)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size: 5 });
    for (const length of [1, 4, 5, 6, 5_000]) {
      expect((await put(service, upload, binary(length))).status).toBe(200);
    }
  });

  test('more than 40 MiB, or more than uploadBytes, is a 413 that keeps the earlier bytes (A73)', async () => {
    const service = await open({ limits: { uploadBytes: 100 } });
    const upload = await newUpload(service, { size: 100 });
    expect((await put(service, upload, binary(100))).status).toBe(200);
    expectXml(await put(service, upload, binary(101)), 413, /\w/);
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
  });

  test('more than the API’s body limit, and more than 10 MiB, can be uploaded (A73)', async () => {
    const service = await open({ limits: { bodyBytes: 1_000 } });
    const upload = await newUpload(service, { size: 2_000 });
    expect((await put(service, upload, binary(2_000))).status).toBe(200);
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
  });

  test.each(['GET', 'POST', 'PATCH', 'DELETE'])('%s on the upload URL is a 405 (A73)', async (method) => {
    const service = await open();
    const upload = await newUpload(service);
    await put(service, upload);
    const response = await responseOf(await service.fetch(upload.uploadUrl, { method }));
    expect(response.status).toBe(405);
    expect(response.text).not.toContain('%PDF');
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
  });
});
