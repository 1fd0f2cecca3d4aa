import { exec } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { styleText } from 'node:util';

/** One thing that must hold before a change is merged. It holds when every command exits with 0. */
interface Step {
  readonly name: string;
  /** Shell commands, run side by side in the root of the workspace. */
  readonly commands: readonly string[];
  /** Whether what its commands write is of interest where they pass, too. */
  readonly verbose?: boolean;
}

const projects = globSync('{.,packages/*,packages/*/test,examples/*,benchmarks}/tsconfig.json').toSorted();

const steps: readonly Step[] = [
  { name: 'format', commands: ['oxfmt --check'] },
  { name: 'lint', commands: ['oxlint'] },
  { name: 'types', commands: projects.map((project) => `tsc --project ${project}`) },
  { name: 'build', commands: ['pnpm run build'] },
  { name: 'packaging', commands: ['node scripts/packaging/packaging.ts'], verbose: true },
  { name: 'api', commands: ['node scripts/api-report.ts'] },
  { name: 'documents', commands: ['node scripts/documents.ts'] },
  { name: 'coverage', commands: ['node scripts/coverage.ts'] },
  { name: 'reference', commands: ['node scripts/reference.ts'] },
  { name: 'docs', commands: ['typedoc'] },
];

const root = join(import.meta.dirname, '..');
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };

let failed = 0;
for (const { name, commands, verbose } of steps) {
  const start = performance.now();
  const results = await Promise.all(commands.map(run));
  const failures = results.filter((result) => !result.passed);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const verdict = failures.length === 0 ? styleText('green', 'passed') : styleText('red', 'failed');
  console.log(`${verdict}  ${name} (${seconds} s)`);
  if (verbose && failures.length === 0) {
    for (const { output } of results) console.log(output.trimEnd().replaceAll(/^/gm, '  '));
  }
  for (const { command, output } of failures) console.log(`\n$ ${command}\n${output.trim()}\n`);
  if (failures.length > 0) failed += 1;
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function run(command: string): Promise<{ command: string; passed: boolean; output: string }> {
  return new Promise((resolve) => {
    exec(command, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ command, passed: error === null, output: stdout + stderr }),
    );
  });
}
