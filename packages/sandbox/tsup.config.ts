import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** How the sandbox keeps what it knows is nothing for users' editors. */
const compilerOptions = { stripInternal: true };

/** The page of the inspector contains preact, so its licence goes with it. */
const onSuccess = async () => {
  const inspectorFile = fileURLToPath(import.meta.resolve('@mailrig/inspector'));
  const manifest = createRequire(inspectorFile).resolve('preact/package.json');
  await copyFile(join(dirname(manifest), 'LICENSE'), 'dist/preact.LICENSE.txt');
};

// The command line is ESM only, and so is what plugs into Vitest, which is. Each build clears away
// what the other one does not write.
export default defineConfig([
  {
    entry: [...esmEntry, 'src/cli.ts'],
    format: 'esm',
    dts: { entry: esmEntry, compilerOptions },
    clean: ['!*.cjs', '!*.d.cts'],
    onSuccess,
    esbuildPlugins: [inspector],
  },
  {
    entry,
    format: 'cjs',
    dts: { compilerOptions },
    splitting: true,
    clean: ['!*.js', '!*.d.ts'],
    onSuccess,
    esbuildPlugins: [inspector],
  },
]);
