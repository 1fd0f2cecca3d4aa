import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectorPage } from '@mailrig/inspector';
import { defineConfig, type Options } from 'tsup';

const entry = [
  'src/index.ts',
  'src/jest.ts',
  'src/msw.ts',
  'src/msw-fetch.ts',
  'src/node.ts',
  'src/node-test.ts',
  'src/playwright.ts',
];
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

/** Without its protocol, `node:test` would be a package from npm. */
const removeNodeProtocol = false;

/** Ships the licence of a bundled package. */
async function copyLicence(name: string, from: string, to = 'dist'): Promise<void> {
  const manifest = createRequire(from).resolve(`${name}/package.json`);
  await copyFile(join(dirname(manifest), 'LICENSE'), `${to}/${name}.LICENSE.txt`);
}

/** The page of the inspector contains preact. */
const copyPreact = () => copyLicence('preact', fileURLToPath(import.meta.resolve('@mailrig/inspector')));

// The command line and the Vitest entry point are ESM only. The command bundles zod, which as a package
// takes longer to load than all the rest. The CommonJS build bundles rou3, which is ESM only, because Jest
// cannot require an ES module. Each build clears only its own files.
export default defineConfig([
  {
    entry: { 'mailrig-sandbox': 'src/cli.ts' },
    outDir: 'dist/command',
    format: 'esm',
    splitting: true,
    clean: true,
    noExternal: ['@mailrig/contract', '@mailrig/probes', 'rou3', 'zod'],
    onSuccess: async () => {
      await copyLicence('rou3', import.meta.filename, 'dist/command');
      await copyLicence('zod', import.meta.filename, 'dist/command');
    },
    esbuildPlugins: [inspector],
  },
  {
    entry: esmEntry,
    format: 'esm',
    dts: { compilerOptions },
    removeNodeProtocol,
    clean: ['!*.cjs', '!*.d.cts', '!command/**', '!rou3.LICENSE.txt'],
    onSuccess: copyPreact,
    esbuildPlugins: [inspector],
  },
  {
    entry,
    format: 'cjs',
    dts: { compilerOptions },
    removeNodeProtocol,
    splitting: true,
    clean: ['!*.js', '!*.d.ts', '!command/**', '!preact.LICENSE.txt'],
    noExternal: ['rou3'],
    onSuccess: () => copyLicence('rou3', import.meta.filename),
    esbuildPlugins: [inspector],
  },
]);
