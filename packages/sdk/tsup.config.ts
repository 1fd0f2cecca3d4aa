import { defineConfig } from 'tsup';

/**
 * The contract and zod go into the output, so that users load one file and see no zod in the types.
 * Without splitting, what shares a rate repeats a few small files instead of cutting the client in two.
 */
export default defineConfig({
  entry: ['src/index.ts', 'src/rate-limiter-flexible.ts'],
  format: ['esm', 'cjs'],
  target: 'es2023',
  platform: 'neutral',
  clean: true,
  splitting: false,
  treeshake: true,
  noExternal: ['@mailrig/contract', /^zod/],
  dts: {
    compilerOptions: {
      stripInternal: true,
      // What comes from node_modules stays an import in the types; by its path the contract does not.
      paths: { '@mailrig/contract': ['../contract/src/index.ts'] },
    },
  },
});
