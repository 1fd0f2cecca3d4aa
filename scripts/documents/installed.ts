import { modulesIn } from './imports.ts';

/** What else a reader needs who imports these. */
const peers: Readonly<Record<string, readonly string[]>> = {
  '@mailrig/sandbox/jest': ['jest'],
  '@mailrig/sandbox/msw': ['msw'],
  '@mailrig/sandbox/msw/fetch': ['msw', '@mswjs/interceptors'],
  '@mailrig/sandbox/playwright': ['@playwright/test'],
  '@mailrig/sandbox/vitest': ['vitest'],
};

const anyScript = /^```[jt]sx?\b.*\n([^]*?)^```$/gm;

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
