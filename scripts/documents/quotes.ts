import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importedNames, importsFor, modulesIn } from './imports.ts';

/** A document whose quoted blocks are up to date. */
export interface Quoting {
  readonly text: string;
  readonly quotes: number;
  /** Each with the document and line. */
  readonly problems: readonly string[];
}

/** A code block: its first line without the backticks, and its code. */
const block = /^```([^\n]*)\n([^]*?)^```$/gm;
/** The first line of a block that quotes: a file, and perhaps a region of it. */
const quoted = /^\w+ file=(\S+)(?: #([\w-]+))?$/;
/** The only code that a strict document may have without a quote. */
const installations = /^((npm|npx playwright) install .*\n)+$/;

/**
 * Code blocks that begin with a line such as ```` ```ts file=examples/guides/src/sending.ts #send ```` get the code
 * that it names: the lines of that file between `#region send` and `#endregion send`. Only files in `examples` can
 * be quoted, because all of them are compiled, and run by tests.
 *
 * In a strict document, a reader can paste the blocks of a file one after the other: an import stands in the first
 * block that uses it. If one quoted file imports another, the first block of each begins with the name of its file.
 *
 * @param strict Whether every block must quote a file, except commands that install packages, and show its imports.
 */
export function quoting(root: string, document: string, strict: boolean): Quoting {
  const problems: string[] = [];
  let quotes = 0;
  const before = readFileSync(join(root, document), 'utf8');
  const withImports = importing(root, namedFiles(before, root));
  const text = before.replaceAll(block, (whole: string, info: string, given: string, index: number) => {
    const line = before.slice(0, index).split('\n').length;
    const [, file, region] = quoted.exec(info) ?? [];
    if (file === undefined) {
      if (strict && !installations.test(given))
        problems.push(
          `${document}:${line}: code in a guide must quote a file: begin the block with \`\`\`ts file=…`,
        );
      return whole;
    }
    const code = passage(join(root, file), region);
    if (code === undefined || !file.startsWith('examples/')) {
      problems.push(
        `${document}:${line}: there is no ${region ? `region ${region} in ` : ''}${file} in examples`,
      );
      return whole;
    }
    quotes += 1;
    const body = strict && scripts.test(file) ? withImports(file, code) : code;
    return `\`\`\`${info}\n${body}\n\`\`\``;
  });
  return { text, quotes, problems };
}

/**
 * A function that puts in front of each block the imports that it uses and that no earlier block of its file has,
 * and in front of the first block the name of the file if it is in `named`.
 */
function importing(root: string, named: ReadonlySet<string>): (file: string, code: string) => string {
  const shown = new Map<string, Set<string>>();
  return (file, code) => {
    const own = importedNames(code);
    const imports = importsFor(readFileSync(join(root, file), 'utf8'), code, shown.get(file) ?? new Set());
    const lines = imports.map(({ text }) => text);
    if (named.has(file) && !shown.has(file)) lines.unshift(`// ${nameOf(file)}`);
    if (imports.length > 0 && own.length === 0) lines.push('');
    shown.set(file, new Set([...(shown.get(file) ?? []), ...own, ...imports.flatMap(({ names }) => names)]));
    return [...lines, code].join('\n');
  };
}

const scripts = /\.tsx?$/;

/** The quoted files of a document that import another quoted file, and the files that they import. */
function namedFiles(text: string, root: string): ReadonlySet<string> {
  const quotes = [...text.matchAll(block)].flatMap(([, info = '']) => {
    const [, file, region] = quoted.exec(info) ?? [];
    const code = file !== undefined && scripts.test(file) ? passage(join(root, file), region) : undefined;
    return file === undefined || code === undefined ? [] : [{ file, code }];
  });
  const files = new Set(quotes.map(({ file }) => file));
  return new Set(
    quotes.flatMap(({ file, code }) => {
      const source = readFileSync(join(root, file), 'utf8');
      const modules = [
        ...modulesIn(code),
        ...importsFor(source, code, new Set()).map(({ module }) => module),
      ];
      const quotedToo = modules
        .filter((module) => module.startsWith('.'))
        .map((module) => join(dirname(file), module))
        .filter((path) => files.has(path));
      return quotedToo.length > 0 ? [file, ...quotedToo] : [];
    }),
  );
}

/** The path of a file in its example: `src/sign-up.ts`. */
export function nameOf(file: string): string {
  return file.split('/').slice(2).join('/');
}

/** The lines of a region without its markers, unindented; without a region, the whole file. */
function passage(path: string, region: string | undefined): string | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const start = region === undefined ? -1 : lines.findIndex((line) => marks(line, '#region', region));
  const end =
    region === undefined ? lines.length : lines.findIndex((line) => marks(line, '#endregion', region));
  if (end === -1 || (region !== undefined && start === -1)) return undefined;
  const own = lines.slice(start + 1, end).filter((line) => !/^\s*(\/\/|#|<!--) #(end)?region\b/.test(line));
  const indents = own.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0);
  return own
    .map((line) => line.slice(Math.min(...indents)))
    .join('\n')
    .trim();
}

function marks(line: string, mark: string, region: string): boolean {
  return new RegExp(`^\\s*(//|#|<!--) ${mark} ${region}( -->)?$`).test(line);
}
