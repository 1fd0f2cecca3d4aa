import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from 'tsup';

/**
 * An esbuild plugin that puts what an import loads into few files. A file that is imported only when it is used always
 * finds a root loaded. esbuild does not see that, and would write what both use as separate files.
 *
 * @param rootOf Returns the path of that root, for the path of the file with the `import()`.
 */
export function fewFilesAtOnce(
  rootOf: (importer: string) => string,
): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'few-files-at-once',
    setup(build) {
      const roots = new Map<string, string>();
      build.onResolve({ filter: /^\./ }, ({ importer, kind, path, resolveDir }) => {
        if (kind === 'dynamic-import') roots.set(join(resolveDir, path), rootOf(importer));
        return undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const root = roots.get(path);
        if (root === undefined || root === path) return undefined;
        const contents = `${await readFile(path, 'utf8')}\nexport * from ${JSON.stringify(root)};`;
        return { contents, loader: 'ts' };
      });
    },
  };
}
