import { execFileSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';

/** Where they are written, in the folder of the package. */
const folder = '.types';

/**
 * Writes the types of a package's sources, and returns those of its entry points, by their names, for tsup to join. Here
 * TypeScript 7 does in 3 seconds what the version in tsup does in 20. Wrong types do not stop it: `pnpm check` finds
 * them.
 *
 * @param entry Paths of the entry points, from the folder of the package.
 * @param home The folder of the package.
 */
export function declarationsOf(entry: readonly string[], home = '.'): Record<string, string> {
  const compiler = resolve(home, '../../node_modules/typescript-7/bin/tsc');
  const project = ['--project', '.', '--rootDir', '.', '--outDir', folder];
  const options = [
    '--noEmit',
    'false',
    '--noCheck',
    '--declaration',
    '--emitDeclarationOnly',
    '--stripInternal',
  ];
  execFileSync(process.execPath, [compiler, ...project, ...options], { cwd: home, stdio: 'inherit' });
  return Object.fromEntries(
    entry.map((path) => [basename(path, '.ts'), join(home, folder, path.replace(/\.ts$/, '.d.ts'))]),
  );
}
