import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

test.each([
  ['eventLogSize', { eventLogSize: Number.NaN }],
  ['journalSize', { journalSize: -1 }],
  ['rateLimit.limit', { rateLimit: { limit: 1.5 } }],
  ['rateLimit.windowMs', { rateLimit: { windowMs: Number.POSITIVE_INFINITY } }],
  ['limits.emailBytes', { limits: { emailBytes: -5 } }],
])('%s that is no whole number is refused by its name', (option, options) => {
  expect(() => createSandbox(options)).toThrow(`${option} must be a whole number of 0 or more`);
});

test('a sandbox without a journal and an event log answers as any other', async () => {
  const sandbox = createSandbox({ eventLogSize: 0, journalSize: 0 });
  const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    headers: { 'x-api-key': sandbox.apiKey },
  });
  expect(answer.status).toBe(200);
  expect(sandbox.requests.list()).toEqual([]);
});
