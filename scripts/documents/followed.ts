import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installedBy } from './pasted.ts';

/** Documents that promise to work from an empty folder, from the first line to the last. `packaging` does what they say. */
export const followed: readonly string[] = [
  'README.md',
  'docs/getting-started.md',
  'packages/sandbox/skills/mailrig/SKILL.md',
  'docs/guides/jest.md',
  'docs/guides/node-test.md',
  'docs/guides/playwright.md',
  'docs/guides/express.md',
  'docs/guides/hono.md',
  'docs/guides/nestjs.md',
  'docs/guides/nextjs.md',
  'docs/guides/react-email.md',
  'docs/guides/python-and-go.md',
];

/** The steps of a guide. */
export interface Guide {
  /** Its name, such as `jest`. */
  readonly name: string;
  /** The commands that install packages, in order. */
  readonly installs: readonly string[];
  /** The packages that they install. */
  readonly packages: readonly string[];
  /** Code blocks whose first line is the name of a file, by that name. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether a sandbox runs next to the commands. */
  readonly served: boolean;
  /** Commands whose output the guide shows. */
  readonly commands: readonly Command[];
}

/** A command in a guide. */
export interface Command {
  readonly command: string;
  /** Lines that it prints, among others. */
  readonly prints: readonly string[];
}

const file = /^```\w+(?: file=.*)?\n((?:\/\/|#) (\S+\.\w+)\n[^]*?)^```$/gm;
const shell = /^```sh\n([^]*?)^```$/gm;
const shown = /^```sh\n([^`\n]+)\n```\n+```text\n([^]*?)^```$/gm;

/** Reads a guide as its reader does. */
export function readGuide(root: string, document: string): Guide {
  const text = readFileSync(join(root, document), 'utf8');
  const lines = [...text.matchAll(shell)].flatMap(([, block = '']) => block.trim().split('\n'));
  return {
    name: basename(document, '.md'),
    installs: lines.filter((line) => line.startsWith('npm install ')),
    packages: installedBy(text),
    files: new Map([...text.matchAll(file)].map(([, code = '', name = '']) => [name, code])),
    served: lines.includes('npx @mailrig/sandbox'),
    commands: [...text.matchAll(shown)].map(([, command = '', output = '']) => ({
      command,
      prints: output.split('\n').filter((line) => line.trim() !== ''),
    })),
  };
}
