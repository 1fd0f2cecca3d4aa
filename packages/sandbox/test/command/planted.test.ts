import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { folder } from '../folder.ts';
import type { Program } from '../sweep/programs.ts';
import { command } from './command.ts';

const programs = join(import.meta.dirname, '../sweep');
const runner = fileURLToPath(new URL('workers/planted.mjs', import.meta.url));

/** For example `crashes/send-then-mark`. By day only the first, because each takes four seconds of processor time. */
function named(pattern: string, first: string): readonly string[] {
  const names = globSync(`${pattern}.ts`, { cwd: programs }).map((path) => path.slice(0, -'.ts'.length));
  const isFirst = (name: string) => Number(basename(name) === first);
  return few(
    1,
    names.toSorted((one, other) => isFirst(other) - isFirst(one)),
  );
}

/** Crashes a program at each point, with a fresh state for each run. */
async function swept(name: string) {
  const home = await folder();
  const [STATE, DATABASE] = [join(home, 'state.json'), join(home, 'state.db')];
  const seed = join(import.meta.dirname, 'workers/planted.seed.json');
  const options = ['--crashes', '--json', '--endpoints', 'published', '--seed', seed];
  const before = ['--before', 'rm -f "$STATE" "$DATABASE"'];
  const args = ['sweep', ...options, ...before, '--', process.execPath, runner, name];
  const { code, stdout, stderr } = await command(args, { STATE, DATABASE, EXPIRY: '1' }).ending;
  expect(stderr).toBe('');
  return { code, report: JSON.parse(stdout) };
}

describe('as a whole program, a crash bug is found', () => {
  test.each(named('crashes/*', 'send-then-mark'))('%s', async (name) => {
    const { program } = (await import(join(programs, `${name}.ts`))) as { readonly program: Program };
    const { code, report } = await swept(name);
    expect(report.broken.map(({ invariant }: { invariant: string }) => invariant)).toContain(program.shows);
    expect(code).toBe(2);
  });
});

describe('as a whole program, a correct outbox gives no alarm', () => {
  test.each(named('correct/outbox-*', 'outbox-database'))('%s', async (name) => {
    const { code, report } = await swept(name);
    expect(report.broken).toEqual([]);
    expect(report.runs).toBeGreaterThan(1);
    expect(code).toBe(0);
  });
});
