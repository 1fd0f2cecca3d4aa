import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';

let output = '';

beforeAll(async () => {
  output = await runSuite('mail');
});

/** Runs a file of `suite` with Node's own runner, and returns what it reports. */
function runSuite(name: string): Promise<string> {
  const args = ['--test', '--test-reporter=tap', '--no-warnings', `suite/${name}.ts`];
  // Node's runner does nothing inside another run of it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    // A run that a server holds would never end.
    const options = { cwd: import.meta.dirname, env, timeout: 30_000 };
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
}

describe('node:test', () => {
  test('a server that a test forgets to close does not hold the run', { timeout: 40_000 }, async () => {
    expect(await runSuite('unclosed')).toMatch(/^# pass 1$/m);
  });

  test.each([
    'finds an email',
    'starts empty',
    'finds no break',
    'finds nothing to correct',
    'moves the clock',
    'starts with the clock as it was',
  ])('passes a test that %s', (title) => {
    expect(output).toMatch(new RegExp(`^ *ok \\d+ - ${title}$`, 'm'));
  });

  test.each([
    ['misses an email', 'No email was sent with subject "One". The mailbox is empty.'],
    ['finds an unwanted email', 'No such email was expected, but one was sent'],
    ['finds an empty link', 'A link to "" leads nowhere.'],
    ['finds a break', 'sent-once: sendEmail #1'],
  ])('fails a test that %s, and says why', (title, why) => {
    const [, failure] = output.split(new RegExp(`^ *not ok \\d+ - ${title}$`, 'm'));
    expect(failure?.split(/^ *not ok /m)[0]).toContain(why);
  });
});
