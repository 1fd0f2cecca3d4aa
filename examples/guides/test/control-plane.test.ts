import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../src/control-plane.sh', import.meta.url));

test('every control plane call in the guide succeeds', async () => {
  const sandbox = createSandbox();
  await using server = await serve({ sandbox, port: 0 });
  const { stdout } = await promisify(execFile)('sh', [script], {
    env: { ...process.env, SANDBOX: server.url },
    maxBuffer: 16 * 1024 * 1024,
  });

  expect(stdout).toContain('Your code is 493017.');
  expect(sandbox.mailbox.latest()?.status).toBe('delivered');
  expect(sandbox.faults.list()).toHaveLength(1);
  expect(sandbox.accounts.list().map(({ domain }) => domain.name)).toContain('worker-1.example');
}, 30_000);
