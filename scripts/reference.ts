import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyVerb } from '../packages/sandbox/src/control/verb.ts';
import { commandLinePage } from './reference/command-line.ts';
import { controlPlanePage } from './reference/control-plane.ts';
import { docComments } from './reference/doc-comments.ts';
import { errorCodesPage } from './reference/error-codes.ts';
import { limitsPage } from './reference/limits.ts';
import { operationsPage } from './reference/operations.ts';
import { wireOptionsPage } from './reference/wire-options.ts';

/** Holds the pages of `docs/reference` against the tables that they show. `--write` writes them instead. */
const root = join(import.meta.dirname, '..');
const writing = process.argv.includes('--write');
const contract = docComments(join(root, 'packages/contract/src'));
const sandbox = docComments(join(root, 'packages/sandbox/src'));

const pages = {
  'operations.md': operationsPage(contract),
  'error-codes.md': errorCodesPage(contract),
  'limits.md': limitsPage(contract),
  'wire-options.md': wireOptionsPage(sandbox),
  'control-plane.md': controlPlanePage(sandbox, await verbNames()),
  'command-line.md': commandLinePage(),
};
const stale = Object.entries(pages).filter(([name, text]) => {
  const file = join(root, 'docs/reference', name);
  if (writing) writeFileSync(file, text);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});

for (const [name] of stale) console.error(`docs/reference/${name} is stale: run pnpm fix.`);
console.log(`${Object.keys(pages).length} pages of reference`);
process.exitCode = stale.length === 0 ? 0 : 1;

/** The names under which the verbs are exported: their doc comments are found by them. */
async function verbNames(): Promise<ReadonlyMap<AnyVerb, string>> {
  const names = new Map<AnyVerb, string>();
  for (const path of globSync('packages/sandbox/src/control/*.ts', { cwd: root })) {
    const module: Readonly<Record<string, unknown>> = await import(join(root, path));
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'object' && value !== null && 'run' in value) names.set(value as AnyVerb, name);
    }
  }
  return names;
}
