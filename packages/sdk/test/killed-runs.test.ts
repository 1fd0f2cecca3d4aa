import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Mailrig, type RunSummary } from '../src/index.ts';
import { missing, note, startRedis } from './fleet/redis.ts';

vi.setConfig({ testTimeout: 120_000 });

const worker = fileURLToPath(new URL('runs/worker.ts', import.meta.url));

/** A served sandbox, and a folder for the journal. */
async function prepare() {
  const sandbox = createSandbox({
    rateLimit: false,
    timing: { verification: { pending: 200, perEmail: 0 } },
  });
  const server = await serve({ sandbox, port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-runs-'));
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const start = (...args: readonly string[]) => {
    const env = { ...process.env, MAILRIG_API_KEY: sandbox.liveApiKey, MAILRIG_BASE_URL: server.url };
    const child = spawn(process.execPath, [worker, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  return { sandbox, start, file: join(folder, 'run.journal') };
}

/** Collects what a process prints: numbers of items that are done, and in the end the summary. */
function watch(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const lines = () => text.trimEnd().split('\n');
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { done: () => Number(lines().at(-1)), summary: () => lines().at(-1) ?? '', ended };
}

/** Kills a process the moment that a condition holds. */
async function killWhen(child: ChildProcess, condition: (done: number) => boolean): Promise<void> {
  const { done, ended } = watch(child);
  await vi.waitFor(() => expect(condition(done())).toBe(true), { timeout: 60_000, interval: 1 });
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

/** What a process prints that runs to its end. */
async function summaryOf(child: ChildProcess): Promise<RunSummary> {
  const { summary, ended } = watch(child);
  await ended;
  return JSON.parse(summary()) as RunSummary;
}

test('5,000 recipients get 5,000 emails, although the process is killed three times', async () => {
  const { sandbox, start, file } = await prepare();
  for (const sent of [7, 1_500, 3_333]) {
    await killWhen(start('send', '5000', file), (done) => done >= sent);
  }
  const summary = await summaryOf(start('send', '5000', file));
  expect(summary).toMatchObject({ succeeded: 5_000, failed: 0, skipped: 0 });
  expect(summary.resumed).toBeGreaterThan(3_200);
  expect(sandbox.mailbox.list({}).length).toBe(5_000);
});

test('2,000 contacts exist once, although the process is killed three times', async () => {
  const { sandbox, start, file } = await prepare();
  const { liveApiKey: apiKey, baseUrl, fetch } = sandbox;
  const { id } = await new Mailrig({ apiKey, baseUrl, fetch }).lists.create({ name: 'Readers' });
  for (const added of [3, 700, 1_400]) {
    await killWhen(start('import', '2000', file, id), (done) => done >= added);
  }
  const summary = await summaryOf(start('import', '2000', file, id));
  expect(summary).toMatchObject({ succeeded: 2_000, failed: 0, skipped: 0 });
  expect(summary.resumed).toBeGreaterThan(1_300);
  const contacts = sandbox.contacts.list();
  expect(contacts).toHaveLength(2_000);
  expect(new Set(contacts.map(({ email }) => email)).size).toBe(2_000);
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
  await killWhen(start('send', '1000', place), (done) => done >= 400);
  expect(await summaryOf(start('send', '1000', place))).toMatchObject({ succeeded: 1_000, failed: 0 });
  expect(sandbox.mailbox.list({}).length).toBe(1_000);
});
