import { expect, test } from 'vitest';
import { addAccount, stranger, strangersFrom } from './accounts.ts';
import { conformance, type Service } from '../harness.ts';
import { gtube, newest, send, sendTemplate, total } from './emails.ts';
import { attach, binary, bytesOf, confirm, newUpload, put } from './upload.ts';

const week = 7 * 24 * 3_600_000;

/** Creates confirmed attachments of these sizes and returns their ids. */
async function attachAll(service: Service, ...sizes: readonly number[]): Promise<string[]> {
  const ids = [];
  for (const size of sizes) ids.push((await attach(service, { bytes: binary(size) })).attachmentId);
  return ids;
}

conformance('sending attachments', (open) => {
  test('create, put, confirm and send work together, and the file arrives byte for byte (R115, R64)', async () => {
    const service = await open();
    const bytes = binary(1_000);
    const { attachmentId } = await attach(service, { filename: 'q1 "final" 报告.pdf', bytes });
    expect((await send(service, { attachmentIds: [attachmentId] })).outcome).toBe('201');
    const [file, ...others] = service.sandbox.mailbox.latest({})?.attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      id: attachmentId,
      filename: 'q1 "final" 报告.pdf',
      contentType: 'application/pdf',
      size: 1_000,
      inline: false,
    });
    expect(file?.contentId ?? undefined).toBeUndefined();
    expect(file?.content).toEqual(bytes);
  });

  test('an attachment can be sent repeatedly, alone or with others, in the given order (R64)', async () => {
    const service = await open();
    const [first = '', second = ''] = await attachAll(service, 10, 20);
    for (const attachmentIds of [[first], [second, first], [first, second], [first]]) {
      expect((await send(service, { attachmentIds })).outcome).toBe('201');
      expect(service.sandbox.mailbox.latest({})?.attachments.map(({ id }) => id)).toEqual(attachmentIds);
    }
    expect(await total(service)).toBe(4);
  });

  test('a template accepts attachments, and an empty array means none (R64)', async () => {
    const service = await open();
    const attachmentIds = await attachAll(service, 5);
    const variables = { name: 'Bob', plan: 'Pro' };
    expect((await sendTemplate(service, 'welcome', { variables, attachmentIds })).outcome).toBe('201');
    expect(service.sandbox.mailbox.latest({})?.attachments).toHaveLength(1);
    expect((await send(service, { attachmentIds: [] })).outcome).toBe('201');
    expect(service.sandbox.mailbox.latest({})?.attachments).toEqual([]);
  });

  test('ten attachments are accepted, and eleven are refused (R66)', async () => {
    const service = await open();
    const ids = await attachAll(service, ...Array.from({ length: 11 }, (_, n) => n + 1));
    expect((await send(service, { attachmentIds: ids.slice(0, 10) })).outcome).toBe('201');
    expect(service.sandbox.mailbox.latest({})?.attachments).toHaveLength(10);
    const response = await send(service, { attachmentIds: ids });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.field).toBe('attachmentIds');
    expect(await total(service)).toBe(1);
  });

  test('attachments may reach the limit together, and one byte more is EMAIL_TOO_LARGE (R67, A58)', async () => {
    const service = await open({ limits: { attachmentsTotalBytes: 250 } });
    const [big = '', fits = '', over = ''] = await attachAll(service, 200, 50, 51);
    expect((await send(service, { attachmentIds: [big, fits] })).outcome).toBe('201');
    const response = await send(service, { attachmentIds: [big, over] });
    expect(response.outcome).toBe('400 EMAIL_TOO_LARGE');
    expect(response.body.error.details.limit).toBe('attachments_total');
    expect(await total(service)).toBe(1);
  });

  test('by default, three files of 10 MB are too large together, and two are not (R67, A58)', async () => {
    const service = await open();
    const mib = 1_048_576;
    const ids = await attachAll(service, 10 * mib, 10 * mib, 5 * mib, 1);
    expect((await send(service, { attachmentIds: ids.slice(0, 3) })).outcome).toBe('201');
    const response = await send(service, { attachmentIds: ids });
    expect(response.outcome).toBe('400 EMAIL_TOO_LARGE');
    expect(response.body.error.details.limit).toBe('attachments_total');
  });

  test('one attachment above attachmentOnEmailBytes is ATTACHMENT_TOO_LARGE (R68, A58)', async () => {
    const service = await open({ limits: { attachmentOnEmailBytes: 100 } });
    const [fits = '', over = ''] = await attachAll(service, 100, 101);
    expect((await send(service, { attachmentIds: [fits] })).outcome).toBe('201');
    const response = await send(service, { attachmentIds: [fits, over] });
    expect(response.outcome).toBe('400 ATTACHMENT_TOO_LARGE');
    expect(response.body.error.details.limit).toBe(100);
    expect(await total(service)).toBe(1);
  });

  test('attachments do not count as content (A58)', async () => {
    const service = await open({ limits: { emailBytes: 100 } });
    const attachmentIds = await attachAll(service, 500);
    expect((await send(service, { html: 'x'.repeat(95), attachmentIds })).outcome).toBe('201');
    const response = await send(service, { html: 'x'.repeat(96), attachmentIds });
    expect(response.outcome).toBe('400 EMAIL_TOO_LARGE');
    expect(response.body.error.details.limit).not.toBe('attachments_total');
  });

  test('sendErrorStatus semantic gives each attachment code its own status (A60)', async () => {
    const service = await open({
      limits: { attachmentOnEmailBytes: 100, attachmentsTotalBytes: 150 },
      wire: { sendErrorStatus: 'semantic' },
    });
    const [a = '', b = '', c = ''] = await attachAll(service, 100, 51, 101);
    const outcome = async (...attachmentIds: string[]) => (await send(service, { attachmentIds })).outcome;
    expect(await outcome('att_none')).toBe('404 ATTACHMENT_NOT_FOUND');
    expect(await outcome(c)).toBe('413 ATTACHMENT_TOO_LARGE');
    expect(await outcome(a, b)).toBe('413 EMAIL_TOO_LARGE');
  });

  test('unknown, foreign, pending and expired attachments are not found, with the reason (R70, A59)', async () => {
    const service = await open();
    addAccount(service);
    const foreign = await attach(service, {}, stranger);
    const lapsed = await newUpload(service);
    const expired = await attach(service);
    service.sandbox.clock.advance(week);
    const created = await newUpload(service);
    const unconfirmed = await newUpload(service);
    await put(service, unconfirmed);
    const good = await attach(service);
    for (const [id, reason] of [
      ['att_none', 'not_found'],
      ['', 'not_found'],
      ['__proto__', 'not_found'],
      [foreign.attachmentId, 'not_found'],
      [created.attachmentId, 'not_confirmed'],
      [unconfirmed.attachmentId, 'not_confirmed'],
      [lapsed.attachmentId, 'expired'],
      [expired.attachmentId, 'expired'],
    ] as const) {
      const response = await send(service, { attachmentIds: [good.attachmentId, id] });
      expect(response.outcome, `${id} ${reason}`).toBe('400 ATTACHMENT_NOT_FOUND');
      expect(response.body.error.details).toMatchObject({ reason, value: id });
    }
    expect(await total(service)).toBe(0);
    expect(service.sandbox.mailbox.list({})).toHaveLength(0);
  });

  test('an attachment with a mismatched size is not confirmed (A59, A75)', async () => {
    const service = await open();
    const { attachmentId, uploadUrl } = await newUpload(service, { size: 5 });
    await put(service, { uploadUrl }, binary(6));
    await confirm(service, attachmentId);
    const response = await send(service, { attachmentIds: [attachmentId] });
    expect(response.body.error.details.reason).toBe('not_confirmed');
  });

  test('a send works until one millisecond before seven days are up, then fails (R113, A79)', async () => {
    const service = await open();
    const attachmentIds = await attachAll(service, 5);
    service.sandbox.clock.advance(week - 1);
    expect((await send(service, { attachmentIds })).outcome).toBe('201');
    service.sandbox.clock.advance(1);
    const response = await send(service, { attachmentIds });
    expect(response.outcome).toBe('400 ATTACHMENT_NOT_FOUND');
    expect(response.body.error.details.reason).toBe('expired');
  });

  test('an accepted email keeps its attachments and is delivered after they expire (A79)', async () => {
    const service = await open();
    const attachmentIds = await attachAll(service, 5);
    service.sandbox.clock.advance(week - 1);
    const { id } = (await send(service, { attachmentIds })).body.data;
    service.sandbox.clock.advance(week);
    expect(await newest(service)).toMatchObject({ id, status: 'delivered' });
    expect(service.sandbox.mailbox.get(id).attachments[0]?.content).toEqual(binary(5));
  });

  test('a replay works after the attachment expires (A44, A79)', async () => {
    const service = await open({ limits: { attachmentLifetime: 1_000 } });
    const fields = { attachmentIds: await attachAll(service, 5), idempotencyKey: 'order-1' };
    expect((await send(service, fields)).outcome).toBe('201');
    service.sandbox.clock.advance(1_000);
    const replay = await send(service, fields);
    expect(replay.outcome).toBe('201');
    expect(replay.body.data.skipped).toBe(true);
    expect((await send(service, { ...fields, idempotencyKey: 'order-2' })).outcome).toBe(
      '400 ATTACHMENT_NOT_FOUND',
    );
  });

  test('a repeated send with the same files uploaded again gets the first response (A132, A44)', async () => {
    const service = await open();
    const uploaded = async () => {
      const { attachmentId: terms } = await attach(service, { filename: 'terms.pdf', bytes: binary(7) });
      return [...(await attachAll(service, 5)), terms];
    };
    const key = { idempotencyKey: 'order-1' };
    const first = await send(service, { ...key, attachmentIds: await uploaded() });
    const replay = await send(service, { ...key, attachmentIds: await uploaded() });
    expect(replay.body.data).toEqual({ ...first.body.data, skipped: true });
    service.sandbox.clock.advance(23 * 3_600_000);
    expect((await send(service, { ...key, attachmentIds: await uploaded() })).body.data.skipped).toBe(true);
    expect(await total(service)).toBe(1);
  });

  test.each([
    ['name', { filename: 'other.png' }],
    ['type', { contentType: 'image/jpeg' }],
    ['size', { bytes: binary(6) }],
    ['bytes', { bytes: new Uint8Array(5) }],
    ['content id', { inline: true }],
  ])('a file with another %s makes a different body (A132, A45)', async (_what, other) => {
    const service = await open();
    const file = { filename: 'a.png', contentType: 'image/png', bytes: binary(5) };
    const attached = async (fields: object) => [(await attach(service, { ...file, ...fields })).attachmentId];
    const key = { idempotencyKey: 'order-1' };
    expect((await send(service, { ...key, attachmentIds: await attached({}) })).outcome).toBe('201');
    const conflict = '409 IDEMPOTENCY_CONFLICT';
    expect((await send(service, { ...key, attachmentIds: await attached(other) })).outcome).toBe(conflict);
  });

  test.each([
    ['in another order', (ids: string[]) => ids.toReversed()],
    ['with one file less', (ids: string[]) => ids.slice(1)],
    ['without its files', () => undefined],
    ['with a file that is not confirmed', (_ids: string[], pending: string) => [pending, pending]],
    ['with a file of another account', (_ids: string[], _pending: string, foreign: string[]) => foreign],
  ])('a send %s has a different body (A132, A45)', async (_how, change) => {
    const service = await open();
    addAccount(service);
    const ids = await attachAll(service, 5, 7);
    const { attachmentId: pending } = await newUpload(service, { size: 5 });
    const foreign = [];
    for (const size of [5, 7])
      foreign.push((await attach(service, { bytes: binary(size) }, stranger)).attachmentId);
    const key = { idempotencyKey: 'order-1' };
    expect((await send(service, { ...key, attachmentIds: ids })).outcome).toBe('201');
    const again = await send(service, { ...key, attachmentIds: change(ids, pending, foreign) });
    expect(again.outcome).toBe('409 IDEMPOTENCY_CONFLICT');
  });

  test('of several attachment errors, the first in the documented order is answered (A61)', async () => {
    const service = await open({ limits: { attachmentOnEmailBytes: 100, attachmentsTotalBytes: 150 } });
    const [a = '', b = '', big = ''] = await attachAll(service, 100, 51, 101);
    service.sandbox.suppressions.add({ email: 'no@example.net' });
    const outcome = async (attachmentIds: string[], fields: object = {}) =>
      (await send(service, { attachmentIds, html: gtube, to: 'no@example.net', ...fields })).outcome;
    const template = { templateId: 'welcome', html: undefined };
    expect(await outcome(['att_none'], template)).toBe('400 TEMPLATE_RENDER_ERROR');
    expect(await outcome([big, a, 'att_none'])).toBe('400 ATTACHMENT_NOT_FOUND');
    expect(await outcome([a, b, big])).toBe('400 ATTACHMENT_TOO_LARGE');
    expect(await outcome([a, b])).toBe('400 EMAIL_TOO_LARGE');
    expect(await outcome([a])).toBe('400 SPAM_SCORE_TOO_HIGH');
    expect(await outcome([a], { html: 'x' })).toBe('400 RECIPIENT_SUPPRESSED');
  });

  test('live and test keys share attachments, whichever created them (A67)', async () => {
    const service = await open();
    const test = { key: service.sandbox.testApiKey };
    const ofTest = await attach(service, {}, test);
    const mixed = await newUpload(service, {}, test);
    await put(service, mixed);
    expect((await confirm(service, mixed.attachmentId)).outcome).toBe('200');
    const ofLive = await attach(service);
    const attachmentIds = [ofTest, mixed, ofLive].map(({ attachmentId }) => attachmentId);
    for (const request of [{}, test]) {
      expect((await send(service, { attachmentIds }, request)).outcome).toBe('201');
      expect(service.sandbox.mailbox.latest({})?.attachments).toHaveLength(3);
    }
  });

  test('each account sends its own attachments (R26, A59)', async () => {
    const service = await open();
    addAccount(service);
    const foreign = await attach(service, { bytes: bytesOf('theirs') }, stranger);
    const attachmentIds = [foreign.attachmentId];
    expect((await send(service, { from: strangersFrom, attachmentIds }, stranger)).outcome).toBe('201');
    const response = await send(service, { attachmentIds });
    expect(response.outcome).toBe('400 ATTACHMENT_NOT_FOUND');
    expect(response.body.error.details.reason).toBe('not_found');
  });
});
