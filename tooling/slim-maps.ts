import { readFile, writeFile } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { Options } from 'tsup';

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly string[];
}

/**
 * A plugin of tsup that leaves the text of the sources out of the source maps of CommonJS: those of the ES modules
 * have it. Splitting adds the path of each file on this machine: here it becomes its name.
 *
 * @param isMade Whether the build makes a source, by its path: its text is left out everywhere.
 */
export function slimMaps(
  isMade: (source: string) => boolean = () => false,
): NonNullable<Options['plugins']>[number] {
  return {
    name: 'slim-maps',
    async buildEnd({ writtenFiles }) {
      for (const { name } of writtenFiles.filter((file) => file.name.endsWith('.map'))) {
        const map = JSON.parse(await readFile(name, 'utf8')) as SourceMap;
        const slim = {
          ...map,
          file: undefined,
          sources: map.sources.map((source) => (isAbsolute(source) ? basename(source) : source)),
          sourcesContent: name.endsWith('.cjs.map')
            ? undefined
            : map.sourcesContent?.map((text, at) => (isMade(map.sources[at] ?? '') ? null : text)),
        };
        await writeFile(name, JSON.stringify(slim));
      }
    },
  };
}
