import { inspectorPage } from '@mailrig/inspector';
import { defineConfig, type Options } from 'tsup';

const entry = ['src/index.ts', 'src/msw.ts', 'src/msw-fetch.ts', 'src/node.ts', 'src/playwright.ts'];
const esmEntry = [...entry, 'src/vitest.ts'];

/** Puts the finished page in the place of the private package that bundles it (decision record 0013). */
const inspector: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'inspector',
  setup(build) {
    const name = '@mailrig/inspector';
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'inspector' }));
    build.onLoad({ filter: /.*/, namespace: 'inspector' }, async () => ({
      contents: `export const inspectorPage = () => ${JSON.stringify(await inspectorPage())};`,
    }));
  },
};

// The command line is ESM only, and so is what plugs into Vitest, which is. Each build clears away
// what the other one does not write.
export default defineConfig([
  {
    entry: [...esmEntry, 'src/cli.ts'],
    format: 'esm',
    dts: { entry: esmEntry },
    clean: ['!*.cjs', '!*.d.cts'],
    esbuildPlugins: [inspector],
  },
  {
    entry,
    format: 'cjs',
    dts: true,
    splitting: true,
    clean: ['!*.js', '!*.d.ts'],
    esbuildPlugins: [inspector],
  },
]);
