import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { missing, note } from '../../../../scripts/chromium.ts';

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message: string } }[];
    }[];
  }[];
}

/** Runs the suite in `suite/` with Playwright's own runner. */
function playwright(sandboxUrl: string): Promise<Suite> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = fileURLToPath(new URL('suite/playwright.config.ts', import.meta.url));
  const output = mkdtempSync(join(tmpdir(), 'playwright-'));
  onTestFinished(() => rmSync(output, { recursive: true }));
  return new Promise((resolve, reject) => {
    const args = [cli, 'test', '--config', config, '--output', output];
    execFile(
      process.execPath,
      args,
      { env: { ...process.env, SANDBOX_URL: sandboxUrl } },
      (_error, stdout, stderr) => {
        if (stdout.startsWith('{')) resolve(JSON.parse(stdout));
        else reject(new Error(`${stdout}${stderr}`));
      },
    );
  });
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

test.skipIf(missing)(
  `each Playwright test has its own sandbox behind the page, and expect matches sent mail${note}`,
  async () => {
    await using server = await serve({ port: 0 });
    const { suites = [] } = await playwright(server.url);
    const specs = suites.flatMap(specsOf);
    const failed = specs.filter(({ ok }) => !ok);
    const messages = failed.map(({ title, tests }) => `${title}: ${tests[0]?.results[0]?.error?.message}`);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('fails: a missing email shows the nearest');
    expect(messages[0]).toContain('✓ to "bob@example.org"');
    expect(messages[0]).toContain('✗ subject "Hello"');
    expect(specs).toHaveLength(8);
    const domains = server.sandbox.accounts.list().map(({ domain }) => domain.name);
    expect(domains.some((name) => /^worker-\d+\.example$/.test(name))).toBe(true);
    expect(new Set(domains).size).toBe(domains.length);
  },
  120_000,
);
