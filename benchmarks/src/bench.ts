import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the main benchmarks. With `--against <commit>` it compares this checkout with that commit instead. */
const given = process.argv.slice(2);
const programs = given.includes('--against') ? ['against.ts'] : ['sandbox-fetch.ts', 'http.ts'];
for (const program of programs) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...given], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
