import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missing, note } from '../../../tooling/chromium.ts';
import { nightly } from '../../../tooling/nightly.ts';

/** Runs a suite with Playwright's own runner and returns its output. */
function playwright(...args: readonly string[]): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const output = mkdtempSync(join(tmpdir(), 'playwright-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, 'test', '--output', output, ...args],
      { cwd: join(import.meta.dirname, '..') },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

// By day, the guide for Playwright does the same.
test.skipIf(missing || !nightly)(
  `a visitor signs up in Chromium with the emailed code${note}`,
  async () => {
    const printed = await playwright('--reporter', 'line', '--workers', '1');
    expect(printed).toMatch(/^ *4 passed/m);
    expect(printed).not.toMatch(/failed|flaky|skipped/);
  },
  120_000,
);
