import { expect, test } from 'vitest';
import { ConflictError } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a send without a key gets its own, in the body and in X-Idempotency-Key (A23, A41)', async () => {
  const { mail, sandbox } = connect();
  await mail.emails.send(email);
  await mail.emails.send(email);
  const keys = sandbox.requests.list().map(({ body, headers }) => {
    expect(body).toHaveProperty('idempotencyKey', headers['x-idempotency-key']);
    return headers['x-idempotency-key'];
  });
  expect(keys).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a second send with the same key sends nothing and says so (A40, A44)', async () => {
  const { mail, sandbox } = connect();
  const first = await mail.emails.send({ ...email, idempotencyKey: 'order-1' });
  const second = await mail.emails.send({ ...email, idempotencyKey: 'order-1' });
  expect(second).toEqual({ ...first, skipped: true });
  expect(sandbox.mailbox.list({})).toHaveLength(1);
});

test('the same key with another email is a ConflictError that names the key (A45)', async () => {
  const { mail } = connect();
  await mail.emails.send({ ...email, idempotencyKey: 'order-1' });
  const error = await failureOf(mail.emails.send({ ...email, subject: 'Other', idempotencyKey: 'order-1' }));
  expect(error).toBeInstanceOf(ConflictError);
  expect(error).toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
    idempotencyKey: 'order-1',
    outcome: 'rejected',
    attempts: 1,
  });
});

test('a key that is not visible ASCII travels in the body only (A41)', async () => {
  const { mail, sandbox } = connect();
  await mail.emails.send({ ...email, idempotencyKey: 'Größe 1' });
  expect(sandbox.requests.last()?.headers).not.toHaveProperty('x-idempotency-key');
  expect(sandbox.requests.last()?.body).toHaveProperty('idempotencyKey', 'Größe 1');
});

test('a key given as a header is the key of the send (A41)', async () => {
  const { mail, sandbox } = connect();
  await mail.emails.send(email, { headers: { 'Idempotency-Key': 'order-1' } });
  expect(sandbox.requests.last()?.body).toHaveProperty('idempotencyKey', 'order-1');
  expect(sandbox.requests.last()?.headers).not.toHaveProperty('idempotency-key');
});

test('keys with control characters, empty keys and long keys are never sent (A41, A42)', async () => {
  const { mail, sandbox } = connect();
  for (const idempotencyKey of ['a\u0007b', '', 'k'.repeat(257)]) {
    const error = await failureOf(mail.emails.send({ ...email, idempotencyKey }));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'idempotencyKey' } });
  }
  expect(sandbox.requests.count()).toBe(0);
});

test('if the response is lost after the email was accepted, the retry uses the same key (A23)', async () => {
  const { mail, sandbox } = connect();
  sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network: 'reset' } });
  const sent = await mail.emails.send(email);
  expect(sent.skipped).toBe(true);
  expect(sandbox.mailbox.list({})).toHaveLength(1);
  const [second, first] = sandbox.requests.list();
  expect(second?.headers['x-idempotency-key']).toBe(first?.headers['x-idempotency-key']);
});

test('a concurrent send with the same key is waited for (A46)', async () => {
  const { mail, sandbox } = connect();
  sandbox.faults.add({
    operation: 'sendEmail',
    times: 1,
    effect: { status: 409, code: 'IDEMPOTENCY_IN_PROGRESS', retryAfter: 0 },
  });
  await expect(mail.emails.send(email)).resolves.toHaveProperty('sandbox', false);
});
