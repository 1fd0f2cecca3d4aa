import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What a user can import by one name. */
export interface Entry {
  /** As it is imported: `mailrig`, `@mailrig/sandbox/msw`. */
  readonly module: string;
  /** Path of the source file. */
  readonly source: string;
  /** Name of the report: `sandbox.msw.d.ts`. */
  readonly report: string;
}

/** One published package. */
export interface Package {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** The packages that come along when this one is installed; every other one is built into it. */
  readonly installed: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The published packages of the workspace, read off their manifests. */
export function publishedPackages(root: string): Package[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
      if (manifest.private) return [];
      const { name, dependencies, peerDependencies } = manifest;
      const folder = dirname(resolve(root, path));
      const entries = Object.entries(manifest.exports).flatMap(([subpath, source]) =>
        typeof source === 'string' && source.endsWith('.ts') ? [entry(name, folder, subpath, source)] : [],
      );
      return [{ name, entries, installed: Object.keys({ ...dependencies, ...peerDependencies }) }];
    });
}

function entry(name: string, folder: string, subpath: string, source: string): Entry {
  const path = subpath.slice(1);
  const report = `${name.replace(/^@[^/]*\//, '')}${path.replace('/', '.').replaceAll('/', '-')}.d.ts`;
  return { module: name + path, source: join(folder, source), report };
}
