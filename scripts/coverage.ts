import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { decisionParts, decisions } from '../packages/contract/src/decisions.ts';
import { decisionsPage } from './coverage/decisions.ts';
import { stateMachinesPage } from './coverage/state-machines.ts';
import { testTitles } from './coverage/titles.ts';
import { staleFiles } from './generated.ts';

/**
 * Checks that a test proves every requirement and every decision: its title ends with the number.
 * Fails if a number has no test, if a test names a number that does not exist, or if a page that is
 * generated from the ledger or the state machines is stale.
 *
 * `--write` renews those pages. `--list` prints the tests of every number; `--list R53 A61` only
 * those of the numbers given.
 */
const root = join(import.meta.dirname, '..');

interface Named {
  readonly number: string;
  readonly statement: string;
}

const requirements: readonly Named[] = Array.from(
  readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^- \*\*(R\d+)\*\* (.*)$/gm),
  ([, number = '', statement = '']) => ({ number, statement }),
);
const ledger: readonly Named[] = decisions.map(({ id, title }) => ({ number: id, statement: title }));

/** The tests of each number: their promises by file. */
const proofs = new Map(
  [...requirements, ...ledger].map(({ number }) => [number, new Map<string, string[]>()]),
);
const problems: string[] = [];

for (const path of globSync('packages/*/test/**/*.{test,test-d}.ts', { cwd: root }).toSorted()) {
  for (const { numbers, promise } of testTitles(join(root, path))) {
    for (const number of numbers) {
      const files = proofs.get(number);
      if (files) files.set(path, [...(files.get(path) ?? []), promise]);
      else problems.push(`${path} names ${number}, which does not exist. Correct the title.`);
    }
  }
}

const unproven = [...proofs].filter(([, files]) => files.size === 0).map(([number]) => number);
if (unproven.length > 0) {
  problems.push(
    `No test names these ${unproven.length}: ${unproven.join(' ')}. End the title of one with the number, for example (${unproven[0]}).`,
  );
}

const pages = {
  'docs/decisions.md': decisionsPage(decisionParts),
  'docs/state-machines.md': stateMachinesPage(),
};
problems.push(...staleFiles(pages).map((path) => `${path} is stale: run pnpm fix.`));

const { values: options, positionals: chosen } = parseArgs({
  options: { list: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
if (options.list) for (const row of [...requirements, ...ledger].filter(isChosen)) console.log(proofOf(row));
for (const problem of problems) console.error(problem);
console.log(
  `${proofs.size - unproven.length} of ${proofs.size} requirements and decisions are named by a test`,
);
process.exitCode = options.write || problems.length === 0 ? 0 : 1;

function isChosen({ number }: Named): boolean {
  return chosen.length === 0 || chosen.includes(number);
}

/** A number with its statement, and below it the tests by file. */
function proofOf({ number, statement }: Named): string {
  const tests = [...(proofs.get(number) ?? [])].flatMap(([path, promises]) => [
    `  ${path}`,
    ...promises.map((promise) => `    ${promise}`),
  ]);
  return [`${number} ${statement}`, ...tests, ''].join('\n');
}
