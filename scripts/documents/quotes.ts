import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importedNames, importsFor } from './imports.ts';

/** A document whose quoted blocks are up to date. */
export interface Quoting {
  readonly text: string;
  readonly quotes: number;
  /** Each with the document and line. */
  readonly problems: readonly string[];
}

/** A document that is written from the sources, and compared with them by another check. */
export const generated = /^docs\/(reference\/|requirements|decisions|state-machines)/;

/** Records of decisions, with what was measured for them on that day. */
export const records = /^docs\/adr\//;

/** The languages of blocks that show what a program prints. */
const outputs = ['', 'diff', 'text', 'txt', 'console', 'output', 'plaintext', 'shell-session', 'log'];

/** A code block: its first line without the backticks, and its code. */
const block = /^```([^\n]*)\n([^]*?)^```$/gm;
/** The first line of a block that quotes: a file, and perhaps a region of it. */
const quoted = /^\w+ file=(\S+)(?: #([\w-]+))?$/;
/** How a line begins that names the file of a block, by language. JSON has no comments. */
const comments: Readonly<Record<string, string>> = {
  js: '//',
  ts: '//',
  tsx: '//',
  go: '//',
  python: '#',
  yaml: '#',
  sql: '--',
};

/**
 * Code blocks that begin with a line such as ```` ```ts file=examples/guides/src/sending.ts #send ```` get the code
 * that it names: the lines of that file between `#region send` and `#endregion send`. Only files in `examples` can
 * be quoted, because all of them are compiled and run by tests, and the figures of the benchmarks.
 *
 * A block with the output of a program must quote a file that a test writes, or stand below its command in a document
 * that is followed: there `packaging` runs the command and compares. So no document shows what is no longer printed.
 *
 * In a guide, a reader can paste the blocks of a file one after the other: each begins with the name of its file,
 * and an import stands in the first block that uses it.
 *
 * @param guide Whether every block of code must name its file.
 * @param isFollowed Whether `packaging` runs the commands of the document.
 */
export function quoting(root: string, document: string, guide: boolean, isFollowed: boolean): Quoting {
  const problems: string[] = [];
  let quotes = 0;
  const before = readFileSync(join(root, document), 'utf8');
  const withImports = importing(root);
  let isBelowCommand = false;
  const text = before.replaceAll(block, (whole: string, info: string, given: string, index: number) => {
    const line = before.slice(0, index).split('\n').length;
    const [, file, region] = quoted.exec(info) ?? [];
    const [language = ''] = info.split(' ');
    const isRun = isFollowed && isBelowCommand;
    isBelowCommand = language === 'sh';
    if (file === undefined) {
      if (outputs.includes(language) && !isRun && !generated.test(document))
        problems.push(
          `${document}:${line}: output must be quoted from a file that a test writes, \`\`\`text file=…, or stand below its command in a guide that is followed`,
        );
      if (guide && language in comments && !named.test(given))
        problems.push(
          `${document}:${line}: code in a guide must name its file: quote it with \`\`\`${language} file=…`,
        );
      return whole;
    }
    const code = passage(join(root, file), region);
    if (code === undefined || !/^(examples|benchmarks)\//.test(file)) {
      problems.push(
        `${document}:${line}: there is no ${region ? `region ${region} in ` : ''}${file} in examples or benchmarks`,
      );
      return whole;
    }
    if (outputs.includes(language) && !isRun && !isWritten(root, file))
      problems.push(`${document}:${line}: no test or benchmark writes ${file}`);
    quotes += 1;
    const body = guide && scripts.test(file) ? withImports(file, code) : code;
    const mark = guide && !named.test(body) ? comments[language] : undefined;
    const name = mark ? `${mark} ${nameOf(file)}\n` : '';
    return `\`\`\`${info}\n${name}${body}\n\`\`\``;
  });
  return { text, quotes, problems };
}

/** Whether a test of the example names the file, or its folder if that has several, or the main benchmark names it. */
function isWritten(root: string, file: string): boolean {
  const [kind, example = ''] = file.split('/');
  if (kind === 'benchmarks')
    return readFileSync(join(root, 'benchmarks/src/bench.ts'), 'utf8').includes(basename(file));
  const names = [basename(file), `${basename(dirname(file))}/$`];
  return globSync(`examples/${example}/test/*.test.ts`, { cwd: root }).some((test) => {
    const code = readFileSync(join(root, test), 'utf8');
    return code.includes('toMatchFileSnapshot') && names.some((name) => code.includes(name));
  });
}

/** A function that puts in front of each block the imports that it uses and that no earlier block of its file has. */
function importing(root: string): (file: string, code: string) => string {
  const shown = new Map<string, Set<string>>();
  return (file, code) => {
    const own = importedNames(code);
    const imports = importsFor(readFileSync(join(root, file), 'utf8'), code, shown.get(file) ?? new Set());
    const lines = imports.map(({ text }) => text);
    if (imports.length > 0 && own.length === 0) lines.push('');
    shown.set(file, new Set([...(shown.get(file) ?? []), ...own, ...imports.flatMap(({ names }) => names)]));
    return [...lines, code].join('\n');
  };
}

const scripts = /\.tsx?$/;

/** A first line that names a file. Jest reads the environment of a test before it. */
const named = /^(?:\/\*\* @jest-environment \S+ \*\/\n)?(?:\/\/|#|--) (\S+\.\w+)(?:, .*)?\n/;

/** The file that the first line of a block names. */
export function namedBy(code: string): string | undefined {
  return named.exec(code)?.[1];
}

/** The code blocks of a document. */
export function codeBlocks(
  text: string,
): { readonly language: string; readonly file: string | undefined; readonly code: string }[] {
  return [...text.matchAll(block)].map(([, info = '', code = '']) => {
    const [language = ''] = info.split(' ');
    return { language, file: quoted.exec(info)?.[1], code };
  });
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
