import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** An entry point of a package. */
export interface Entry {
  /** The name to import: `mailrig`, `@mailrig/sandbox/msw`. */
  readonly module: string;
  /** Path of its source file. */
  readonly source: string;
  /** File name of its report: `sandbox.msw.d.ts`. */
  readonly report: string;
}

/** A published package. */
export interface Package {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Its dependencies. All other packages it imports are bundled into it. */
  readonly installed: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads the published packages of the workspace from their manifests. */
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
