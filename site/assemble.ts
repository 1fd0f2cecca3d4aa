import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { icon } from '../packages/sandbox/src/inspector/icon.ts';
import { changelog } from './changelog.ts';
import { guides, placeOf, project, quoted, reference, single } from './contents.ts';
import { llmsFull, llmsIndex } from './llms.ts';

/**
 * Gathers the pages of the site in `site/pages`, whose folders are the paths of the site. The files stay
 * as a code host shows them; here their links are changed to lead to pages. TypeDoc writes its own pages
 * to `site/pages/api`.
 */
const root = join(import.meta.dirname, '..');
const out = join(import.meta.dirname, 'pages');
const skill = 'packages/sandbox/skills/mailrig/SKILL.md';

/** Writes the pages, except those of TypeDoc. Throws if a document has no place in the contents. */
export function assemble(): void {
  for (const path of globSync('*', { cwd: out, exclude: ['api'] }))
    rmSync(join(out, path), { recursive: true });
  const records = globSync('docs/adr/*.md', { cwd: root }).toSorted();
  const listed = [...guides, ...reference, ...project].flatMap(({ pages }) => pages);
  const files = [...listed, ...single, ...records];
  const missing = globSync(['docs/**/*.md', '{packages,examples}/*/README.md'], {
    cwd: root,
    exclude: ['docs/site', 'docs/README.md', ...quoted],
  }).filter((path) => !files.includes(path));
  if (missing.length > 0) {
    throw new Error(`not in site/contents.ts: ${missing.join(', ')}. Add each to a section.`);
  }
  const pages = new Map(files.map((file) => [placeOf(file) ?? '', withLinks(file)]));
  pages.set('changelog.md', changelog(root));
  for (const [page, text] of pages) {
    write(page, text);
    write(`public/${page}`, text);
  }
  write('index.md', withLinks('site/home.md'));
  write('public/llms.txt', llmsIndex(pages));
  write('public/llms-full.txt', llmsFull(pages));
  write('public/SKILL.md', plain(skill));
  write('public/icon.svg', icon);
}

/** The text of a file, without what only the workspace needs. */
function plain(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replaceAll(/^(```\w+) file=.*$/gm, '$1')
    .replaceAll(/^<!--[^]*?-->\n+/gm, '');
}

/** The text of a file with links that lead to pages of the site. */
function withLinks(file: string): string {
  const text = plain(file);
  const shown = new Set<string>();
  // Code is matched first, so that nothing in it is taken for a link.
  const changed = text.replaceAll(
    /^```[^]*?^```$|`[^`\n]*`|(?<label>!?\[[^\]]*\])\((?!\w+:|#)(?<path>[^)#]+)(?<anchor>#[^)]*)?\)/gm,
    (whole: string, ...rest: unknown[]) => {
      const { label, path, anchor = '' } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      if (label === undefined || path === undefined) return whole;
      return linked(file, label, posix.join(posix.dirname(file), path), anchor, shown);
    },
  );
  const sources = [...shown].map((path) => source(dirname(file), path));
  return [changed.trimEnd(), ...(sources.length > 0 ? ['## Source', ...sources] : [])].join('\n\n') + '\n';
}

function linked(file: string, label: string, target: string, anchor: string, shown: Set<string>): string {
  if (!existsSync(join(root, target))) throw new Error(`${file}: broken link: there is no file ${target}`);
  if (/\.(svg|png|webp)$/.test(target)) {
    copy(target);
    return `${label}(/${placeOf(target)})`;
  }
  const page = target.endsWith('.md') ? placeOf(target) : undefined;
  if (page !== undefined) return `${label}(/${page}${anchor})`;
  if (file.startsWith('examples/') && extname(target) !== '') {
    shown.add(target);
    return `${label}(#${slug(posix.relative(posix.dirname(file), target))})`;
  }
  return label.slice(1, -1);
}

/** A file of an example, under its name. */
function source(folder: string, path: string): string {
  const code = readFileSync(join(root, path), 'utf8').trimEnd();
  const language = { '.ts': 'ts', '.sh': 'sh', '.yaml': 'yaml', '.html': 'html' }[extname(path)] ?? 'text';
  return `### ${posix.relative(folder, path)}\n\n\`\`\`\`${language}\n${code}\n\`\`\`\``;
}

/** The anchor of a heading, as GitHub makes it. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function copy(path: string): void {
  const target = join(out, 'public', placeOf(path) ?? '');
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(root, path), target);
}

function write(page: string, text: string): void {
  mkdirSync(dirname(join(out, page)), { recursive: true });
  writeFileSync(join(out, page), text);
}
