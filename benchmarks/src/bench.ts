import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './against/build.ts';

/**
 * Runs the main benchmarks. With `--write` it also writes what they print into `figures.txt`, which the README quotes.
 * With `--against <commit>` it compares this checkout with that commit instead.
 */
const given = process.argv.slice(2);
const isWriting = given.includes('--write');
const isComparing = given.includes('--against');
const programs = isComparing
  ? [['against.ts', ...given]]
  : ['sandbox-fetch.ts', 'http.ts'].map((name) => [name]);
// The comparison builds both commits itself.
if (!isComparing) build();

const file = join(import.meta.dirname, '../figures.txt');
if (isWriting) {
  const [processor] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `${day}, ${cpus().length} × ${processor?.model}, Node ${process.version}\n`);
}
for (const [name = '', ...args] of programs) {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['inherit', isWriting ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
  });
  if (isWriting) {
    process.stdout.write(stdout);
    appendFileSync(file, stripVTControlCharacters(stdout));
  }
  if (status !== 0) process.exitCode = 1;
}
