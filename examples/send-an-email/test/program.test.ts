import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serve } from '@mailrig/sandbox/node';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../src/send.ts', import.meta.url));

/** Runs the program like a user, and returns its output. */
function run(environment: Record<string, string>, ...args: readonly string[]) {
  const { MAILRIG_API_KEY: _key, MAILRIG_BASE_URL: _url, ...own } = process.env;
  return new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        [program, ...args],
        { env: { ...own, ...environment } },
        (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
      );
    },
  );
}

test('over HTTP, the program prints the id of the email that it sent', async () => {
  await using server = await serve({ port: 0 });
  const environment = { MAILRIG_API_KEY: server.sandbox.liveApiKey, MAILRIG_BASE_URL: server.url };
  const { code, stdout } = await run(environment, 'bob@example.org');
  expect(code).toBe(0);
  expect(server.sandbox.mailbox.get(stdout.trim()).to).toEqual(['bob@example.org']);
});

test('on failure, the program says why and whether the email went out, and exits with code 1', async () => {
  await using server = await serve({ port: 0 });
  const environment = { MAILRIG_API_KEY: 'sk_live_wrong', MAILRIG_BASE_URL: server.url };
  const { code, stdout, stderr } = await run(environment);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^sendEmail: UNAUTHORIZED.*\nIt did not go out: the service refused it\.\n$/);
});

test('without a key, the program names what is missing', async () => {
  const { code, stderr } = await run({ MAILRIG_BASE_URL: 'http://127.0.0.1:9' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/MAILRIG_API_KEY\nIt did not go out: the request never left\.\n$/);
});
