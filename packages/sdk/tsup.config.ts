import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';

const evaluated = [ts.isCallExpression, ts.isObjectLiteralExpression, ts.isPropertyAccessExpression];

/**
 * Marks each value at the top of a file as pure, as `sideEffects` does for whole files. A bundler then
 * leaves out the schemas and tables of an app that imports no client.
 */
const pureValues: NonNullable<Options['plugins']>[number] = {
  name: 'pure-values',
  renderChunk(code) {
    const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
    const made = statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ initializer }) => initializer ?? [])
      // Bundlers see by themselves that other values do nothing.
      .filter((value) => evaluated.some((is) => is(value)));
    const wrapped = made.reduceRight((text, { pos, end }) => {
      const value = `/* @__PURE__ */ (() => (${text.slice(pos, end).trim()}))()`;
      return `${text.slice(0, pos)} ${value}${text.slice(end)}`;
    }, code);
    return { code: wrapped };
  },
};

/** Without splitting, the entry points repeat a few small files, and an app still loads one file. */
const common: Options = {
  entry: ['src/index.ts', 'src/rate-limiter-flexible.ts'],
  target: 'es2023',
  platform: 'neutral',
  splitting: false,
  treeshake: true,
  plugins: [pureValues],
  dts: {
    compilerOptions: {
      stripInternal: true,
      // What comes from node_modules stays an import in the types; by its path the contract does not.
      paths: { '@mailrig/contract': ['../contract/src/index.ts'] },
    },
  },
};

// The contract goes into the output. ky and zod are dependencies, but ky is ESM only, so the CommonJS
// build carries it, with its licence: Jest cannot require an ES module.
export default defineConfig([
  {
    ...common,
    format: 'esm',
    clean: ['!*.cjs', '!*.d.cts', '!*.txt'],
    noExternal: ['@mailrig/contract'],
  },
  {
    ...common,
    format: 'cjs',
    clean: ['!*.js', '!*.d.ts'],
    noExternal: ['@mailrig/contract', 'ky'],
    onSuccess: () =>
      copyFile(fileURLToPath(new URL('../license', import.meta.resolve('ky'))), 'dist/ky.LICENSE.txt'),
  },
]);
