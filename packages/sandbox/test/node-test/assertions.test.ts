import { execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';

let output = '';

beforeAll(async () => {
  output = await runSuite();
});

/** Runs `suite/mail.ts` with Node's own runner, and returns what it reports. */
function runSuite(): Promise<string> {
  const args = ['--test', '--test-reporter=tap', '--no-warnings', 'suite/mail.ts'];
  // Node's runner does nothing inside another run of it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: import.meta.dirname, env }, (_error, stdout) => resolve(stdout));
  });
}

describe('node:test', () => {
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
