import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationProgram, emitDeclarations } from './api-report/declarations.ts';
import { publishedPackages } from './api-report/entries.ts';
import { report } from './api-report/report.ts';

/**
 * Compares the public API of each entry point with its report in `docs/api`, so that a change of it is
 * seen in the diff of the change. `--write` brings the reports up to date.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/api');
const write = process.argv.includes('--write');

const packages = publishedPackages(root);
const declarations = emitDeclarations(root, packages);
const reports = new Map<string, string>();
for (const one of packages) {
  const program = declarationProgram(declarations, one, packages);
  const [main] = one.entries;
  if (!main) throw new Error(`${one.name} has no entry point in TypeScript`);
  for (const entry of one.entries) reports.set(entry.report, report(program, entry, main));
}

const present = globSync('*.d.ts', { cwd: folder });
const gone = present.filter((name) => !reports.has(name));
const changed = [...reports].filter(
  ([name, text]) => !present.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
);
if (write) {
  mkdirSync(folder, { recursive: true });
  for (const name of gone) rmSync(join(folder, name));
  for (const [name, text] of changed) writeFileSync(join(folder, name), text);
} else {
  for (const name of gone) console.error(`docs/api/${name}: there is no such entry point any more`);
  for (const [name] of changed) console.error(`docs/api/${name}: the public API is another one`);
  if (gone.length + changed.length > 0) {
    console.error('Run `pnpm fix` and commit docs/api where the change is meant.');
    process.exitCode = 1;
  }
}
console.log(`${reports.size} entry points of ${packages.length} packages`);
