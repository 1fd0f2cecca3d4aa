import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import { declarationsOf } from '../../tooling/declarations.ts';
import { fewFilesAtOnce } from '../../tooling/few-files-at-once.ts';
import { slimMaps } from '../../tooling/slim-maps.ts';
import { supportData } from './src/checks/support-data.ts';
import { inspectorPage } from './src/inspector/bundle.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const entry = [
  'src/index.ts',
  'src/cypress.ts',
  'src/deployment.ts',
  'src/jest.ts',
  'src/msw.ts',
  'src/msw-fetch.ts',
  'src/node.ts',
  'src/node-test.ts',
  'src/playwright.ts',
];
const esmEntry = [...entry, 'src/vitest.ts'];
const command = { 'mailrig-sandbox': 'src/command/mailrig-sandbox.ts' };

/** Matches what bundles the page of the inspector, which the builds replace with the finished page (record 0013). */
const bundling = /inspector.bundle\.ts$/;

/** Puts the page into the file that uses it. */
const pageInside: Plugin = {
  name: 'page-inside',
  setup(build) {
    build.onLoad({ filter: bundling }, async () => ({
      contents: `export const inspectorPage = () => ${JSON.stringify(await inspectorPage())};`,
    }));
  },
};

/** Puts the page next to the files that use it, once for both builds: each can import CommonJS. */
const pageBeside: Plugin = {
  name: 'page-beside',
  setup(build) {
    build.onResolve({ filter: bundling }, () => ({ path: './inspector-page.cjs', external: true }));
  },
};

const writePage: NonNullable<Options['plugins']>[number] = {
  name: 'write-page',
  async buildEnd() {
    const page = JSON.stringify(await inspectorPage());
    writeFileSync('dist/inspector-page.cjs', `exports.inspectorPage = () => ${page};\n`);
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
      const bundled = Object.keys(metafile?.inputs ?? {}).flatMap(packageOf);
      for (const folder of new Set([...bundled, ...pageFolders()])) {
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
  if (input.endsWith('support-data.ts')) return supportFolders();
  const folder = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
  return folder === undefined ? [] : [resolve(folder)];
}

/** The packages that the page of the inspector contains, and the notice of its icons. */
function pageFolders(): string[] {
  const { resolve: find } = createRequire(import.meta.filename);
  const signals = find('@preact/signals');
  const files = [find('preact'), signals, createRequire(signals).resolve('@preact/signals-core')];
  return [...files.flatMap(packageOf), resolve('notices/lucide')];
}

/** The package with the data about mail clients, and the notice of those who collect it. */
function supportFolders(): string[] {
  const manifest = createRequire(import.meta.filename).resolve('caniemail/package.json');
  return [dirname(manifest), resolve('notices/caniemail.com')];
}

/** Source maps without the text of what the plugins make. */
const maps = slimMaps((source) => source.endsWith('support-data.ts'));

/**
 * Splitting takes an assignment to a private field for one to an export of the same file with its name, and replaces
 * the export as well.
 */
const ownNames: NonNullable<Options['plugins']>[number] = {
  name: 'own-names',
  buildEnd() {
    for (const file of globSync('dist/*.cjs')) {
      const [mistake] = /#\w+ = exports\.\w+/.exec(readFileSync(file, 'utf8')) ?? [];
      if (mistake) throw new Error(`${file} has "${mistake}": give the private field another name`);
    }
  },
};

/**
 * What asks a deployment loads the contract and zod as packages. Otherwise what it alone uses of them would be in the files
 * that every sandbox loads.
 */
const contractApart: Plugin = {
  name: 'contract-apart',
  setup(build) {
    build.onResolve({ filter: /^(@mailrig\/contract|zod)(\/|$)/ }, ({ importer, path }) =>
      /[\\/]src[\\/]deployment[\\/]/.test(importer) ? { path, external: true } : undefined,
    );
  },
};

const esbuildPlugins = [clientSupport, licences];

/** The parts of the command find the command loaded, and everything else the sandbox. */
const fewFiles = fewFilesAtOnce((importer) =>
  resolve(dirname(importer) === resolve('src/command') ? 'src/command/run.ts' : 'src/index.ts'),
);

/** Each entry point under the name of its file. */
function named(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [basename(path, '.ts'), path]));
}

/** Without its protocol, `node:test` would be a package from npm. */
const removeNodeProtocol = false;

/**
 * What the files contain, rather than load as packages: of zod they use a tenth, and as a package it takes longer to
 * load than all the rest. rou3 is an ES module only, which Jest cannot require.
 */
const noExternal = ['@mailrig/contract', 'rou3', 'zod'];

// The command line and the Vitest entry point are ESM only, and share their files with the other entry points.
// Each build clears only its own files.
export default defineConfig([
  {
    entry: { ...named(esmEntry), 'command/mailrig-sandbox': command['mailrig-sandbox'] },
    format: 'esm',
    removeNodeProtocol,
    sourcemap: true,
    clean: ['!*.cjs*', '!*.d.*', '!*.LICENSE.txt'],
    noExternal,
    esbuildPlugins: [...esbuildPlugins, contractApart, pageBeside, fewFiles],
    plugins: [maps],
  },
  {
    entry,
    format: 'cjs',
    removeNodeProtocol,
    splitting: true,
    sourcemap: true,
    clean: ['!*.js*', '!*.d.*', '!command/**', '!*.LICENSE.txt'],
    noExternal,
    esbuildPlugins: [...esbuildPlugins, contractApart, pageBeside, fewFiles],
    plugins: [maps, ownNames, writePage],
  },
  // The types of both builds, because TypeScript takes longer than the rest. The package leaves `vitest.d.cts` out.
  {
    entry: esmEntry,
    format: ['esm', 'cjs'],
    dts: { only: true, entry: declarationsOf(esmEntry) },
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
    esbuildPlugins: [...esbuildPlugins, pageInside],
  },
]);
