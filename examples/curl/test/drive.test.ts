import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, test, vi } from 'vitest';

// Running curl 150 times is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const script = fileURLToPath(new URL('../drive.sh', import.meta.url));

function drive(environment: Readonly<Record<string, string>>) {
  return promisify(execFile)(script, { env: { ...process.env, ...environment } });
}

test('curl alone drives a whole sandbox and leaves it as it was', async () => {
  const sandbox = createSandbox({ controlToken: 'hush' });
  await using server = await serve({ sandbox, port: 0 });
  const before = sandbox.accounts.list();
  const { stdout, stderr } = await drive({ SANDBOX_URL: server.url, SANDBOX_CONTROL_TOKEN: 'hush' });
  expect(stderr).toBe('');
  expect(stdout.match(/✓/g)?.length).toBeGreaterThan(60);
  expect(sandbox.accounts.list()).toEqual(before);
  expect(sandbox.check()).toEqual([]);
});

test('an unexpected answer ends the script with an error that names it', async () => {
  const sandbox = createSandbox();
  await using server = await serve({ sandbox, port: 0 });
  const wrong = drive({ SANDBOX_URL: `${server.url}/nowhere` });
  await expect(wrong).rejects.toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('404'),
  });
});
