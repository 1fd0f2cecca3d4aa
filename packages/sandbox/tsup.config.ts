import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { inspectorPage } from '@mailrig/inspector';
import { defineConfig, type Options } from 'tsup';
import { supportData } from './src/checks/support-data.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const entry = [
  'src/index.ts',
  'src/cypress.ts',
  'src/jest.ts',
  'src/msw.ts',
  'src/msw-fetch.ts',
  'src/node.ts',
  'src/node-test.ts',
  'src/playwright.ts',
];
const esmEntry = [...entry, 'src/vitest.ts'];
const command = { 'mailrig-sandbox': 'src/command/mailrig-sandbox.ts' };

/** Replaces the private inspector package with its finished page (record 0013). */
const inspector: Plugin = {
  name: 'inspector',
  setup(build) {
    const name = '@mailrig/inspector';
    build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'inspector' }));
    build.onLoad({ filter: /.*/, namespace: 'inspector' }, async () => ({
      contents: `export const inspectorPage = () => ${JSON.stringify(await inspectorPage())};`,
    }));
  },
};

/** Replaces the data about mail clients with what the checks read of it, a sixth in size (record 0031). */
const clientSupport: Plugin = {
  name: 'client-support',
  setup(build) {
    build.onLoad({ filter: /support-data\.ts$/ }, () => ({
      contents: `export const supportData = JSON.parse(${JSON.stringify(JSON.stringify(supportData))});`,
    }));
  },
};

/** Ships the licence of each bundled package as `NAME.LICENSE.txt`. */
const licences: Plugin = {
  name: 'licences',
  setup(build) {
    const { initialOptions } = build;
    initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      const to = initialOptions.outdir ?? 'dist';
      mkdirSync(to, { recursive: true });
      for (const folder of new Set(Object.keys(metafile?.inputs ?? {}).flatMap(packageOf))) {
        const [licence] = globSync('{LICENSE,LICENCE}*', { cwd: folder });
        if (licence === undefined) throw new Error(`${folder} has no licence`);
        const name = folder.replace(/.*(node_modules|notices)\//, '');
        copyFileSync(join(folder, licence), join(to, `${name.replace('/', '+')}.LICENSE.txt`));
      }
    });
  },
};

/** The folder of the installed package that an input of a build comes from. */
function packageOf(input: string): string[] {
  if (input.startsWith('inspector:')) return pageFolders();
  if (input.endsWith('support-data.ts')) return supportFolders();
  const folder = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  return folder === undefined ? [] : [resolve(folder)];
}

/** The packages that the page of the inspector contains. */
function pageFolders(): string[] {
  const { resolve: find } = createRequire(import.meta.resolve('@mailrig/inspector'));
  return ['preact', 'lucide'].map((name) => dirname(find(`${name}/package.json`)));
}

/** The package with the data about mail clients, and the notice of those who collect it. */
function supportFolders(): string[] {
  const manifest = createRequire(import.meta.filename).resolve('caniemail/package.json');
  return [dirname(manifest), resolve('notices/caniemail.com')];
}

/** Splitting CommonJS adds the path of each file on this machine to its source map: here it becomes its name. */
const portableMaps: NonNullable<Options['plugins']>[number] = {
  name: 'portable-maps',
  buildEnd() {
    for (const file of globSync('dist/*.cjs.map')) {
      const map = JSON.parse(readFileSync(file, 'utf8')) as { file: string; sources: string[] };
      const sources = map.sources.map((source) => (isAbsolute(source) ? basename(source) : source));
      writeFileSync(file, JSON.stringify({ ...map, file: basename(map.file), sources }));
    }
  },
};

const esbuildPlugins = [inspector, clientSupport, licences];

/** Hides internals of the sandbox from the published types. */
const compilerOptions = { stripInternal: true };

/** Without its protocol, `node:test` would be a package from npm. */
const removeNodeProtocol = false;

// The command line and the Vitest entry point are ESM only. The command bundles zod, which as a package
// takes longer to load than all the rest. The CommonJS build bundles rou3, which is ESM only, because Jest
// cannot require an ES module. Each build clears only its own files.
export default defineConfig([
  {
    entry: command,
    outDir: 'dist/command',
    format: 'esm',
    splitting: true,
    sourcemap: true,
    clean: true,
    noExternal: ['@mailrig/contract', '@mailrig/probes', 'rou3', 'zod'],
    esbuildPlugins,
  },
  {
    entry: esmEntry,
    format: 'esm',
    removeNodeProtocol,
    sourcemap: true,
    clean: ['!*.cjs*', '!*.d.*', '!command/**', '!*.LICENSE.txt'],
    esbuildPlugins,
  },
  {
    entry,
    format: 'cjs',
    removeNodeProtocol,
    splitting: true,
    sourcemap: true,
    clean: ['!*.js*', '!*.d.*', '!command/**', '!*.LICENSE.txt'],
    noExternal: ['rou3'],
    esbuildPlugins,
    plugins: [portableMaps],
  },
  // The types of both builds, because TypeScript takes longer than the rest. The package leaves `vitest.d.cts` out.
  {
    entry: esmEntry,
    format: ['esm', 'cjs'],
    dts: { only: true, compilerOptions },
    removeNodeProtocol,
    clean: ['!*.js*', '!*.cjs*', '!command/**', '!*.LICENSE.txt'],
  },
  // One file with everything that the command uses, for the container image. Its sweeps run in real time.
  {
    entry: command,
    outDir: '../../container/build',
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    splitting: false,
    removeNodeProtocol,
    clean: true,
    noExternal: [/^(?!node:|@sinonjs\/fake-timers$)/],
    external: [/^node:/, '@sinonjs/fake-timers'],
    // An ES module cannot require what the build of yaml for Node requires; this takes the one for browsers.
    platform: 'neutral',
    esbuildOptions: (options) => {
      options.mainFields = ['module', 'main'];
    },
    esbuildPlugins,
  },
]);
