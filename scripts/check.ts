import { exec } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { styleText } from 'node:util';
import { nightly } from '../tooling/nightly.ts';

/** A check that must pass before a change is merged. It passes if its command exits with 0. */
interface Step {
  readonly name: string;
  /** Shell command, run in the root of the workspace. */
  readonly command: string;
  /** Whether to print its output even if it passes. */
  readonly verbose?: boolean;
}

/** TypeScript projects. The first has all that may use Node. With threads, each checks again what it shares with others. */
const projects = ['.', 'packages/contract', 'examples/frameworks'];

/**
 * Two rows run in parallel, because most steps keep one core busy. The build comes before packaging,
 * which needs it, and after the steps that read every file, because it creates temporary ones. The benchmarks
 * need it as well, so they come last, and at night: they show that each of them still runs. By day, `docs` reads only
 * the doc comments; at night it builds the site and follows its links.
 */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'format', command: 'oxfmt --check' },
    { name: 'lint', command: 'oxlint' },
    { name: 'build', command: 'pnpm run build' },
    { name: 'packaging', command: 'node scripts/packaging/packaging.ts', verbose: true },
  ],
  [
    { name: 'pins', command: 'node scripts/release/pins.ts' },
    { name: 'types', command: projects.map((project) => `tsc --singleThreaded -p ${project}`).join(' && ') },
    { name: 'documents', command: 'node scripts/documents.ts' },
    { name: 'coverage', command: 'node scripts/coverage.ts' },
    { name: 'reference', command: 'node scripts/reference.ts' },
    ...(nightly
      ? [
          { name: 'docs', command: 'pnpm run docs:build --plain && tsc -p site/.vitepress' },
          { name: 'benchmarks', command: 'node scripts/benchmarks.ts' },
        ]
      : [{ name: 'docs', command: 'typedoc' }]),
  ],
];

const root = join(import.meta.dirname, '..');
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // Programs that start many times from their sources load three times as fast.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
  // The compiler and the linter are Go programs, and collect garbage less often with this: up to a quarter less work.
  GOGC: '400',
};

let failed = 0;
await Promise.all(rows.map(inTurn));
console.log(`${rows.flat().length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await check(step);
}

async function check({ name, command, verbose }: Step): Promise<void> {
  const start = performance.now();
  const { passed, output } = await run(command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const verdict = passed ? styleText('green', 'passed') : styleText('red', 'failed');
  console.log(`${verdict}  ${name} (${seconds} s)`);
  if (!passed) {
    failed += 1;
    console.log(`\n$ ${command}\n${output.trim()}\n`);
  } else if (verbose) console.log(output.trimEnd().replaceAll(/^/gm, '  '));
}

function run(command: string): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    exec(command, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}
