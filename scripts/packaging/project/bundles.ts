import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Bundles each entry in a project that has none of the optional peers. An entry may need the tool that it is named
 * for, and nothing else that is not installed.
 */
const tools: Readonly<Record<string, readonly string[]>> = {
  '@mailrig/sandbox/jest': ['@jest/globals'],
  '@mailrig/sandbox/msw': ['msw'],
  '@mailrig/sandbox/msw/fetch': ['msw', '@mswjs/interceptors'],
  '@mailrig/sandbox/playwright': ['@playwright/test'],
  '@mailrig/sandbox/vitest': ['vitest'],
  'mailrig/opentelemetry': ['@opentelemetry/api'],
};

/** Entries for Node. All others must not need any of its modules. */
const onNode = /\/(?:node|node-test|playwright)$/;

/** A program that uses an entry. */
interface Program {
  readonly contents: string;
  readonly external: readonly string[];
  readonly platform: 'node' | 'browser';
}

/** Each returns what is wrong with a bundle. */
const bundlers: Readonly<Record<string, (program: Program) => Promise<readonly { message: string }[]>>> = {
  async esbuild({ contents, external, platform }) {
    const { errors, warnings } = await esbuild.build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'esnext',
      platform,
      external: external.flatMap((tool) => [tool, `${tool}/*`]),
      logLevel: 'silent',
    });
    return [...errors, ...warnings].map(({ text }) => ({ message: text }));
  },
  webpack({ contents, external, platform }) {
    const path = join(folder, `program.${contents.startsWith('module') ? 'c' : 'm'}js`);
    writeFileSync(path, contents);
    const options = {
      mode: 'development',
      devtool: false,
      entry: path,
      target: platform === 'node' ? 'node22' : 'web',
      externals: external.map((tool) => new RegExp(`^${tool}(/|$)`)),
      output: { path: join(folder, 'bundle') },
    };
    const webpack = createRequire(join(folder, 'package.json'))('webpack');
    return new Promise((resolve, reject) =>
      webpack(options, (error: unknown, stats?: { toJson(): { errors: { message: string }[] } }) =>
        stats ? resolve(stats.toJson().errors) : reject(error),
      ),
    );
  },
};

const [, , bundler = '', folder = ''] = process.argv;
const entries = ['mailrig', '@mailrig/sandbox'].flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  return Object.entries<object>(exports).flatMap(([path, conditions]) =>
    path.endsWith('.json') ? [] : [{ entry: `${name}${path.slice(1)}`, isBoth: 'require' in conditions }],
  );
});

for (const { entry, isBoth } of entries) {
  const programs = [
    `export * from '${entry}';`,
    ...(isBoth ? [`module.exports = require('${entry}');`] : []),
  ];
  for (const contents of programs) {
    const platform = onNode.test(entry) ? 'node' : 'browser';
    const wrong = await bundlers[bundler]?.({ contents, external: tools[entry] ?? [], platform });
    if (wrong?.length !== 0)
      throw new Error(`${contents}\n${wrong?.map(({ message }) => message).join('\n')}`);
  }
}
console.log(`${entries.length} entries`);
