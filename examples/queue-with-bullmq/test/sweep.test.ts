import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';
import { redisMissing, startRedis } from '../src/redis.ts';

const note = redisMissing ? ' (skipped, because there is no redis-server: apt-get install redis-server)' : '';
const example = fileURLToPath(new URL('..', import.meta.url));
const command = fileURLToPath(
  new URL('../../../packages/sandbox/src/command/mailrig-sandbox.ts', import.meta.url),
);

// By day, in-process.test.ts sweeps the same worker.
describe.skipIf(redisMissing || !nightly)(`a worker of BullMQ as a command${note}`, () => {
  /** Crashes the worker at each point. */
  async function crashed(mode: string): Promise<{ code: number; output: string }> {
    await using redis = await startRedis();
    const program = `"${process.execPath}" src/once.ts ${redis.url}`;
    const sweeping = ['sweep', '--crashes', '--before', `${program} fill`, '--'];
    const worker = [process.execPath, 'src/once.ts', redis.url, mode];
    // Awaited, because Redis ends with this block.
    return await new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [command, ...sweeping, ...worker],
        { cwd: example },
        (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, output: stdout + stderr }),
      );
    });
  }

  test('is found to send twice after a crash', async () => {
    const { code, output } = await crashed('plain');
    expect(output).toContain('✗ sendEmail #1, crash after: sent-once');
    expect(code).toBe(2);
  }, 120_000);

  test('holds with the id of the job as its key', async () => {
    const { code, output } = await crashed('keyed');
    expect(output).toContain('Everything held.');
    expect(code).toBe(0);
  }, 120_000);
});
