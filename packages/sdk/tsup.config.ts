import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';

const evaluated = [ts.isCallExpression, ts.isObjectLiteralExpression, ts.isPropertyAccessExpression];

/**
 * Marks every top-level value as pure, as `sideEffects` does for whole files. A bundler can then leave out
 * the schemas and tables if an app does not use the client (record 0016).
 */
const pureValues: NonNullable<Options['plugins']>[number] = {
  name: 'pure-values',
  renderChunk(code) {
    const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
    const made = statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ initializer }) => initializer ?? [])
      // Bundlers recognise other values as pure, and wrapping a class would change its name.
      .filter((value) => evaluated.some((is) => is(value)));
    const wrapped = made.reduceRight((text, { pos, end }) => {
      const value = `/* @__PURE__ */ (() => (${text.slice(pos, end).trim()}))()`;
      return `${text.slice(0, pos)} ${value}${text.slice(end)}`;
    }, code);
    return { code: wrapped };
  },
};

/**
 * Bundles the contract, so users load one file and see no zod in the types. Without splitting, the
 * throttle entry point repeats a few small files, and the client stays in one piece.
 */
export default defineConfig({
  entry: ['src/index.ts', 'src/rate-limiter-flexible.ts'],
  format: ['esm', 'cjs'],
  target: 'es2023',
  platform: 'neutral',
  clean: true,
  splitting: false,
  treeshake: true,
  noExternal: ['@mailrig/contract'],
  plugins: [pureValues],
  dts: {
    compilerOptions: {
      stripInternal: true,
      // Types from node_modules stay imports. By its path, the contract is inlined.
      paths: { '@mailrig/contract': ['../contract/src/index.ts'] },
    },
  },
});
