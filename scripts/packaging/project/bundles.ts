import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Bundles each entry in a project that has none of the optional peers. An entry may need the tool that it is named
 * for, and nothing else that is not installed.
 */
const tools: Readonly<Record<string, readonly string[]>> = {
  '@mailrig/sandbox/fast-check': ['fast-check'],
  '@mailrig/sandbox/jest': ['@jest/globals'],
  '@mailrig/sandbox/msw': ['msw'],
  '@mailrig/sandbox/msw/fetch': ['msw', '@mswjs/interceptors'],
  '@mailrig/sandbox/playwright': ['@playwright/test'],
  '@mailrig/sandbox/vitest': ['vitest'],
  'mailrig/opentelemetry': ['@opentelemetry/api'],
};

/** Entries for Node. All others must not need any of its modules. */
const onNode = /\/(?:node|node-test|playwright)$/;

const [, , folder = '.'] = process.argv;
const entries = ['mailrig', '@mailrig/sandbox'].flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  return Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => `${name}${path.slice(1)}`);
});

for (const entry of entries) {
  for (const format of ['esm', 'cjs'] as const) {
    const isCommonJS = format === 'cjs' && entry !== '@mailrig/sandbox/vitest';
    const contents = isCommonJS ? `module.exports = require('${entry}');` : `export * from '${entry}';`;
    const { warnings } = await esbuild.build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      write: false,
      format: 'esm',
      target: 'esnext',
      platform: onNode.test(entry) ? 'node' : 'browser',
      external: tools[entry]?.flatMap((tool) => [tool, `${tool}/*`]) ?? [],
      logLevel: 'error',
    });
    if (warnings.length > 0) throw new Error(`${entry}: ${warnings.map(({ text }) => text).join('\n')}`);
  }
}
console.log(`${entries.length} entries`);
