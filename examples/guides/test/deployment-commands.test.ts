import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@mailrig/sandbox/node';
import { createSandbox } from '@mailrig/sandbox';
import { expect, onTestFinished, test } from 'vitest';

const source = (name: string) => fileURLToPath(new URL(`../src/deployment/${name}`, import.meta.url));
const program = fileURLToPath(
  new URL('../node_modules/@mailrig/sandbox/src/command/mailrig-sandbox.ts', import.meta.url),
);

test('the commands of the guide calibrate and verify, and print what it shows', async () => {
  const place = await project();
  const sandbox = createSandbox({ wire: 'reference', rateLimit: false });
  await using server = await serve({ sandbox, port: 0 });

  const stdout = await place.run(server.url, source('commands.sh'));
  expect(stdout).toContain(await readFile(source('calibration.txt'), 'utf8'));
  expect(stdout).toMatch(/\d\d the same, 0 different/);
  expect(JSON.parse(await readFile(join(place.folder, 'mailrig.wire.json'), 'utf8'))).toHaveProperty('wire');
}, 60_000);

test('a deployment that moved is reported as in the guide, unless its file expects it', async () => {
  const place = await project();
  const calibration = fileURLToPath(new URL('mailrig.wire.json', import.meta.url));
  const sandbox = createSandbox({ wire: { preset: 'reference', pageContainer: 'nested' } });
  await using server = await serve({ sandbox, port: 0 });
  const verify = ['-c', `npx @mailrig/sandbox verify --wire ${calibration} "$@"`, 'sh'];

  const moved = await place.run(server.url, ...verify).catch((error: { stdout: string }) => error.stdout);
  expect(moved).toContain(await readFile(source('moved.txt'), 'utf8'));
  const expected = await place.run(server.url, ...verify, '--known', source('known-differences.json'));
  expect(expected).toContain('0 different, 1 known');
}, 60_000);

/** An empty folder in which `npx @mailrig/sandbox` is the command of this checkout. */
async function project() {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const npx = join(folder, 'npx');
  await writeFile(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(npx, 0o755);
  return {
    folder,
    run: async (url: string, ...args: readonly string[]) => {
      const { stdout } = await promisify(execFile)('sh', args, {
        cwd: folder,
        env: {
          ...process.env,
          PATH: [folder, process.env['PATH']].join(delimiter),
          MAILRIG_BASE_URL: url,
          MAILRIG_API_KEY: 'sk_test_sandbox',
        },
      });
      return stdout;
    },
  };
}
