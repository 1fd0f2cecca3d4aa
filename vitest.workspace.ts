import { defineConfig } from 'vitest/config';

const packages = ['contract', 'sdk', 'sandbox'];

export default defineConfig({
  test: {
    projects: packages.map((name) => ({
      test: {
        name,
        root: `packages/${name}`,
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
