import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the tests for node:test pass', async () => {
  const args = ['--test', '--test-reporter=tap', '--no-warnings', 'node-test/sign-up.test.ts'];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: `${import.meta.dirname}/..`,
    env,
  });
  expect(stdout).toContain('# pass 2\n# fail 0');
});
