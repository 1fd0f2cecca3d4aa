import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { email, failureOf } from './client.ts';

/** A receipt with its PDF, under the key of the order. */
const receipt = {
  ...email,
  idempotencyKey: 'receipt-1',
  attachments: [{ content: new Uint8Array([37, 80, 68, 70]), filename: 'receipt.pdf' }],
};

/** Two processes with the same key of the same service; each uploads the files of its emails. */
function twoProcesses(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options);
  const process = (side: 'live' | 'test' = 'live') => new Mailrig(sandbox.clientOptions(side));
  return { sandbox, process };
}

test('a receipt with a PDF that two processes send goes out once (A132)', async () => {
  const { sandbox, process } = twoProcesses();
  const first = await process().emails.send(receipt);
  expect(await process().emails.send(receipt)).toEqual({ ...first, skipped: true });
  expect(sandbox.requests.count({ operation: 'createUpload' })).toBe(2);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

describe('on a service that compares the ids of files (A132)', () => {
  const wire = { replay: 'conflict' } as const;

  test('the email that the list shows is the result, which says that it is inferred', async () => {
    const { sandbox, process } = twoProcesses({ wire });
    const { messageId, sandbox: isSimulated } = await process().emails.send(receipt);
    const { data, response } = await process().emails.send(receipt).withResponse();
    expect(data).toMatchObject({ messageId, sandbox: isSimulated, skipped: true, inferred: true });
    expect(response.status).toBe(200);
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test('a run infers it, too', async () => {
    const { sandbox, process } = twoProcesses({ wire });
    await process().emails.send(receipt);
    for await (const result of process().emails.sendMany([receipt])) {
      expect(result).toMatchObject({ ok: true, inferred: true, value: { skipped: true } });
    }
    expect(sandbox.mailbox.list()).toHaveLength(1);
  });

  test.each([
    ['shows two that look like it', { alike: true }],
    ['cannot be read', { fault: true }],
    ['does not show it, because it was only simulated', { side: 'test' as const }],
  ])('the outcome is unknown if the list %s', async (_why, { alike, fault, side }: Case) => {
    const { sandbox, process } = twoProcesses({ wire });
    await process(side).emails.send(receipt);
    if (alike) await process().emails.send({ ...receipt, idempotencyKey: 'receipt-2' });
    if (fault) sandbox.faults.failNext('listEmails', 500, 9);
    const another = new Mailrig({ ...sandbox.clientOptions(side), maxRetries: 0 });
    const error = await failureOf(another.emails.send(receipt));
    expect(error).toMatchObject({
      name: 'ConflictError',
      code: 'IDEMPOTENCY_CONFLICT',
      outcome: 'unknown',
      idempotencyKey: 'receipt-1',
    });
    expect(error.message).toMatch(/look there for the email\. Do not send it with a new key/);
  });

  test('an email without files of the client was sent before, or another one was: it is rejected', async () => {
    const { process } = twoProcesses({ wire });
    const plain = { ...email, idempotencyKey: 'receipt-1' };
    await process().emails.send(plain);
    expect(await failureOf(process().emails.send(plain))).toMatchObject({ outcome: 'rejected' });
  });
});

interface Case {
  readonly alike?: boolean;
  readonly fault?: boolean;
  readonly side?: 'test';
}
