import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { startVitest } from 'vitest/node';
import { recordingOfTest, writeRecording } from '../../packages/sandbox/src/testing/recording-file.ts';
import { isSmall } from './compare.ts';
import { email } from './failed-test/email.ts';
import { print } from './turns.ts';

/**
 * Measures what the recording of failed tests costs: a test that passes, with a fixture that would record it and with
 * one that would not, and the size of the file that a failed test leaves.
 */
const [roundsInVitest, roundsInPlaywright] = isSmall ? [1, 1] : [2_000, 500];
const folder = mkdtempSync(join(tmpdir(), 'failed-test-'));
const results = join(folder, 'results.json');
const words = Array.from({ length: 5_000 }, (_, number) => (number * 7_919).toString(36));
try {
  await inVitest();
  printResults('A passing test in Vitest, with a sandbox of its own');
  await inPlaywright();
  printResults('A passing test in Playwright, with the account of its worker');
  await printSizes();
} finally {
  rmSync(folder, { recursive: true });
}

async function inVitest(): Promise<void> {
  const run = await startVitest('test', [], {
    root: join(import.meta.dirname, '..'),
    include: ['src/failed-test/vitest.ts'],
    config: false,
    watch: false,
    reporters: [{}],
    env: environment(roundsInVitest),
  });
  await run.close();
}

async function inPlaywright(): Promise<void> {
  await using server = await serve({ sandbox: createSandbox({ rateLimit: false }), port: 0 });
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = join(import.meta.dirname, 'failed-test/playwright.config.ts');
  const args = [cli, 'test', '--config', config, '--output', folder];
  await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...environment(roundsInPlaywright), SANDBOX_URL: server.url },
  });
}

/** What the suites get from the benchmark. */
function environment(rounds: number) {
  return { RESULTS: results, ROUNDS: String(rounds) };
}

function printResults(title: string): void {
  const kinds = JSON.parse(readFileSync(results, 'utf8')) as number[][];
  print(title, 'ms a test', ['without recording', 'with recording'], kinds, 2);
}

async function printSizes(): Promise<void> {
  console.log(
    '\nThe file of a failed test with 100 emails, at most 200 kB\nemails                                 kB',
  );
  const story = words.join('</p>\n<p>');
  const kinds: Readonly<Record<string, (number: number) => string>> = {
    'short ones': (number) => `<p>Your code is ${493_017 + number}.</p>`,
    'newsletters of 60 kB': (number) => `<h1>Hello reader ${number}</h1><p>${story}</p>`,
    'letters of 350 words, all different': letter,
  };
  for (const [name, html] of Object.entries(kinds).slice(0, isSmall ? 1 : undefined)) {
    console.log(`${name.padEnd(35)}  ${((await sizeWith(html)) / 1_000).toFixed(0).padStart(4)}`);
  }
}

/** 350 words in a random order of their own, out of 2,000. */
function letter(number: number): string {
  let seed = number + 1;
  const next = () => words[(seed = (seed * 48_271) % 2_147_483_647) % 2_000];
  return `<p>${Array.from({ length: 350 }, next).join(' ')}</p>`;
}

/** Bytes of the file of a sandbox with 100 emails. */
async function sizeWith(html: (number: number) => string): Promise<number> {
  const sandbox = createSandbox();
  for (let number = 0; number < 100; number++) {
    const fields = {
      to: `reader${number}@example.org`,
      subject: `Letter ${number}`,
      html: html(number),
      text: undefined,
    };
    await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, email(sandbox.liveApiKey, 'example.com', fields));
  }
  const file = join(folder, 'sandbox.jsonl.br');
  writeRecording(recordingOfTest(sandbox, { title: 'sends letters', error: 'No email was sent' }), file);
  return statSync(file).size;
}
