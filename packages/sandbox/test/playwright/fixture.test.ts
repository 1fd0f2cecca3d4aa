import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, test } from 'vitest';
import { missing, note } from '../../../../tooling/chromium.ts';
import { send } from '../conformance/emails.ts';
import { folder } from '../folder.ts';
import { eventsOf } from '../saved-state.ts';

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly Result[] }[];
  }[];
}

interface Result {
  readonly stderr: readonly { readonly text: string }[];
  readonly error?: { readonly message: string };
  readonly attachments: readonly Attachment[];
}

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  /** In base64. */
  readonly body?: string;
  readonly path?: string;
}

/** The only file that a failed test leaves: its text, and the sandbox in it with its last event. */
async function opened({ attachments, stderr }: Result) {
  const files = attachments.filter(({ name }) => name === 'sandbox');
  expect(files).toMatchObject([{ contentType: 'application/octet-stream' }]);
  const [{ path = '' } = {}] = files;
  expect(stderr.map(({ text }) => text).join('')).toContain(`npx @mailrig/sandbox open ${path}\n`);
  const text = brotliDecompressSync(await readFile(path)).toString();
  expect(text).not.toMatch(/sk_(live|test)_\w/);
  const sandbox = createSandbox();
  await sandbox.load(text);
  expect(sandbox.check()).toEqual([]);
  expect(sandbox.mailbox.list().length).toBeGreaterThan(0);
  return { text, sandbox, last: eventsOf(sandbox).at(-1) };
}

/** Runs the suite in `suite/` with Playwright's own runner. */
async function playwright(sandboxUrl: string): Promise<Suite> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = fileURLToPath(new URL('suite/playwright.config.ts', import.meta.url));
  const output = await folder();
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

/** The result of the failed test with this title. */
function failureOf(specs: Suite['specs'], title: string): Result {
  return specs.find((spec) => spec.title === title && !spec.ok)?.tests[0]?.results[0] as Result;
}

test.skipIf(missing)(
  `each Playwright test has its own sandbox behind the page, expect matches sent mail, and a failed test leaves a file${note}`,
  async () => {
    const shared = createSandbox({ controlToken: 'open-sesame' });
    await send(shared, { subject: 'Of another test' });
    await using server = await serve({ port: 0, sandbox: shared });
    const { suites = [] } = await playwright(server.url);
    const specs = suites.flatMap(specsOf);
    expect(specs).toHaveLength(13);
    expect(specs.filter(({ ok }) => !ok)).toHaveLength(4);
    for (const { ok, tests } of specs) {
      if (ok) expect(tests[0]?.results[0]).toMatchObject({ attachments: [], stderr: [] });
    }
    const missed = failureOf(specs, 'fails: a missing email shows the nearest one');
    expect(missed.error?.message).toContain('✓ to "bob@example.org"');
    expect(missed.error?.message).toContain('✗ subject "Hello"');
    expect((await opened(missed)).last).toMatchObject({
      type: 'test.failed',
      data: {
        title: 'page.spec.ts > fails: a missing email shows the nearest one',
        error: expect.stringContaining('✗ subject "Hello"'),
      },
    });
    const race = failureOf(specs, 'fails: a race has its timeline in the report');
    for (const result of [race, failureOf(specs, 'fails: a race in a test without fixtures')]) {
      expect((await opened(result)).last).toMatchObject({
        type: 'sweep.broken',
        data: { replay: 'order:0' },
      });
    }
    const sweep = race.attachments.find(({ name }) => name === 'sweep');
    expect(sweep?.contentType).toBe('text/plain');
    const report = Buffer.from(sweep?.body ?? '', 'base64').toString();
    expect(report).toMatch(/worker 2 .*●send─+○ +← the second email/);
    expect(report).toContain(`{ replay: 'order:0' }`);
    const remote = await opened(failureOf(specs, 'fails: a server’s email has another code'));
    expect(remote.last).toMatchObject({
      type: 'test.failed',
      data: {
        title: 'account.spec.ts > fails: a server’s email has another code',
        error: expect.stringContaining('"493017"'),
      },
    });
    expect(remote.text).not.toContain('Of another test');
    expect(remote.sandbox.mailbox.latest()?.subject).toBe('Never send sk_live_***');
    expect(remote.sandbox.requests.last()).toMatchObject({ operation: 'sendEmail', status: 201 });
    expect(remote.sandbox.accounts.list()).toMatchObject([
      { domain: { name: expect.stringMatching(/^worker-/) } },
    ]);
    const domains = server.sandbox.accounts.list().map(({ domain }) => domain.name);
    expect(domains.some((name) => /^worker-\d+\.example$/.test(name))).toBe(true);
    expect(new Set(domains).size).toBe(domains.length);
  },
);
