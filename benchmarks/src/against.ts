import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCommit, buildHere, lastRelease, shortHash } from './against/build.ts';
import { cases } from './against/cases.ts';
import { quantile } from './turns.ts';

/**
 * Compares the processor time of this checkout with that of a commit, or of `release`, the last one:
 * `pnpm bench --against <commit> [case …]`.
 *
 * Each case runs in fresh processes of both, which take turns, so that other work on the machine affects both alike. The
 * ratio is that of the lowest times, and the spread is that of the middle half of all rounds. A case that the commit lacks
 * is not a number. With `--most 1.05` it exits with 1 if a ratio is above that.
 */
const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string', default: 'release' },
    rounds: { type: 'string', default: '7' },
    most: { type: 'string', default: 'Infinity' },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(cases);
const commit = shortHash(values.against === 'release' ? lastRelease() : values.against);

using before = await buildCommit(commit);
using now = await buildHere();
console.log(`${'case'.padEnd(10)}${`${commit}, µs`.padStart(14)}${'now, µs'.padStart(12)}  ratio  spread`);
for (const name of names) {
  const pairs: { readonly before: number; readonly now: number }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    pairs.push({ before: measured(before.folder, name), now: measured(now.folder, name) });
  }
  const lowest = {
    before: Math.min(...pairs.map((pair) => pair.before)),
    now: Math.min(...pairs.map((pair) => pair.now)),
  };
  const ratio = lowest.now / lowest.before;
  const ratios = pairs.map((pair) => pair.now / pair.before);
  const spread = [0.25, 0.75].map((part) => quantile(ratios, part).toFixed(2)).join(' to ');
  const times = `${lowest.before.toFixed(1).padStart(14)}${lowest.now.toFixed(1).padStart(12)}`;
  console.log(`${name.padEnd(10)}${times}  ${ratio.toFixed(2).padStart(5)}  ${spread}`);
  if (ratio > Number(values.most)) process.exitCode = 1;
}

/** The microseconds that a case takes in a fresh process; not a number if the packages lack what it calls. */
function measured(folder: string, name: string): number {
  const program = join(import.meta.dirname, 'against/measure.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, folder, name], {
    encoding: 'utf8',
  });
  if (status !== 0 && folder === now.folder) throw new Error(`${name} failed:\n${stderr}`);
  return Number(stdout || Number.NaN);
}
