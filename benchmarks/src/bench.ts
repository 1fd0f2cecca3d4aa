import { fork } from 'node:child_process';
import { join } from 'node:path';
import { objections, ratios } from './bounds.ts';
import { installedPeers } from './start/packed.ts';

/**
 * Runs the main benchmarks. With `--check` it exits with 1 if a ratio is above its bound in two runs:
 * other work on the machine makes a run slower, and never faster.
 */
const isCheck = process.argv.includes('--check');
const programs: readonly (readonly [file: string, ...args: string[]])[] = isCheck
  ? [['sandbox-fetch.ts'], ['http.ts', '5', '3', 'bare', 'sandbox', 'ses'], ['start.ts']]
  : [['sandbox-fetch.ts'], ['http.ts']];

if (isCheck && installedPeers.length === 0) {
  console.error('The programs to compare with are missing: run npm ci in benchmarks/peers.');
  process.exit(1);
}

const best: Record<string, number> = {};
let refused = await measure();
if (isCheck && refused.length > 0) {
  console.log(`\nAbove the bounds, so it runs again:\n${refused.join('\n')}`);
  refused = await measure();
}
if (isCheck) {
  console.log(refused.length > 0 ? `\n${refused.join('\n')}` : '\nEvery ratio is within its bound.');
  process.exitCode = refused.length > 0 ? 1 : 0;
}

/** Runs all programs, keeps the best of each ratio that has a bound, and returns what is wrong with them. */
async function measure(): Promise<string[]> {
  for (const [file, ...args] of programs) {
    for (const [name, ratio] of Object.entries(await ratiosOf(file, args))) {
      if (name in ratios) best[name] = Math.min(ratio, best[name] ?? Infinity);
    }
  }
  return objections(best, ratios);
}

function ratiosOf(file: string, args: readonly string[]): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const measured: Record<string, number> = {};
    const child = fork(join(import.meta.dirname, file), args);
    child.on('message', (report) => Object.assign(measured, report));
    child.once('exit', (code) =>
      code === 0 ? resolve(measured) : reject(new Error(`${file} ended with ${code}`)),
    );
  });
}
