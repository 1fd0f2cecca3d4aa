import { expect, test } from 'vitest';
import { addAccount, stranger } from './accounts.ts';
import { conformance } from '../harness.ts';
import { attach, binary, bytesOf, confirm, content, newUpload, put, report } from './upload.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;

conformance('confirming an upload', (open) => {
  test('a confirmation without a body is 200 with data null (R108, A76, A19)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    await put(service, upload);
    const { status, body } = await confirm(service, upload.attachmentId);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data).toBeNull();
    expect(body.meta.path).toBe(`/api/v1/attachments/${upload.attachmentId}/confirm`);
  });

  test('any JSON in the body is ignored (R108, A12)', async () => {
    const service = await open();
    for (const body of ['{}', '{"uploadToken":"x"}', '[]', 'null', '{"broken":']) {
      const upload = await newUpload(service);
      await put(service, upload);
      expect((await confirm(service, upload.attachmentId, { body })).outcome, body).toBe('200');
    }
  });

  test('an unknown id is UPLOAD_NOT_FOUND (R109)', async () => {
    const service = await open();
    for (const id of ['att_none', 'att_000000000000000000000000', 'x', '__proto__', 'constructor']) {
      expect((await confirm(service, id)).outcome, id).toBe('404 UPLOAD_NOT_FOUND');
    }
  });

  test('another account’s upload is UPLOAD_NOT_FOUND, whatever its state (R109, R26, A75)', async () => {
    const service = await open();
    addAccount(service);
    const upload = await newUpload(service);
    const outcome = async () => (await confirm(service, upload.attachmentId, stranger)).outcome;
    expect(await outcome()).toBe('404 UPLOAD_NOT_FOUND');
    await put(service, upload);
    expect(await outcome()).toBe('404 UPLOAD_NOT_FOUND');
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
    expect(await outcome()).toBe('404 UPLOAD_NOT_FOUND');
    service.sandbox.clock.advance(week);
    expect(await outcome()).toBe('404 UPLOAD_NOT_FOUND');
  });

  test('a confirmation is UPLOAD_NOT_COMPLETE before the bytes arrive, and succeeds afterwards (R110)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 UPLOAD_NOT_COMPLETE');
    await put(service, upload);
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
  });

  test('a wrong size is FILE_SIZE_MISMATCH until bytes of the right size are uploaded (R111, A75)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size: 256 });
    for (const length of [255, 257, 1]) {
      await put(service, upload, binary(length));
      expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 FILE_SIZE_MISMATCH');
      expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 FILE_SIZE_MISMATCH');
    }
    await put(service, upload, binary(256));
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
  });

  test('sizes are in bytes, not characters (R111)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size: 3 });
    await put(service, upload, bytesOf('äöü'));
    expect((await confirm(service, upload.attachmentId)).outcome).toBe('400 FILE_SIZE_MISMATCH');
  });

  test('a confirmation succeeds until one millisecond before the hour is up, then is UPLOAD_EXPIRED (R112, A79)', async () => {
    const service = await open();
    const early = await newUpload(service);
    const late = await newUpload(service);
    await put(service, early);
    await put(service, late);
    service.sandbox.clock.advance(hour - 1);
    expect((await confirm(service, early.attachmentId)).outcome).toBe('200');
    service.sandbox.clock.advance(1);
    expect((await confirm(service, late.attachmentId)).outcome).toBe('400 UPLOAD_EXPIRED');
  });

  test('after the window, a confirmation is UPLOAD_EXPIRED, with or without bytes of any size (A75)', async () => {
    const service = await open();
    const empty = await newUpload(service);
    const mismatched = await newUpload(service, { size: 5 });
    await put(service, mismatched, binary(6));
    service.sandbox.clock.advance(hour);
    for (const { attachmentId } of [empty, mismatched]) {
      expect((await confirm(service, attachmentId)).outcome).toBe('400 UPLOAD_EXPIRED');
    }
    service.sandbox.clock.advance(10 * week);
    expect((await confirm(service, empty.attachmentId)).outcome).toBe('400 UPLOAD_EXPIRED');
  });

  test('confirming again succeeds, even after the upload window, and does not extend the seven days (A74)', async () => {
    const service = await open();
    const { attachmentId } = await attach(service);
    service.sandbox.clock.advance(2 * hour);
    const again = await confirm(service, attachmentId);
    expect(again.status).toBe(200);
    expect(again.body.data).toBeNull();
    service.sandbox.clock.advance(week - 2 * hour - 1);
    expect((await confirm(service, attachmentId)).outcome).toBe('200');
    service.sandbox.clock.advance(1);
    expect((await confirm(service, attachmentId)).outcome).toBe('400 UPLOAD_EXPIRED');
  });

  test('two simultaneous confirmations both succeed (A46, R114)', async () => {
    const service = await open();
    const upload = await newUpload(service);
    await put(service, upload);
    const responses = await Promise.all([1, 2].map(() => confirm(service, upload.attachmentId)));
    expect(responses.map(({ outcome }) => outcome)).toEqual(['200', '200']);
  });

  test('confirmResult record answers the attachment, the same on both confirmations (A76)', async () => {
    const service = await open({ wire: { confirmResult: 'record' } });
    const upload = await newUpload(service);
    await put(service, upload);
    service.sandbox.clock.advance('10m');
    const first = await confirm(service, upload.attachmentId);
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      id: upload.attachmentId,
      ...report,
      status: 'uploaded',
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-08T00:10:00.000Z',
    });
    service.sandbox.clock.advance('1h');
    expect((await confirm(service, upload.attachmentId)).body.data).toEqual(first.body.data);
  });

  test('uploadToken present lets the path take the token or the id (A77)', async () => {
    const service = await open({ wire: { uploadToken: 'present' } });
    for (const name of ['uploadToken', 'attachmentId'] as const) {
      const upload = await newUpload(service);
      const id = upload[name] ?? '';
      expect((await confirm(service, id)).outcome).toBe('400 UPLOAD_NOT_COMPLETE');
      await put(service, upload);
      expect((await confirm(service, id)).outcome).toBe('200');
      expect((await confirm(service, upload.attachmentId)).outcome).toBe('200');
    }
    expect((await confirm(service, 'not-a-token')).outcome).toBe('404 UPLOAD_NOT_FOUND');
  });

  test('another account cannot use the token (A77, R26)', async () => {
    const service = await open({ wire: { uploadToken: 'present' } });
    addAccount(service);
    const upload = await newUpload(service);
    await put(service, upload);
    expect((await confirm(service, upload.uploadToken ?? '', stranger)).outcome).toBe('404 UPLOAD_NOT_FOUND');
  });

  test('ids unprefixed changes nothing about the flow (A17)', async () => {
    const service = await open({ wire: { ids: 'unprefixed', confirmResult: 'record' } });
    const upload = await newUpload(service);
    await put(service, upload, content);
    expect((await confirm(service, upload.attachmentId)).body.data.id).toBe(upload.attachmentId);
  });

  test('a confirmation requires a key (R108, A3)', async () => {
    const service = await open();
    const { attachmentId } = await newUpload(service);
    expect((await confirm(service, attachmentId, { key: null })).outcome).toBe('401 UNAUTHORIZED');
  });
});
