import { expect, test } from 'vitest';
import { conformance, start } from '../harness.ts';
import { list, newest, send } from './emails.ts';

conformance('send receipt', (open) => {
  test('the smallest valid body is 201 with a message id (R45, A19)', async () => {
    const service = await open();
    const response = await send(service);
    expect(response.status).toBe(201);
    expect(response.body.data.messageId).toEqual(expect.any(String));
    expect((await list(service)).status).toBe(200);
  });

  test('a live receipt has id, messageId, status queued, createdAt and skipped false (R77, R78, A38, A40)', async () => {
    const service = await open();
    const { data } = (await send(service)).body;
    expect(data).toEqual({
      id: expect.stringMatching(/^msg_/),
      messageId: expect.any(String),
      status: 'queued',
      createdAt: start,
      skipped: false,
    });
    expect(await newest(service)).toMatchObject({
      id: data.id,
      messageId: data.messageId,
      status: 'queued',
      createdAt: start,
    });
  });

  test('the message id is 24 hex digits at the sender’s domain, and differs from the id (A39)', async () => {
    const service = await open();
    const { id, messageId } = (await send(service, { from: 'Ada <ada@example.com>' })).body.data;
    expect(messageId).toMatch(/^[0-9a-f]{24}@example\.com$/);
    expect(messageId).not.toContain(id.slice(4));
    expect((await send(service)).body.data.messageId).not.toBe(messageId);
  });

  test('sendResult minimal makes the receipt { messageId, skipped } (A38)', async () => {
    const service = await open({ wire: { sendResult: 'minimal' } });
    const { data } = (await send(service)).body;
    expect(data).toEqual({ messageId: (await newest(service)).messageId, skipped: false });
  });

  test('sendResult reference makes the receipt { id, status, messageId, createdAt } (A38)', async () => {
    const service = await open({ wire: { sendResult: 'reference' } });
    const { data } = (await send(service)).body;
    const { id, messageId } = await newest(service);
    expect(data).toEqual({ id, messageId, status: 'queued', createdAt: start });
  });

  test('successStatus 200 answers 200 to a send, a replay and a simulation (A19)', async () => {
    const service = await open({ wire: { successStatus: '200' } });
    const fields = { idempotencyKey: 'k' };
    expect((await send(service, fields)).status).toBe(200);
    expect((await send(service, fields)).status).toBe(200);
    expect((await send(service, {}, { key: service.sandbox.testApiKey })).status).toBe(200);
    expect((await service.call('OPTIONS', '/api/v1/emails')).status).toBe(204);
  });

  test('the message id of an internationalised sender is ASCII (A39, A49)', async () => {
    const service = await open();
    const { keys } = service.sandbox.accounts.create({ domain: { name: 'müller.example' } });
    const { body } = await send(service, { from: 'ada@Müller.example' }, { key: keys[0]?.key });
    expect(body.data.messageId).toMatch(/^[0-9a-f]{24}@xn--mller-kva\.example$/);
  });
});
