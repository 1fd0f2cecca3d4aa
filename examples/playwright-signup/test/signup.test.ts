import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { missing, note } from '../../../scripts/chromium.ts';

/** Runs a suite with Playwright's own runner and returns its output. */
function playwright(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const output = mkdtempSync(join(tmpdir(), 'playwright-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, 'test', '--output', output, ...args],
      { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

test.skipIf(missing)(
  `a visitor signs up in Chromium with the emailed code${note}`,
  async () => {
    const printed = await playwright({}, '--reporter', 'line', '--workers', '1');
    expect(printed).toMatch(/^ *4 passed/m);
    expect(printed).not.toMatch(/failed|flaky|skipped/);
  },
  120_000,
);

test.skipIf(missing)(
  `two sites in separate processes share a served sandbox, and each has its own mail${note}`,
  async () => {
    await using free = await serve({ port: 0 });
    await free.close();
    const config = ['--config', 'playwright.served.config.ts'];
    const env = { SANDBOX_PORT: String(free.port) };
    const printed = await playwright(env, ...config, '--reporter', 'line', '--workers', '2');
    expect(printed).toMatch(/^ *2 passed/m);
    expect(printed).not.toMatch(/failed|flaky|skipped/);
  },
  120_000,
);
