import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';

const evaluated = [ts.isCallExpression, ts.isObjectLiteralExpression, ts.isPropertyAccessExpression];

/**
 * Says of each value at the top of a file what `sideEffects` says of whole files: that nothing but its
 * users needs it. So a bundler leaves out the schemas and tables of an app that imports no client.
 */
const pureValues: NonNullable<Options['plugins']>[number] = {
  name: 'pure-values',
  renderChunk(code) {
    const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
    const made = statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ initializer }) => initializer ?? [])
      // Bundlers see for themselves that the others do nothing, and a class has its name from where it is.
      .filter((value) => evaluated.some((is) => is(value)));
    const wrapped = made.reduceRight((text, { pos, end }) => {
      const value = `/* @__PURE__ */ (() => (${text.slice(pos, end).trim()}))()`;
      return `${text.slice(0, pos)} ${value}${text.slice(end)}`;
    }, code);
    return { code: wrapped };
  },
};

/**
 * The contract goes into the output, so that users load one file besides zod. Without
 * splitting, what shares a rate repeats a few small files instead of cutting the client in two.
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
      // What comes from node_modules stays an import in the types; by its path the contract does not.
      paths: { '@mailrig/contract': ['../contract/src/index.ts'] },
    },
  },
});
