import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionParts, decisions } from '../packages/contract/src/index.ts';
import { decisionsPage } from './coverage/decisions.ts';
import { stateMachineDrawings, stateMachinesPage } from './coverage/state-machines.ts';
import { testTitles } from './coverage/titles.ts';
import { staleFiles, writing } from './generated.ts';

/**
 * Holds the generated pages of `docs/` against the tests, the ledger and the state machines. Fails
 * where a page is stale, where no test names a requirement or a decision, and where a test names
 * one that does not exist. `--write` writes the pages instead.
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

/** By number, the promises of its tests by file. */
const proofs = new Map(
  [...requirements, ...ledger].map(({ number }) => [number, new Map<string, string[]>()]),
);
const problems: string[] = [];

for (const path of globSync('packages/*/test/**/*.{test,test-d}.ts', { cwd: root }).toSorted()) {
  for (const { numbers, promise } of testTitles(join(root, path))) {
    for (const number of numbers) {
      const files = proofs.get(number);
      if (files) files.set(path, [...(files.get(path) ?? []), promise]);
      else problems.push(`${path} names ${number}, which does not exist.`);
    }
  }
}

const unproven = [...proofs].filter(([, files]) => files.size === 0).map(([number]) => number);
if (unproven.length > 0) {
  problems.push(
    `No test names these ${unproven.length}: ${unproven.join(' ')}. Begin the title of one with it.`,
  );
}

const pages = {
  'docs/coverage.md': coveragePage(),
  'docs/decisions.md': decisionsPage(decisionParts),
  'docs/state-machines.md': stateMachinesPage(),
  ...Object.fromEntries(Object.entries(stateMachineDrawings()).map(([path, svg]) => [`docs/${path}`, svg])),
};
problems.push(...staleFiles(pages).map((path) => `${path} is stale: run pnpm fix.`));

for (const problem of problems) console.error(problem);
console.log(
  `${proofs.size - unproven.length} of ${proofs.size} requirements and decisions are named by a test`,
);
process.exitCode = writing || problems.length === 0 ? 0 : 1;

function coveragePage(): string {
  return `# What the tests prove

Every [requirement](requirements.md) and every [decision](decisions.md), with the tests whose titles begin with its number. Tests under \`sandbox/test/conformance\` run against each mount: \`sandbox.fetch\`, MSW and HTTP.

\`pnpm fix\` writes this page from the titles; \`pnpm check\` fails while it is stale or a number has no test.

<!-- prettier-ignore-start -->

## Requirements

${tableOf(requirements)}

## Decisions

${tableOf(ledger)}

<!-- prettier-ignore-end -->
`;
}

function tableOf(rows: readonly Named[]): string {
  const lines = rows.map(
    ({ number, statement }) => `| ${number} | ${cell(statement)} | ${proofOf(number)} |`,
  );
  return ['| Number | Statement | Tests |', '| --- | --- | --- |', ...lines].join('\n');
}

function proofOf(number: string): string {
  const files = [...(proofs.get(number) ?? [])].map(([path, promises]) => {
    const name = path.replace('packages/', '').replace('/test/', '/');
    return `[${name}](../${path}): ${promises.map(escaped).map(cell).join('; ')}`;
  });
  return files.join('<br>') || '**none**';
}

/** Text that Markdown shows as it is. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_~<[\]]/g, '\\$&');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
