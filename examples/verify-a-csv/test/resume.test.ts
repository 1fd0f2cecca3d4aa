import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';

// Programs start slowly when many start at once.
vi.setConfig({ testTimeout: 30_000 });

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));
const patience = { timeout: 25_000, interval: 20 };

/** A served sandbox with one-second batches and a manual clock, and a CSV. */
async function prepare() {
  const sandbox = createSandbox({
    clock: 'manual',
    rateLimit: false,
    seed: { accounts: [{ credits: 20_000 }] },
    timing: { verification: { pending: 0, perEmail: 1 } },
  });
  const server = await serve({ sandbox, port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'verify-a-csv-'));
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const input = join(folder, 'addresses.csv');
  const output = join(folder, 'results.csv');
  const rows = Array.from({ length: 10_000 }, (_, index) => `reader${index}@example.net,Reader ${index}`);
  writeFileSync(input, ['email,name', ...rows, ''].join('\n'));
  return { sandbox, url: server.url, input, output };
}

type Job = Awaited<ReturnType<typeof prepare>>;

/** Starts the program without a terminal. */
function start({ sandbox, url, input, output }: Job) {
  const environment = { ...process.env, MAILRIG_API_KEY: sandbox.liveApiKey, MAILRIG_BASE_URL: url };
  const child = spawn(process.execPath, [program, input, output, '--poll-interval', '100'], {
    env: environment,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  let code: number | null | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('close', (exitCode) => {
      code = exitCode;
      resolve();
    });
  });
  return { said, child, ended, code: () => code };
}

/** Advances the sandbox's clock until the program ends. */
async function finish({ sandbox }: Job, run: ReturnType<typeof start>): Promise<void> {
  await vi.waitFor(() => {
    sandbox.clock.advance('1s');
    expect(run.code()).toBeDefined();
  }, patience);
}

function resultsIn(output: string): string[] {
  return readFileSync(output, 'utf8').trimEnd().split('\n').slice(1);
}

test('10,000 addresses: a restart after a kill resumes, and nothing is paid for twice', async () => {
  const job = await prepare();
  const { sandbox, output } = job;
  const submitted = () => sandbox.requests.count({ operation: 'createVerificationBatch' });

  const killed = start(job);
  await vi.waitFor(() => expect(submitted()).toBe(5), patience);
  for (const { id } of sandbox.verifications.list().slice(-2)) sandbox.verifications.complete(id);
  await vi.waitFor(() => expect([submitted(), resultsIn(output).length]).toEqual([7, 2_000]), patience);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The remains of a write interrupted by a kill.
  writeFileSync(output, 'reader2000@exam', { flag: 'a' });

  const resumed = start(job);
  await finish(job, resumed);
  expect(resumed.said.stdout).toBe('8000 verified for 3000 credits, 2000 were already done\n');
  expect(resumed.said.stderr.split('\n')[0]).toBe('30 % (3000 of 10000)');
  const results = resultsIn(output);
  expect(results).toHaveLength(10_000);
  expect(new Set(results).size).toBe(10_000);
  expect(sandbox.credits.balance()).toBe(10_000);
});
