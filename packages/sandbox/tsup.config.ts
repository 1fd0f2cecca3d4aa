import { defineConfig } from 'tsup';

const entry = ['src/index.ts', 'src/msw.ts', 'src/msw-fetch.ts', 'src/node.ts', 'src/playwright.ts'];
const esmEntry = [...entry, 'src/vitest.ts'];

// The command line is ESM only, and so is what plugs into Vitest, which is. Each build clears away
// what the other one does not write.
export default defineConfig([
  {
    entry: [...esmEntry, 'src/cli.ts'],
    format: 'esm',
    dts: { entry: esmEntry },
    clean: ['!*.cjs', '!*.d.cts'],
  },
  {
    entry,
    format: 'cjs',
    dts: true,
    splitting: true,
    clean: ['!*.js', '!*.d.ts'],
  },
]);
