import { execFileSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';

/** Where the types are written, in the folder of the package. */
const folder = '.types';

/**
 * Writes the types of a package with TypeScript 7, and returns the file of each entry point by its name. tsup joins them;
 * alone, with its own version of TypeScript, it takes three times as long. The types are not checked here: `pnpm check`
 * does that.
 *
 * @param entry Paths of the entry points, from the folder of the package.
 * @param home The folder of the package.
 */
export function declarationsOf(entry: readonly string[], home = '.'): Record<string, string> {
  const compiler = resolve(home, '../../node_modules/typescript-7/bin/tsc');
  const how = '--singleThreaded --noEmit false --noCheck --declaration --emitDeclarationOnly --stripInternal';
  const options = `--project . --rootDir . --outDir ${folder} ${how}`.split(' ');
  execFileSync(process.execPath, [compiler, ...options], { cwd: home, stdio: 'inherit' });
  return Object.fromEntries(
    entry.map((path) => [basename(path, '.ts'), join(home, folder, path.replace(/\.ts$/, '.d.ts'))]),
  );
}
