import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints how many lines of source each package has, and how long its files are. `node scripts/lines.ts main`
 * counts another commit, for a comparison.
 */
const root = join(import.meta.dirname, '..');
const [ref] = process.argv.slice(2);

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const listed = ref === undefined ? git('ls-files') : git('ls-tree', '-r', '--name-only', ref);
const sources = listed.split('\n').filter((path) => /^packages\/\w+\/src\/.*\.(tsx?|css)$/.test(path));
const byPackage = Map.groupBy(sources, (path) => path.split('/')[1] ?? '');

console.table(
  Object.fromEntries(
    [...byPackage, ['all', sources] as const].map(([name, paths]) => [name, rowOf(paths.map(linesOf))]),
  ),
);

function linesOf(path: string): number {
  const text = ref === undefined ? readFileSync(join(root, path), 'utf8') : git('show', `${ref}:${path}`);
  return text.split('\n').length - 1;
}

function rowOf(lines: readonly number[]): Readonly<Record<string, number | undefined>> {
  const sorted = lines.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))];
  const sum = lines.reduce((total, count) => total + count, 0);
  return { files: lines.length, lines: sum, median: at(0.5), p90: at(0.9), max: at(1) };
}
