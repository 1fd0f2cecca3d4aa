import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

/**
 * An esbuild plugin that imports each name from the file that has it, and not from a file that exports the names of many
 * others. esbuild puts everything that such a file reaches into what loads at once, even if only a file that is imported when it
 * is used needs it.
 *
 * @param name Name that the file is imported by, such as `@mailrig/contract`.
 * @param path Path of the file.
 * @param sources Which files import it so, by their paths.
 */
export function pastBarrel(
  name: string,
  path: string,
  sources: RegExp,
): NonNullable<Options['esbuildPlugins']>[number] {
  const fileOf = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(path, 'utf8').matchAll(
    /^export \{([^}]*)\} from '(.*)';$/gm,
  )) {
    for (const one of valuesIn(names)) fileOf.set(one, join(dirname(path), file));
  }
  for (const [, file = ''] of readFileSync(path, 'utf8').matchAll(/^export \* from '(.*)';$/gm)) {
    const from = join(dirname(path), file);
    for (const [, one = ''] of readFileSync(from, 'utf8').matchAll(
      /^export (?:const|function\*?|class) (\w+)/gm,
    )) {
      fileOf.set(one, from);
    }
  }
  const statement = new RegExp(`^(import|export) \\{([^}]*)\\} from '${name}';$`, 'gm');
  return {
    name: 'past-barrel',
    setup(build) {
      build.onLoad({ filter: sources }, async (file) => {
        const text = await readFile(file.path, 'utf8');
        const contents = text.replaceAll(statement, (whole, verb: string, names: string) => {
          const direct = valuesIn(names).map((one) => {
            const from = fileOf.get(one.replace(/ as .*/, ''));
            if (from === undefined) throw new Error(`${path} does not export ${one}`);
            return `${verb} { ${one} } from ${JSON.stringify(from)};`;
          });
          // Source maps count lines.
          return direct.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** The names in braces that are not types. */
function valuesIn(names: string): readonly string[] {
  return names
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '));
}
