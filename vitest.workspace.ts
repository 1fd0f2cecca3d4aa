import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = globSync('{packages,examples}/*/test', { cwd: import.meta.dirname })
  .map(dirname)
  .toSorted();

/** Tests that need processes as Linux shows them, or signals and shells that Windows does not have. */
const linuxOnly = ['test/command/wrapper.test.ts'];
const posixOnly = [
  ...linuxOnly,
  'test/command/{activity,files,health,network,open,planted,serving,state,sweep,terminal}.test.ts',
  'test/{killed-runs,resume,drive,tour,files,deployment-commands,control-plane,sweep-a-worker}.test.ts',
];
const skipped = { linux: [], win32: posixOnly }[process.platform as string] ?? linuxOnly;

/** A sweep looks at all that its process does. With sockets of other tests in it, it is twenty times slower. */
const sweeps = [
  'packages/sandbox/test/sweep/*.test.ts',
  'packages/sandbox/test/vitest/to-hold-everywhere.test.ts',
  'packages/sdk/test/{sweep,crashes}.test.ts',
];

// Workers, and the programs that tests start, load their sources faster from here.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

const shared = {
  // Generous, because tests are much slower on a busy machine.
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};

/** Node runs the TypeScript sources itself. To transform them first takes a tenth longer. */
const byNode = { experimental: { viteModuleRunner: false } };
/** Its decorators and its JSX are more than types to remove. */
const transformed = 'frameworks';

export default defineConfig({
  test: {
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          ...byNode,
          name: 'sweeps',
          include: sweeps,
        },
      },
      ...folders.map((folder) => ({
        test: {
          ...shared,
          ...(basename(folder) !== transformed && byNode),
          name: basename(folder),
          root: folder,
          include: ['test/**/*.test.ts'],
          globalSetup: globSync('test/command/bundle.ts', { cwd: join(import.meta.dirname, folder) }),
          exclude: [
            ...skipped,
            ...sweeps.flatMap((path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [])),
          ],
          // To load the packages anew for each file takes as long as the tests, and the inspector's files share a
          // browser. So hooks of a shared module would run for one file only.
          isolate: false,
          typecheck: {
            enabled: true,
            include: ['test/**/*.test-d.ts'],
            tsconfig: 'test/tsconfig.json',
            ignoreSourceErrors: true,
          },
        },
      })),
    ],
  },
});
