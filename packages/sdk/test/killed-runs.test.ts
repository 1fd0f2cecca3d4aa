import { expect, test, vi } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';
import { Mailrig } from '../src/index.ts';
import { missing, note, startRedis } from './fleet/redis.ts';
import { killWhen, prepare, summaryOf } from './runs/processes.ts';

vi.setConfig({ testTimeout: 120_000 });

/** How much is done when the process is killed: three times, by day once. */
const moments = nightly ? [7, 60, 140] : [140];

test('200 recipients get 200 emails, whenever the process is killed', async () => {
  const { sandbox, start, file } = await prepare();
  for (const sent of moments) {
    await killWhen(start('send', '200', file), (done) => done >= sent);
  }
  const summary = await summaryOf(start('send', '200', file));
  expect(summary).toMatchObject({ succeeded: 200, failed: 0, skipped: 0 });
  expect(summary.resumed).toBeGreaterThan(120);
  expect(sandbox.mailbox.list({}).length).toBe(200);
});

test('200 contacts exist once, whenever the process is killed', async () => {
  const { sandbox, start, file } = await prepare();
  const { liveApiKey: apiKey, baseUrl, fetch } = sandbox;
  const { id } = await new Mailrig({ apiKey, baseUrl, fetch }).lists.create({ name: 'Readers' });
  for (const added of moments) {
    await killWhen(start('import', '200', file, id), (done) => done >= added);
  }
  const summary = await summaryOf(start('import', '200', file, id));
  expect(summary).toMatchObject({ succeeded: 200, failed: 0, skipped: 0 });
  expect(summary.resumed).toBeGreaterThan(120);
  const contacts = sandbox.contacts.list();
  expect(contacts).toHaveLength(200);
  expect(new Set(contacts.map(({ email }) => email)).size).toBe(200);
});

test('3,000 addresses cost 3,000 credits, although the process is killed in every phase (A117)', async () => {
  const { sandbox, start, file } = await prepare();
  const before = sandbox.credits.balance();
  const lose = (skip: number) => {
    const lost = { phase: 'after', effect: { network: 'hang' } } as const;
    sandbox.faults.add({ operation: 'createVerificationBatch', skip, times: 1, ...lost });
  };
  const batches = () => sandbox.verifications.list();
  // The service takes the first batch, but the process never gets to know.
  lose(0);
  await killWhen(start('verify', '3000', file), () => batches().length === 1);
  // It finds the first batch and submits the second, and does not get to know of the third.
  lose(1);
  await killWhen(start('verify', '3000', file), () => batches().length === 3);
  // It collects results.
  await killWhen(start('verify', '3000', file), (done) => done >= 1_000);
  const summary = await summaryOf(start('verify', '3000', file));
  expect(summary).toMatchObject({ succeeded: 3_000, failed: 0, resumed: 3_000, creditsDeducted: 3_000 });
  expect(new Set(summary.batchIds).size).toBe(3);
  expect(before - sandbox.credits.balance()).toBe(3_000);
});

test.skipIf(missing)(`a Redis list is a journal as well${note}`, async () => {
  const { sandbox, start } = await prepare();
  await using redis = await startRedis();
  const place = String(redis.port);
  await killWhen(start('send', '200', place), (done) => done >= 80);
  expect(await summaryOf(start('send', '200', place))).toMatchObject({ succeeded: 200, failed: 0 });
  expect(sandbox.mailbox.list({}).length).toBe(200);
});
