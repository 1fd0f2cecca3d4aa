import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A document whose quoted blocks are up to date. */
export interface Quoting {
  readonly text: string;
  readonly quotes: number;
  /** Each with the document and line. */
  readonly problems: readonly string[];
}

const block = /^```([^\n]*)\n([^]*?)^```$/gm;
const quoted = /^\w+ file=(\S+)(?: #([\w-]+))?$/;

/**
 * Fills code blocks that begin with a line such as ```` ```ts file=examples/guides/src/sending.ts #send ```` with
 * that region of that file: the lines between `#region send` and `#endregion`. Only files in
 * `examples` can be quoted, because all of them are compiled, and run by tests.
 *
 * @param strict Whether every block must quote a file, as in the guides.
 */
export function quoting(root: string, document: string, strict: boolean): Quoting {
  const problems: string[] = [];
  let quotes = 0;
  const before = readFileSync(join(root, document), 'utf8');
  const text = before.replaceAll(block, (whole: string, info: string, _code: string, index: number) => {
    const line = before.slice(0, index).split('\n').length;
    const [, file, region] = quoted.exec(info) ?? [];
    if (file === undefined) {
      if (strict)
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
    return `\`\`\`${info}\n${code}\n\`\`\``;
  });
  return { text, quotes, problems };
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
