import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

const folders = globSync('{packages,examples}/*/test', { cwd: import.meta.dirname })
  .map(dirname)
  .toSorted();

export default defineConfig({
  test: {
    projects: folders.map((folder) => ({
      test: {
        name: basename(folder),
        root: folder,
        include: ['test/**/*.test.ts'],
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
