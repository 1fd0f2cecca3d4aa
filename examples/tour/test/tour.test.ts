import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { takeTour } from '../src/tour.ts';

const program = fileURLToPath(new URL('../src/start.ts', import.meta.url));

/** Starts the tour like `pnpm start -- --port 0`, which passes on its `--`, and waits for the announcement on stdout. */
async function tour(announced: RegExp, ...args: readonly string[]) {
  const { FORCE_COLOR: _colour, ...environment } = process.env;
  const child = spawn(process.execPath, [program, '--', '--text', '--port', '0', ...args], {
    env: environment,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = { stdout: '', stderr: '' };
  const ending = new Promise<number | null>((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text.stdout += chunk;
      if (announced.test(text.stdout)) resolve();
    });
    void ending.then(() => reject(new Error(`The tour ended: ${text.stdout}${text.stderr}`)));
  });
  return {
    ...text,
    stop: () => {
      child.kill('SIGTERM');
      return ending;
    },
  };
}

const curlLine = /^curl .*\n/m;

const steps = `Sending
  ✓ send with a live key                 accepted as ID@example.com
  ✓ send with a test key                 only simulated, for bob@example.org
  ✓ send a template                      subject "Welcome, Grace"
  ✓ send twice with one idempotency key  one email, and both calls returned ID@example.com
  ✓ send to an address that bounces      accepted as ID@example.com

Delivery, on the sandbox's clock
  ✓ right away                           4 queued
  ✓ half a second later                  4 sent
  ✓ two seconds later                    3 delivered, 1 bounced
  ✓ list the one that bounced            it was sent to bounce@example.org

Attachments
  ✓ upload a file and send it            report.csv arrived, 27 bytes

Contact lists, contacts and suppression
  ✓ create a list with custom fields     "Customers" with plan and seats
  ✓ add a contact with typed fields      grace@example.org is on plan pro with 3 seats
  ✓ suppress the contact                 1 suppressed contact
  ✓ send to the suppressed contact       refused: grace@example.org is suppressed

Verification
  ✓ verify one address                   support@example.net is dirty
  ✓ verify a batch, five seconds later   1 clean, 2 dirty, 1 unknown for 4 credits
  ✓ read the statistics                  5 addresses, 20 % valid

Errors
  ✓ send from another domain             SendError FROM_DOMAIN_MISMATCH, status 400

`;

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{24}@/g, 'ID@');
}

test('the tour prints each step in plain text and stays up, and its curl line works as printed', async () => {
  const { stdout, stop } = await tour(curlLine);
  expect(withoutIds(stdout).startsWith(steps)).toBe(true);
  expect(stdout).toMatch(/Live key +sk_live_sandbox .*\n +Test key +sk_test_sandbox .*\n/);

  const [line = ''] = curlLine.exec(stdout) ?? [];
  const { stdout: answer } = await promisify(execFile)('sh', ['-c', line]);
  expect(JSON.parse(answer)).toMatchObject({ success: true, data: { status: 'queued' } });
  expect(await stop()).toBe(0);
});

test('--no-tour skips the tour and passes on all other options', async () => {
  const { stdout, stderr, stop } = await tour(/\n/, '--no-tour', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ testApiKey: 'sk_test_sandbox' });
  expect(stderr).toBe('');
  expect(await stop()).toBe(0);
});

test('with --json, stdout is the one line and the tour goes to stderr', async () => {
  const { stdout, stderr } = await tour(/\n/, '--json');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ liveApiKey: 'sk_live_sandbox' });
  expect(withoutIds(stderr)).toBe(steps);
});

test('with --quiet --json, the tour runs without output', async () => {
  const { stderr } = await tour(/\n/, '--json', '--quiet');
  expect(stderr).toBe('');
});

test('the tour is the same under every choice of wire shapes, clock and token', async () => {
  const choices = [
    ['--wire', 'sparse', '--clock', 'manual', '--start-at', '2026-01-01'],
    ['--wire', 'reference', '--control-token', 'hush', '--no-rate-limit', '--host', '0.0.0.0'],
  ];
  for (const choice of choices) {
    const { stdout } = await tour(curlLine, ...choice);
    expect(withoutIds(stdout).startsWith(steps), choice.join(' ')).toBe(true);
  }
});

test('a failing step ends the tour with an error that names it', async () => {
  const sandbox = createSandbox();
  await using server = await serve({ sandbox, port: 0 });
  sandbox.faults.add({ operation: 'sendEmail', skip: 1, effect: { status: 400, code: 'VALIDATION_ERROR' } });
  const { url, port } = server;
  const { testApiKey, liveApiKey } = sandbox;
  const announcement = {
    url,
    port,
    testApiKey,
    liveApiKey,
    controlUrl: `${url}/_sandbox`,
    domain: 'example.com',
    version: '',
  };
  await expect(takeTour({ announcement, controlToken: undefined, json: false, quiet: true })).rejects.toThrow(
    /^The tour stopped at "send with a test key": sendEmail: VALIDATION_ERROR/,
  );
});
