import { join } from 'node:path';
import { staleFiles } from './generated.ts';
import { commandLinePage } from './reference/command-line.ts';
import { controlPlanePage } from './reference/control-plane.ts';
import { docComments } from './reference/doc-comments.ts';
import { errorCodesPage } from './reference/error-codes.ts';
import { limitsPage } from './reference/limits.ts';
import { operations } from '../packages/contract/src/index.ts';
import { operationPage } from './reference/operation-page.ts';
import { examplesOfCalls } from './reference/operation-run.ts';
import { operationsPage } from './reference/operations.ts';
import { wireOptionsPage } from './reference/wire-options.ts';

/** Checks that the pages in `docs/reference` match the tables they show. `--write` updates them. */
const root = join(import.meta.dirname, '..');
const contract = docComments(join(root, 'packages/contract/src'));
const sandbox = docComments(join(root, 'packages/sandbox/src'));
const sdk = docComments(join(root, 'packages/sdk/src'));
const examples = await examplesOfCalls();

const pages = {
  'docs/reference/operations.md': operationsPage(contract),
  'docs/reference/error-codes.md': errorCodesPage(contract),
  'docs/reference/limits.md': limitsPage(contract),
  'docs/reference/wire-options.md': wireOptionsPage(contract),
  'docs/reference/control-plane.md': controlPlanePage(sandbox),
  'docs/reference/command-line.md': commandLinePage(),
  ...Object.fromEntries(
    Object.values(operations).map((row) => [
      `docs/reference/operations/${row.name}.md`,
      operationPage(row, examples[row.name], { contract, sdk }),
    ]),
  ),
};
const stale = staleFiles(pages);

for (const path of stale) console.error(`${path} is out of date: run \`pnpm fix\` and commit it.`);
console.log(`${Object.keys(pages).length} reference pages`);
process.exitCode = stale.length === 0 ? 0 : 1;
