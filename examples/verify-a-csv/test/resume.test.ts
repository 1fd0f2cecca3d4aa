import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));
const limits = { timeout: 25_000, interval: 20 };

/** A served sandbox with one-second batches and a manual clock, and a CSV. */
async function prepare(count = 10_000) {
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
  const rows = Array.from({ length: count }, (_, index) => `reader${index}@example.net,Reader ${index}`);
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
  }, limits);
}

function resultsIn(output: string): string[] {
  return readFileSync(output, 'utf8').trimEnd().split('\n').slice(1);
}

test('10,000 addresses: a restart after a kill resumes, and nothing is paid for twice', async () => {
  const job = await prepare();
  const { sandbox, output } = job;
  const submitted = () => sandbox.requests.count({ operation: 'createVerificationBatch' });

  const killed = start(job);
  await vi.waitFor(() => expect(submitted()).toBe(5), limits);
  for (const { id } of sandbox.verifications.list().slice(-2)) sandbox.verifications.complete(id);
  await vi.waitFor(() => expect([submitted(), resultsIn(output).length]).toEqual([7, 2_000]), limits);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The remains of a write interrupted by a kill.
  writeFileSync(`${output}.journal`, '{"batch":8,"at', { flag: 'a' });

  const resumed = start(job);
  await finish(job, resumed);
  expect(resumed.said.stdout).toBe('10000 verified for 10000 credits, 7000 of them started earlier\n');
  const results = resultsIn(output);
  expect(results).toHaveLength(10_000);
  expect(new Set(results).size).toBe(10_000);
  expect(sandbox.credits.balance()).toBe(10_000);
});

test('3,000 addresses, stopped in the first batch, cost 3,000 credits', async () => {
  const job = await prepare(3_000);
  const { sandbox } = job;
  const before = sandbox.credits.balance();
  // The service takes the batch, and the program never learns of it.
  const lost = { phase: 'after', effect: { network: 'hang' } } as const;
  sandbox.faults.add({ operation: 'createVerificationBatch', times: 1, ...lost });
  const killed = start(job);
  await vi.waitFor(() => expect(sandbox.credits.balance()).toBe(before - 1_000), limits);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The clock of the first batch runs on.
  sandbox.clock.advance('500ms');

  const resumed = start(job);
  await finish(job, resumed);
  expect(resumed.said.stdout).toMatch(/^3000 verified for 3000 credits, 1000 of them started earlier\n$/);
  expect(before - sandbox.credits.balance()).toBe(3_000);
});
