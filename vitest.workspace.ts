import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = globSync('{packages,examples}/*/test', { cwd: import.meta.dirname })
  .map(dirname)
  .toSorted();

export default defineConfig({
  test: {
    // Vitest would keep one core for itself: half of the machine where there are two.
    maxWorkers: '100%',
    projects: folders.map((folder) => ({
      test: {
        name: basename(folder),
        root: folder,
        include: ['test/**/*.test.ts'],
        // What takes a second takes many where other things run, too.
        testTimeout: 20_000,
        typecheck: {
          enabled: true,
          include: ['test/**/*.test-d.ts'],
          tsconfig: 'test/tsconfig.json',
          ignoreSourceErrors: true,
        },
      },
    })),
  },
});
