import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectorPage } from '@mailrig/inspector';
import { defineConfig, type Options } from 'tsup';

const entry = ['src/index.ts', 'src/msw.ts', 'src/msw-fetch.ts', 'src/node.ts', 'src/playwright.ts'];
const esmEntry = [...entry, 'src/vitest.ts'];

/** Replaces the private inspector package with its finished page (record 0013). */
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

/** Hides internals of the sandbox from the published types. */
const compilerOptions = { stripInternal: true };

/** Bundles the part of zod we use, which loads faster than the package. */
const noExternal = ['zod'];

/** Ships the licences of the bundled packages: zod, and preact in the inspector. */
const onSuccess = async () => {
  const inspectorFile = fileURLToPath(import.meta.resolve('@mailrig/inspector'));
  for (const [name, from] of [
    ['zod', fileURLToPath(import.meta.url)],
    ['preact', inspectorFile],
  ] as const) {
    const manifest = createRequire(from).resolve(`${name}/package.json`);
    await copyFile(join(dirname(manifest), 'LICENSE'), `dist/${name}.LICENSE.txt`);
  }
};

// The command line and the Vitest entry point are ESM only. Each build cleans up everything that the
// other one does not write.
export default defineConfig([
  {
    entry: [...esmEntry, 'src/cli.ts'],
    format: 'esm',
    dts: { entry: esmEntry, compilerOptions },
    clean: ['!*.cjs', '!*.d.cts'],
    noExternal,
    onSuccess,
    esbuildPlugins: [inspector],
  },
  {
    entry,
    format: 'cjs',
    dts: { compilerOptions },
    splitting: true,
    clean: ['!*.js', '!*.d.ts'],
    noExternal,
    onSuccess,
    esbuildPlugins: [inspector],
  },
]);
