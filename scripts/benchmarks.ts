import { join } from 'node:path';
import { missing } from '../tooling/chromium.ts';
import { run } from './packaging/command.ts';

/**
 * Runs each benchmark that the documents cite once, as small as it can be: it still works. The figures of
 * such a run mean nothing. Some need the built packages.
 */
const small: Readonly<Record<string, readonly string[]>> = {
  'http.ts': ['0.2', '1', 'bare', 'sandbox-state'],
  'sandbox-fetch.ts': ['--small'],
  'client.ts': ['--small'],
  'failed-test.ts': ['--small'],
  'start.ts': ['1'],
  'scale.ts': ['500'],
  'restart.ts': ['100', '1'],
  'inspector.ts': ['500'],
};
const folder = join(import.meta.dirname, '../benchmarks');

const waiting = Object.entries(small).values();
await Promise.all([work(), work()]);

async function work(): Promise<void> {
  for (const [name, args] of waiting) {
    if (name === 'inspector.ts' && missing) continue;
    const start = performance.now();
    try {
      await run(folder, 'node', ['--expose-gc', join('src', name), ...args]);
    } catch (error) {
      process.exitCode = 1;
      console.error(error instanceof Error ? error.message : error);
    }
    console.log(`${name} ${args.join(' ')} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  }
}
