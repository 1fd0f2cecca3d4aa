import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { verify } from '../conformance/verifications.ts';

const addresses = Array.from({ length: 60 }, (_, n) => `reader${n}@example.org`);

test('contacts.list(): the array has all contacts, or as many as requested', () => {
  const contacts = addresses.map((email) => ({ email }));
  const seed = { accounts: [{ contactLists: [{ name: 'Readers', contacts }] }] };
  const sandbox = createSandbox({ seed });
  expect(sandbox.contacts.list()).toHaveLength(60);
  expect(sandbox.contacts.list({ q: 'reader1@' })).toMatchObject([{ email: 'reader1@example.org' }]);
  expect(sandbox.contacts.list({ limit: 2 })).toHaveLength(2);
});

test('verifications.list(): the array has all verifications, or as many as requested', async () => {
  const sandbox = createSandbox({ rateLimit: false });
  for (const email of addresses) {
    await verify(sandbox, email);
  }
  expect(sandbox.verifications.list()).toHaveLength(60);
  expect(sandbox.verifications.list({ limit: 1 })).toMatchObject([{ type: 'single', totalEmails: 1 }]);
});
