import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf, stateOf } from '../saved-state.ts';

interface Result {
  readonly title: string;
  readonly state: string;
  readonly annotations: readonly { readonly type: string; readonly message: string }[];
  readonly files: readonly string[];
}

const suite = join(import.meta.dirname, 'suite');
let [results, printed]: [readonly Result[], string] = [[], ''];

beforeAll(async () => {
  [results, printed] = await runSuite();
});

afterAll(() => rmSync(join(suite, '.vitest'), { recursive: true, force: true }));

/** Runs `suite/` with Vitest's own runner: what reporters get to know, and what the tests print. */
function runSuite(): Promise<[Result[], string]> {
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const args = [vitest, 'run', '--config', join(suite, 'vitest.config.ts')];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: suite }, (_error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
      if (lines.length > 0) resolve([lines.map((line) => JSON.parse(line)), stdout + stderr]);
      else reject(new Error(`${stdout}${stderr}`));
    });
  });
}

function resultOf(title: string): Result {
  return results.find((result) => result.title === title) as Result;
}

/** The only file of a test, as a sandbox. */
async function opened({ files }: Result): Promise<Sandbox> {
  expect(files).toHaveLength(1);
  const sandbox = createSandbox();
  await sandbox.load(brotliDecompressSync(await readFile(files[0] as string)));
  expect(sandbox.check()).toEqual([]);
  return sandbox;
}

test('a sweep that fails its test is attached to the report, with timeline and replay', () => {
  const { state, annotations } = resultOf('finds a race');
  expect(state).toBe('failed');
  expect(annotations).toHaveLength(1);
  expect(annotations[0]?.type).toBe('sweep');
  expect(annotations[0]?.message).toMatch(/worker 2 .*●send─+○ +← the second email/);
  expect(annotations[0]?.message).toContain(`{ replay: 'order:0' }`);
});

test('a sweep that its test ends says what it had found, and how to give it more time', () => {
  expect(resultOf('runs out of time').state).toBe('failed');
  expect(printed).toMatch(
    /The sweep ended early: its test is over\. Give it more time: .* testTimeout .*\. Until then:\n *The first faults: .*\n+ *✗ sent-once: sendEmail #1, connection reset after\n/,
  );
});

test('a sweep that had found nothing until then names what it waits for', () => {
  expect(resultOf('waits for another process').state).toBe('failed');
  expect(printed).toMatch(
    /Until then:\n *The runs without a fault had not ended: it waits for another process/,
  );
});

test('its file has the state after the break, and what passed when', async () => {
  const sandbox = await opened(resultOf('finds a race'));
  expect(sandbox.mailbox.list().map(({ subject }) => subject)).toEqual(['Welcome', 'Welcome']);
  const last = eventsOf(sandbox).at(-1);
  expect(last).toMatchObject({
    type: 'sweep.broken',
    data: { title: 'worker 1 and worker 2', invariant: 'serializable', replay: 'order:0' },
  });
  const [first, second] = sandbox.mailbox.list().map(({ id }) => id);
  expect(last?.data['schedule']).toMatchObject({
    steps: 8,
    rows: [
      { task: 'worker 1', calls: [{ name: 'listEmails #1', status: 200 }, { sentId: second }] },
      {
        task: 'worker 2',
        calls: [
          { from: 1, to: 3 },
          { sentId: first, note: 'the second email' },
        ],
      },
    ],
  });
});

test('a test that fails leaves a file with its sandbox, as it was then', async () => {
  const result = resultOf('looks for another email');
  const sandbox = await opened(result);
  expect(sandbox.mailbox.list()).toMatchObject([{ subject: 'Hello', status: 'delivered' }]);
  expect(sandbox.requests.list().map(({ operation }) => operation)).toContain('sendEmail');
  const now = sandbox.clock.now().getTime();
  expect(stateOf(sandbox).clock).toMatchObject({ frozenAt: now });
  expect(eventsOf(sandbox).at(-1)).toMatchObject({
    type: 'test.failed',
    at: now,
    data: {
      title: 'failing.ts > looks for another email',
      error: expect.stringContaining('No email was sent'),
    },
  });
  expect(printed).toContain(`npx @mailrig/sandbox open ${result.files[0]?.slice(suite.length + 1)}\n`);
});

test('no key and no token is in such a file', async () => {
  const [path = ''] = resultOf('looks for another email').files;
  const text = brotliDecompressSync(await readFile(path)).toString();
  expect(text).toContain('Never send sk_live_***');
  expect(text).not.toMatch(/sk_(live|test)_\w/);
  expect(text).not.toContain('Do-not-show-me');
  expect(text).not.toContain(btoa('Do-not-show-me').slice(0, 8));
  const sandbox = await opened(resultOf('looks for another email'));
  const [attachment] = stateOf(sandbox).sections['attachments']?.entries ?? [];
  expect(attachment?.[1]).toMatchObject({ urlToken: '***0', uploadToken: '***1' });
  expect(text).not.toMatch(/token=[0-9a-f]/);
  expect(stateOf(sandbox).sections['keys']?.entries).toEqual([]);
});

test('the file of a hundred newsletters is smaller than 200 kB', async () => {
  const result = resultOf('sends a hundred newsletters');
  const { size } = await stat(result.files[0] ?? '');
  expect(size).toBeLessThan(200_000);
  expect((await opened(result)).mailbox.list()).toHaveLength(100);
});

test('nothing is attached to a test that passes', () => {
  expect(resultOf('expects a race')).toMatchObject({ state: 'passed', annotations: [], files: [] });
  expect(resultOf('expects the matcher to throw')).toMatchObject({ state: 'passed', files: [] });
  expect(resultOf('is expected to fail')).toMatchObject({ state: 'passed', annotations: [], files: [] });
});
