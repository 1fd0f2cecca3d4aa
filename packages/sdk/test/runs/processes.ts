import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, vi } from 'vitest';
import type { MailrigErrorJSON, VerifyManySummary } from '../../src/index.ts';

const worker = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A served sandbox, and a folder for the journal. */
export async function prepare() {
  const sandbox = createSandbox({
    rateLimit: false,
    timing: { verification: { pending: 200, perEmail: 0 } },
  });
  const server = await serve({ sandbox, port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-runs-'));
  onTestFinished(() => server.close());
  const run = (command: string, ...args: readonly string[]) => {
    const env = { ...process.env, MAILRIG_API_KEY: sandbox.liveApiKey, MAILRIG_BASE_URL: server.url };
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const start = (...args: readonly string[]) => run(process.execPath, worker, ...args);
  /** As in a separate container: the process has the number 1. */
  const startAsFirst = (...args: readonly string[]) =>
    run('unshare', '--pid', '--fork', '--kill-child', process.execPath, worker, ...args);
  return { sandbox, start, startAsFirst, file: join(folder, 'run.journal') };
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
export async function killWhen(child: ChildProcess, condition: (done: number) => boolean): Promise<void> {
  const { done, ended } = watch(child);
  await vi.waitUntil(() => condition(done()), { timeout: 60_000, interval: 1 });
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

/** What a process prints that runs to its end: its summary, or the error that ended it. */
export async function endOf(child: ChildProcess): Promise<VerifyManySummary | MailrigErrorJSON> {
  const { summary, ended } = watch(child);
  await ended;
  return JSON.parse(summary()) as VerifyManySummary | MailrigErrorJSON;
}

/** The summary of a process that runs to its end. Only `verify` counts credits and batches. */
export async function summaryOf(child: ChildProcess): Promise<VerifyManySummary> {
  const end = await endOf(child);
  if ('code' in end) throw new Error(end.message);
  return end;
}
