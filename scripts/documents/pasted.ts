import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modulesIn } from './imports.ts';
import { nameOf } from './quotes.ts';

/** What else a reader needs who imports these. */
const peers: Readonly<Record<string, readonly string[]>> = {
  '@mailrig/sandbox/jest': ['jest'],
  '@mailrig/sandbox/msw': ['msw'],
  '@mailrig/sandbox/msw/fetch': ['msw', '@mswjs/interceptors'],
  '@mailrig/sandbox/playwright': ['@playwright/test'],
  '@mailrig/sandbox/testcontainers': ['testcontainers'],
  '@mailrig/sandbox/vitest': ['vitest'],
};

const quotedScript = /^(```tsx? file=(\S+).*\n)([^]*?)^```$/gm;
const anyScript = /^```[jt]sx?\b.*\n([^]*?)^```$/gm;

/**
 * Puts together what a reader gets who pastes the blocks of a guide: by its path, each file that the guide quotes,
 * with its blocks one after the other, on the lines of the guide. So the blocks must show every import and every
 * variable.
 */
export function pasted(root: string, document: string, text: string): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { index, 1: opening = '', 2: file = '', 3: code = '' } of text.matchAll(quotedScript)) {
    // Next to the example's packages, so that imports find them.
    const place = join(root, 'examples', file.split('/')[1] ?? '', 'pasted', document, nameOf(file));
    const before = modules.get(place) ?? '';
    const between = text.slice(before.length, index + opening.length).replaceAll(/[^\n]/g, ' ');
    modules.set(place, before + between + code);
    // A command of the guide writes it.
    for (const data of modulesIn(code).filter((module) => module.endsWith('.json')))
      modules.set(join(dirname(place), data), readFileSync(join(root, dirname(file), data), 'utf8'));
  }
  return modules;
}

/** The packages that a guide imports but does not install. */
export function notInstalledBy(text: string): ReadonlySet<string> {
  const imported = [...text.matchAll(anyScript)].flatMap(([, code = '']) =>
    modulesIn(code).flatMap(packageOf),
  );
  const installed = ['mailrig', ...installedBy(text)];
  return new Set(imported.filter((name) => !installed.includes(name)));
}

/** The packages that the guide installs, without versions. */
export function installedBy(text: string): string[] {
  return [...text.matchAll(/\bnpm install ([^`\n]+)/g)].flatMap(([, names = '']) =>
    names.split(' ').flatMap((name) => /^@?[^@-][^@]*/.exec(name)?.[0] ?? []),
  );
}

/** The package of a module; nothing for a module of Node and for a file. */
function packageOf(module: string): string[] {
  if (/^(\.|node:)/.test(module)) return [];
  const name = /^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;
  return [name, ...(peers[module] ?? [])];
}
