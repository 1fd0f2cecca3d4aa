import type { SandboxOptions } from '@mailrig/sandbox';
import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { cleaned, looksGood, verifyBatch, waited } from '../src/verification.ts';

const instantly: SandboxOptions = { timing: { verification: { pending: 0, perEmail: 0 } } };

test('a disposable address is not worth an email', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await looksGood(mail, 'ada@example.net')).toBe(true);
  expect(await looksGood(mail, 'x@mailinator.com')).toBe(false);
});

test.override({ sandboxOptions: instantly });

test('a list of any length can be cleaned', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await cleaned(mail, ['ada@example.net', 'ADA@example.net', 'nonsense'])).toEqual([
    'ada@example.net',
  ]);
});

test('results verified before the credits ran out are kept', async ({ sandbox, expect }) => {
  sandbox.credits.set(0);
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await cleaned(mail, ['ada@example.net'])).toEqual([]);
});

test('a batch can be waited for, also by its id', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const kept: string[] = [];
  expect(await verifyBatch(mail, ['ada@example.net'], (id) => kept.push(id))).toEqual(['ada@example.net']);
  for (const id of kept) expect(await waited(mail, id)).toEqual(['ada@example.net']);
  expect(kept).toHaveLength(1);
});

// #region credits
test('verifying an address again within a day costs nothing', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const before = sandbox.credits.balance();

  await mail.verification.verify('ada@example.net');
  await mail.verification.verify('ADA@example.net');
  expect(sandbox.credits.balance()).toBe(before - 1);

  sandbox.clock.advance('25h');
  await mail.verification.verify('ada@example.net');
  expect(sandbox.credits.balance()).toBe(before - 2);
});
// #endregion credits

// #region result
test('a test sets the result of an address', async ({ sandbox, expect }) => {
  sandbox.verifications.setResult('typo@example.org', { result: 'invalid', reason: 'No such mailbox' });
  const mail = new Mailrig(sandbox.clientOptions());
  expect(await looksGood(mail, 'typo@example.org')).toBe(false);
});
// #endregion result
