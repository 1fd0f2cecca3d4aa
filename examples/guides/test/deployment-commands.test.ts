import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox, type SandboxOptions } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, test } from 'vitest';

function path(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}

test('a deployment that moved is reported as in the guide, unless its file expects it', async () => {
  // Each run has a deployment of its own: a second one would wait for the rate limit of the first.
  const compare = async (options: SandboxOptions, ...more: readonly string[]) => {
    const sandbox = createSandbox({ wire: { preset: 'reference', pageContainer: 'nested' }, ...options });
    await using server = await serve({ sandbox, port: 0 });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path('node_modules/@mailrig/sandbox/src/command/mailrig-sandbox.ts'),
        'compare',
        '--wire',
        path('mailrig.wire.json'),
        ...more,
      ],
      { env: { ...process.env, MAILRIG_BASE_URL: server.url, MAILRIG_API_KEY: sandbox.testApiKey } },
    ).catch((error: { stdout: string }) => error);
    return stdout.replaceAll(server.url, 'https://mail.example.com');
  };

  const moved = await compare({ rateLimit: { limit: 150 }, endpoints: 'published' });
  const differences = moved.slice(moved.indexOf('page-container:'), moved.indexOf('\nNot measured:'));
  await expect(differences).toMatchFileSnapshot(path('src/deployment/moved.txt'));
  const expected = await compare({}, '--known', path('src/deployment/known-differences.json'));
  expect(expected).toContain('0 different, 1 known');
}, 60_000);
