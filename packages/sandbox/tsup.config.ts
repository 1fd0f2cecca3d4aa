import { defineConfig } from 'tsup';

const entry = ['src/index.ts', 'src/msw.ts', 'src/node.ts'];

// The command line is ESM only. Each build clears away what the other one does not write.
export default defineConfig([
  {
    entry: [...entry, 'src/cli.ts'],
    format: 'esm',
    dts: { entry },
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
