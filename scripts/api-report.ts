import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { declarationProgram, emitDeclarations } from './api-report/declarations.ts';
import { publishedPackages } from './api-report/entries.ts';
import { report } from './api-report/report.ts';
import { staleFiles, writing } from './generated.ts';

/**
 * Compares the public API of each entry point with its report in `docs/api`, so that every change to it
 * shows up in a diff (record 0020). `--write` updates the reports.
 */
const root = join(import.meta.dirname, '..');

const packages = publishedPackages(root);
const declarations = emitDeclarations(root, packages);
const reports: Record<string, string> = {};
for (const one of packages) {
  const program = declarationProgram(declarations, one, packages);
  const [main] = one.entries;
  if (!main) throw new Error(`${one.name} has no entry point in TypeScript`);
  for (const entry of one.entries) reports[`docs/api/${entry.report}`] = report(program, entry, main);
}

const gone = globSync('docs/api/*.d.ts', { cwd: root }).filter((path) => !(path in reports));
const changed = staleFiles(reports);
if (writing) {
  for (const path of gone) rmSync(join(root, path));
} else {
  for (const path of gone) console.error(`${path}: this entry point no longer exists`);
  for (const path of changed) console.error(`${path}: the public API has changed`);
  if (gone.length + changed.length > 0) {
    console.error(
      'If you meant to change it, run `pnpm fix` and commit docs/api. Otherwise undo the change.',
    );
    process.exitCode = 1;
  }
}
console.log(`${Object.keys(reports).length} entry points of ${packages.length} packages`);
