import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedBy } from './installed.ts';
import { codeBlocks, namedBy, nameOf } from './quotes.ts';

/** Guides that need what a check cannot install, or that have nothing to run. */
const notFollowed: Readonly<Record<string, string>> = {
  'docs/guides/containers.md': 'needs a container engine',
  'docs/guides/cypress.md': 'needs the binary of Cypress',
  'docs/guides/frameworks.md': 'is the part that the pages of the frameworks share',
  'docs/guides/troubleshooting.md': 'is a list of messages',
};

/** What no command in a guide needs, and what takes longer to install than all the rest. */
const tooLarge = ['next'];

const root = join(import.meta.dirname, '../..');

/** Documents that promise to work from an empty folder, from the first line to the last. `packaging` follows them. */
export const followed: readonly string[] = [
  'README.md',
  'docs/getting-started.md',
  'packages/sandbox/skills/mailrig/SKILL.md',
  ...globSync('docs/guides/*.md', { cwd: root }).toSorted(),
].filter((document) => !(document in notFollowed));

/** The steps of a guide. */
export interface Guide {
  /** Its name, such as `jest`. */
  readonly name: string;
  /** The kind of modules: CommonJS, as `npm init -y` of npm 11 says, unless the guide changes that. */
  readonly type: 'commonjs' | 'module';
  /** The commands that install packages, in order. */
  readonly installs: readonly string[];
  /** The packages that they install. */
  readonly packages: readonly string[];
  /** The code of each file, its blocks one after the other. */
  readonly files: ReadonlyMap<string, string>;
  /** The options of the sandbox that runs next to the commands, if one does. */
  readonly serve: readonly string[] | undefined;
  /** Variables that the guide exports. */
  readonly env: Readonly<Record<string, string>>;
  /** The commands to follow: those whose output is shown, and those quoted from a file. */
  readonly commands: readonly Command[];
}

/** A command in a guide. */
export interface Command {
  readonly command: string;
  /** Lines that it prints, among others. */
  readonly prints: readonly string[];
}

const server = /^npx @mailrig\/sandbox((?: --\S+(?: [^-\s]\S*)?)*)$/;
const exported = /^export (\w+)=(.*)$/;

/** Reads a guide as its reader does. */
export function readGuide(document: string): Guide {
  const text = readFileSync(join(root, document), 'utf8');
  const files = new Map<string, string>();
  const commands: { command: string; prints: string[] }[] = [];
  const lines: string[] = [];
  let last: (typeof commands)[number] | undefined;
  for (const { language, file, code } of codeBlocks(text)) {
    if (language === 'text') {
      last?.prints.push(...code.split('\n').filter((line) => line.trim() !== ''));
      if (last && !commands.includes(last)) commands.push(last);
      last = undefined;
      continue;
    }
    last = language === 'sh' ? { command: code.trim(), prints: [] } : undefined;
    if (last) lines.push(...last.command.split('\n'));
    if (last && file !== undefined) commands.push(last);
    const name = namedBy(code) ?? (language === 'json' && file !== undefined ? nameOf(file) : undefined);
    if (name !== undefined) files.set(name, (files.get(name) ?? '') + code);
  }
  const options = lines.flatMap((line) => server.exec(line)?.[1] ?? [])[0];
  const installs = lines.filter((line) => line.startsWith('npm install '));
  return {
    name: basename(document, '.md'),
    type: lines.includes('npm pkg set type=module') ? 'module' : 'commonjs',
    installs,
    packages: installedBy(text).filter((name) => !tooLarge.includes(name)),
    files,
    serve: options?.split(' ').filter(Boolean),
    env: Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value] = exported.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    ),
    commands,
  };
}
