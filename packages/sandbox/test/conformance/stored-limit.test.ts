import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { conformance, type Target } from '../harness.ts';
import { eventsOf } from '../saved-state.ts';
import { list, send, total } from './emails.ts';
import { attach, binary, confirm, newUpload, put } from './upload.ts';

const kibibyte = 1_024;

/** A text of so many bytes. */
const body = (bytes: number) => ({ html: undefined, text: 'x'.repeat(bytes) });

const limited = (storedBytes: number): SandboxOptions => ({ limits: { storedBytes } });

/** The events of a type, as their data. */
function dataOf(sandbox: Sandbox, wanted: string): object[] {
  return eventsOf(sandbox)
    .filter(({ type }) => type === wanted)
    .map(({ data }) => data);
}

async function idOfSend(target: Target, fields: object): Promise<string> {
  const response = await send(target, fields);
  expect(response.status, response.text).toBe(201);
  return response.body.data.id;
}

conformance('how much is kept', (open) => {
  test('the oldest emails are forgotten when their content exceeds the limit, each with an event (A128)', async () => {
    const service = await open(limited(10 * kibibyte));
    const { sandbox } = service;
    const ids: string[] = [];
    for (let n = 0; n < 15; n++) {
      ids.push(await idOfSend(service, { subject: `${n}`, ...body(kibibyte) }));
      expect(sandbox.storedBytes).toBeLessThanOrEqual(10 * kibibyte);
    }
    expect(await total(service)).toBe(9);
    const kept = (await list(service)).body.data.emails.map(({ id }) => id);
    expect(kept).toEqual(ids.slice(6).toReversed());
    expect(dataOf(sandbox, 'email.evicted')).toEqual(
      ids.slice(0, 6).map((id) => ({ id, accountId: sandbox.info.id })),
    );
    expect(() => sandbox.mailbox.get(ids[0] ?? '')).toThrow(/no message/i);
    expect(sandbox.mailbox.get(ids[14] ?? '').text).toHaveLength(kibibyte);
    expect(sandbox.check()).toEqual([]);
  });

  test('the key of a forgotten email repeats the first response for 24 hours and sends nothing (A128, A44)', async () => {
    const service = await open(limited(2 * kibibyte));
    const { sandbox } = service;
    const keyed = { idempotencyKey: 'order-1', ...body(kibibyte) };
    const first = (await send(service, keyed)).body.data;
    for (let n = 0; n < 3; n++) await idOfSend(service, body(kibibyte));
    expect(() => sandbox.mailbox.get(first.id ?? '')).toThrow(/no message/i);
    const before = await total(service);
    expect((await send(service, keyed)).body.data).toEqual({ ...first, skipped: true });
    expect((await send(service, { ...keyed, text: 'Other' })).outcome).toBe('409 IDEMPOTENCY_CONFLICT');
    expect(await total(service)).toBe(before);
    sandbox.clock.advance('24h');
    expect((await send(service, keyed)).body.data).toMatchObject({ skipped: false });
  });

  test('the receipt of a forgotten simulated email repeats its recipients (A128, A65)', async () => {
    const service = await open(limited(kibibyte));
    const simulated = { key: service.sandbox.testApiKey };
    const keyed = { idempotencyKey: 'order-1', cc: ['carol@example.net'], ...body(kibibyte) };
    const first = (await send(service, keyed, simulated)).body.data;
    await idOfSend(service, body(kibibyte));
    expect((await send(service, keyed, simulated)).body.data).toEqual({ ...first, skipped: true });
  });

  test('an attachment stays while a kept email has it, and goes with the last of them (A128, A79)', async () => {
    const service = await open(limited(10 * kibibyte));
    const { sandbox } = service;
    const { attachmentId } = await attach(service, { bytes: binary(4 * kibibyte) });
    sandbox.clock.advance(1);
    const first = await idOfSend(service, { attachmentIds: [attachmentId], ...body(kibibyte) });
    const second = await idOfSend(service, { attachmentIds: [attachmentId], ...body(kibibyte) });
    for (let n = 0; n < 4; n++) await idOfSend(service, body(kibibyte));
    expect(() => sandbox.mailbox.get(first)).toThrow(/no message/i);
    expect(sandbox.mailbox.get(second).attachments[0]?.content).toEqual(binary(4 * kibibyte));
    expect(dataOf(sandbox, 'attachment.evicted')).toEqual([]);
    for (let n = 0; n < 6; n++) await idOfSend(service, body(kibibyte));
    expect(dataOf(sandbox, 'attachment.evicted')).toEqual([{ id: attachmentId, accountId: sandbox.info.id }]);
    const late = await send(service, { attachmentIds: [attachmentId] });
    expect(late.outcome).toBe('400 ATTACHMENT_NOT_FOUND');
    expect((await confirm(service, attachmentId)).outcome).toBe('404 UPLOAD_NOT_FOUND');
    expect(sandbox.check()).toEqual([]);
  });

  test('unused attachments and emails are forgotten in the order in which they came (A128)', async () => {
    const service = await open(limited(6 * kibibyte));
    const { sandbox } = service;
    const order: string[] = [];
    for (let n = 0; n < 3; n++) {
      order.push(await idOfSend(service, body(kibibyte)));
      sandbox.clock.advance(1);
      order.push((await attach(service, { bytes: binary(kibibyte - 5) })).attachmentId);
      sandbox.clock.advance(1);
    }
    await attach(service, { bytes: binary(3 * kibibyte) });
    const evicted = eventsOf(sandbox)
      .filter(({ type }) => type.endsWith('.evicted'))
      .map(({ data }) => data['id']);
    expect(evicted).toEqual(order.slice(0, 3));
    expect(sandbox.check()).toEqual([]);
  });

  test('an email or attachment larger than the limit is kept, alone, until the next one (A128)', async () => {
    const service = await open(limited(kibibyte));
    const { sandbox } = service;
    await idOfSend(service, body(100));
    const large = await idOfSend(service, body(5 * kibibyte));
    expect(sandbox.mailbox.list().map(({ id }) => id)).toEqual([large]);
    sandbox.clock.advance(1);
    const { attachmentId } = await attach(service, { bytes: binary(3 * kibibyte) });
    expect(sandbox.mailbox.list()).toEqual([]);
    sandbox.clock.advance(1);
    const sent = await idOfSend(service, { attachmentIds: [attachmentId], ...body(2 * kibibyte) });
    expect(sandbox.mailbox.get(sent).attachments[0]?.content).toEqual(binary(3 * kibibyte));
    sandbox.clock.advance(1);
    await idOfSend(service, body(10));
    expect(sandbox.mailbox.list()).toHaveLength(1);
    expect(sandbox.storedBytes).toBeLessThan(kibibyte);
  });

  test('an upload that replaces another counts once (A128, A73)', async () => {
    const service = await open();
    const upload = await newUpload(service, { size: 2_000 });
    await put(service, upload, binary(1_000));
    expect(service.sandbox.storedBytes).toBe(1_000);
    await put(service, upload, binary(2_000));
    expect(service.sandbox.storedBytes).toBe(2_000);
    expect(service.sandbox.check()).toEqual([]);
  });

  test('subjects, bodies and headers count in UTF-8 (A128, A58)', async () => {
    const service = await open();
    await send(service, { subject: 'aé', html: '€', text: '😀', headers: { 'X-A': 'bc' } });
    expect(service.sandbox.storedBytes).toBe(3 + 3 + 4 + 5);
  });

  test('beyond the number of emails, the oldest are forgotten too (A128)', async () => {
    const service = await open({ limits: { storedEmails: 3 } });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push(await idOfSend(service, { subject: `${n}` }));
    expect(service.sandbox.mailbox.list().map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    expect(dataOf(service.sandbox, 'email.evicted')).toHaveLength(2);
  });

  test('with the limit 0, everything is kept (A128)', async () => {
    const service = await open({ limits: { storedBytes: 0, storedEmails: 3 } });
    for (let n = 0; n < 20; n++) await idOfSend(service, body(kibibyte));
    expect(await total(service)).toBe(20);
  });

  test('the events of a forgotten email before its end stay in the log, and later ones do not come (A128)', async () => {
    const service = await open(limited(kibibyte));
    const { sandbox } = service;
    const id = await idOfSend(service, body(1_000));
    sandbox.clock.advance('1s');
    await idOfSend(service, body(1_000));
    sandbox.clock.runUntilIdle();
    const types = eventsOf(sandbox)
      .filter(({ data }) => data['id'] === id)
      .map(({ type }) => type);
    expect(types).toEqual(['email.queued', 'email.sent', 'email.evicted']);
  });
});

describe('the bytes stored', () => {
  /** A full sandbox of 2 KiB. */
  async function full(): Promise<Sandbox> {
    const sandbox = createSandbox({ ...limited(2 * kibibyte), clock: 'manual' });
    for (let n = 0; n < 3; n++) await idOfSend(sandbox, body(900));
    expect(sandbox.mailbox.list()).toHaveLength(2);
    return sandbox;
  }

  test('snapshots, forks and resets take the count with them (A128)', async () => {
    const sandbox = await full();
    const { storedBytes } = sandbox;
    const snapshot = sandbox.snapshot();
    const fork = sandbox.fork();
    await idOfSend(fork, body(10));
    sandbox.reset();
    expect(sandbox.storedBytes).toBe(0);
    sandbox.restore(snapshot);
    expect(sandbox.storedBytes).toBe(storedBytes);
    await idOfSend(sandbox, body(900));
    expect(sandbox.mailbox.list()).toHaveLength(2);
    expect([sandbox, fork].flatMap((each) => each.check())).toEqual([]);
    expect(fork.storedBytes).toBe(storedBytes + 15);
  });

  test('a loaded state may hold more; the next email makes room (A128)', async () => {
    const large = createSandbox({ clock: 'manual' });
    for (let n = 0; n < 10; n++) await idOfSend(large, body(900));
    const sandbox = await full();
    await sandbox.load(large.save());
    expect(sandbox.storedBytes).toBe(large.storedBytes);
    await idOfSend(sandbox, body(900));
    expect(sandbox.mailbox.list()).toHaveLength(2);
    expect(sandbox.check()).toEqual([]);
  });

  test('clearing the mailbox frees its bytes and every key, even of forgotten emails (A128)', async () => {
    const sandbox = createSandbox({ ...limited(kibibyte), clock: 'manual' });
    const keyed = { idempotencyKey: 'order-1', ...body(900) };
    await idOfSend(sandbox, keyed);
    await idOfSend(sandbox, body(900));
    sandbox.mailbox.clear();
    expect(sandbox.storedBytes).toBe(0);
    expect((await send(sandbox, keyed)).body.data).toMatchObject({ skipped: false });
  });
});
