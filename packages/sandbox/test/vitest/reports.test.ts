import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

interface Result {
  readonly title: string;
  readonly state: string;
  readonly annotations: readonly { readonly type: string; readonly message: string }[];
}

let results: readonly Result[] = [];

beforeAll(async () => {
  results = await runSuite();
}, 120_000);

/** Runs `suite/` with Vitest's own runner, and returns what reporters get to know. */
function runSuite(): Promise<Result[]> {
  const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
  const args = [vitest, 'run', '--config', join(import.meta.dirname, 'suite/vitest.config.ts')];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: import.meta.dirname }, (_error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
      if (lines.length > 0) resolve(lines.map((line) => JSON.parse(line)));
      else reject(new Error(`${stdout}${stderr}`));
    });
  });
}

function resultOf(title: string): Result | undefined {
  return results.find((result) => result.title === title);
}

test('a sweep that fails its test is attached to the report, with lanes and replay', () => {
  const { state, annotations = [] } = resultOf('finds a race') ?? {};
  expect(state).toBe('failed');
  expect(annotations).toHaveLength(1);
  expect(annotations[0]?.type).toBe('sweep');
  expect(annotations[0]?.message).toMatch(/worker 2 .*●send─+○ +← the second email/);
  expect(annotations[0]?.message).toContain(`{ replay: 'order:0' }`);
});

test('nothing is attached to a test that passes', () => {
  expect(resultOf('expects a race')).toMatchObject({ state: 'passed', annotations: [] });
});
