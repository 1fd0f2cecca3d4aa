import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { nightly } from './tooling/nightly.ts';

const packages = globSync('packages/*/test', { cwd: import.meta.dirname })
  .map(dirname)
  .toSorted();

/** Tests that need processes as Linux shows them, or signals and shells that Windows does not have. */
const linuxOnly = ['test/command/wrapper.test.ts'];
const posixOnly = [
  ...linuxOnly,
  'test/command/{activity,files,health,network,open,planted,serving,state,sweep,terminal}.test.ts',
  'test/{killed-runs,resume,drive,tour,files,deployment-commands,sweep-a-worker}.test.ts',
];
const skipped = { linux: [], win32: posixOnly }[process.platform as string] ?? linuxOnly;

/** A sweep waits until its process does nothing. If other tests left work in it, it takes several times as long. */
const sweeps = [
  'examples/guides/test/{buy,welcome}.test.ts',
  'examples/queue-with-bullmq/test/in-process.test.ts',
  'examples/real-bugs/test/reports.test.ts',
  'packages/sandbox/test/sweep/*.test.ts',
  'packages/sandbox/test/vitest/to-hold-everywhere.test.ts',
  'packages/sdk/test/{sweep,crashes}.test.ts',
];

// Workers, and the programs that tests start, load their sources faster from here.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** Tests that guides show in full: `scripts/packaging` runs them as pasted. Here: `vitest run --root examples/guides`. */
const followed = [
  'examples/frameworks/test/*.test.ts',
  'examples/guides/test/{buy-once,calibrated-fixture,faults,msw,sign-up,time}.test.ts',
  'examples/real-bugs/test/real-bugs.test.ts',
];

const shared = {
  // Generous, because tests are much slower on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Node runs the TypeScript sources itself. To transform them first takes a tenth longer.
  experimental: { viteModuleRunner: false },
  expect: { poll: { timeout: 10_000 } },
  // To load the packages anew for each file takes as long as the tests, and the inspector's files share a browser. So
  // hooks of a shared module would run for one file only.
  isolate: false,
};

export default defineConfig({
  test: {
    // Many tests wait for a program or a page, so that there is work for more workers than cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A test that needs an earlier one fails at night.
    sequence: { shuffle: nightly },
    globalSetup: 'tooling/temporary-folder.ts',
    projects: [
      { test: { ...shared, name: 'sweeps', include: sweeps } },
      {
        test: {
          ...shared,
          name: 'examples',
          include: ['examples/*/test/**/*.test.ts'],
          exclude: [...skipped.map((path) => `examples/*/${path}`), ...followed, ...sweeps],
        },
      },
      ...packages.map((folder) => ({
        test: {
          ...shared,
          name: basename(folder),
          root: folder,
          include: ['test/**/*.test.ts'],
          globalSetup: globSync('test/command/bundle.ts', { cwd: join(import.meta.dirname, folder) }),
          exclude: [
            ...skipped,
            ...sweeps.flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [])),
          ],
          typecheck: {
            enabled: globSync('test/**/*.test-d.ts', { cwd: join(import.meta.dirname, folder) }).length > 0,
            include: ['test/**/*.test-d.ts'],
            tsconfig: 'test/tsconfig.json',
            ignoreSourceErrors: true,
          },
        },
      })),
    ],
  },
});
