import { copyFile, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';
import { declarationsOf } from '../../tooling/declarations.ts';
import { fewFilesAtOnce } from '../../tooling/few-files-at-once.ts';
import { pastBarrel } from '../../tooling/past-barrel.ts';
import { slimMaps } from '../../tooling/slim-maps.ts';

const evaluated = [
  ts.isBinaryExpression,
  ts.isCallExpression,
  ts.isConditionalExpression,
  ts.isNewExpression,
  ts.isObjectLiteralExpression,
  ts.isPropertyAccessExpression,
  ts.isTaggedTemplateExpression,
  ts.isTemplateExpression,
];

/** Whether the comment alone marks a value. It covers a call, not what stands between its parentheses. */
function isPlainCall(value: ts.Expression): boolean {
  if (!ts.isCallExpression(value) && !ts.isNewExpression(value)) return false;
  const given = value.arguments ?? [];
  return (
    ts.isIdentifier(value.expression) &&
    given.every((one) => ts.isFunctionLike(one) || ts.isLiteralExpression(one))
  );
}

/**
 * Marks every top-level value as pure, as `sideEffects` does for whole files. A bundler can then leave out
 * the tables if an app does not use the client (record 0016). It adds no line, so the source maps stay right.
 */
const pureValues: NonNullable<Options['plugins']>[number] = {
  name: 'pure-values',
  renderChunk(code) {
    const { statements } = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
    const made = statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ initializer }) => initializer ?? [])
      // Bundlers recognise other values as pure.
      .filter((value) => evaluated.some((is) => is(value)));
    let end = 0;
    const marked = made.flatMap((value) => {
      const own = code.slice(value.pos, value.end);
      const called = isPlainCall(value) ? own : `(() => (${own}))()`;
      const before = code.slice(end, value.pos);
      end = value.end;
      return [before, ' /* @__PURE__ */ ', called];
    });
    return { code: marked.join('') + code.slice(end) };
  },
};

/** Bundles the version out of `package.json`, and not the rest. */
const onlyVersion: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'only-version',
  setup(build) {
    build.onLoad({ filter: /sdk\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** The path of a licence, from a file of its package. */
function licenceOf(file: string, licence: string): string {
  return fileURLToPath(new URL(licence, import.meta.resolve(file)));
}

const entry = ['src/index.ts', 'src/node.ts', 'src/opentelemetry.ts', 'src/rate-limiter-flexible.ts'];

const common: Options = {
  entry,
  external: [/^node:/],
  noExternal: ['@mailrig/contract', 'content-disposition', 'ky', 'mrmime', 'zod'],
  target: 'es2023',
  platform: 'neutral',
  treeshake: true,
  sourcemap: true,
  plugins: [pureValues, slimMaps()],
  esbuildPlugins: [onlyVersion],
};

/** The types of both builds. */
const types: Options = {
  entry,
  format: ['esm', 'cjs'],
  clean: ['!*.js*', '!*.cjs*', '!*.txt'],
  dts: {
    only: true,
    entry: declarationsOf(entry),
    // Types from node_modules stay imports. By its path, the contract is inlined.
    compilerOptions: {
      paths: { '@mailrig/contract': Object.values(declarationsOf(['src/index.ts'], '../contract')) },
    },
  },
};

// Both builds bundle the contract, ky, the types of files, and what they use of zod: a tenth, which loads in half the time (record 0021).
export default defineConfig([
  types,
  {
    ...common,
    format: 'esm',
    // What is imported when it is used, such as runs, is a file of its own.
    splitting: true,
    // Names between files would be 2 % of the bytes of a bundle.
    esbuildPlugins: [
      onlyVersion,
      fewFilesAtOnce(() => resolve('src/mailrig.ts')),
      pastBarrel('@mailrig/contract', resolve('../contract/src/index.ts'), /sdk\/src\/.*\.ts$/),
    ],
    clean: ['!*.cjs*', '!*.d.*', '!*.txt'],
  },
  {
    ...common,
    format: 'cjs',
    splitting: false,
    clean: ['!*.js*', '!*.d.*', '!*.txt'],
    async onSuccess() {
      await copyFile(licenceOf('zod/package.json', 'LICENSE'), 'dist/zod.LICENSE.txt');
      await copyFile(licenceOf('ky', '../license'), 'dist/ky.LICENSE.txt');
      await copyFile(licenceOf('mrmime', 'license'), 'dist/mrmime.LICENSE.txt');
      await copyFile(licenceOf('content-disposition', '../LICENSE'), 'dist/content-disposition.LICENSE.txt');
    },
  },
]);
