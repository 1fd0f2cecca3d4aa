import { defineConfig } from 'tsup';

// @mailrig/contract stays a dependency: the client and the sandbox of one app then share its tables.
export default defineConfig([
  {
    entry: ['src/index.ts', 'src/msw.ts', 'src/node.ts'],
    format: ['esm', 'cjs'],
    dts: true,
    clean: true,
  },
  {
    entry: ['src/cli.ts'],
    format: ['esm'],
    banner: { js: '#!/usr/bin/env node' },
  },
]);
