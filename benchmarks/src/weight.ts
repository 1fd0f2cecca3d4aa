import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packed } from './start/packed.ts';

/** The part of esbuild used here. esbuild comes with tsup. */
interface Bundler {
  build(options: {
    readonly stdin: { readonly contents: string; readonly resolveDir: string };
    readonly bundle: true;
    readonly minify: true;
    readonly format: 'esm';
    readonly platform: 'browser';
    readonly target: string;
    readonly write: false;
    readonly metafile: true;
  }): Promise<{
    readonly outputFiles: readonly { readonly contents: Uint8Array }[];
    readonly metafile: {
      readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, Input>> }>>;
    };
  }>;
}

/** The bytes that one file adds to a bundle. */
interface Input {
  readonly bytesInOutput: number;
}

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('tsup'))('esbuild') as Bundler;
const root = new URL('../../', import.meta.url).pathname;
/** `--files 20` also lists the twenty largest files. */
const mostFiles = Number(process.argv[process.argv.indexOf('--files') + 1]) || 0;

const whole = {
  'whole client': "export { Mailrig } from 'mailrig'",
  'client and every export': "export * from 'mailrig'",
};

/** Imports of apps that use only parts of the package. */
const parts = {
  'isMailrigError() alone': "export { isMailrigError } from 'mailrig'",
  'one class of error alone': "export { ValidationError } from 'mailrig'",
  'throttle() alone': "export { throttle } from 'mailrig'",
};

for (const [name, contents] of Object.entries(whole)) {
  const { code, files } = await bundle(contents, `${root}benchmarks`);
  console.log(`\n${name}: ${size(code)}`);
  print(
    Map.groupBy(files, ({ path }) => path.split('/')[0] ?? path),
    code.length,
  );
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostFiles);
  for (const { path, bytes } of largest) console.log(`  ${String(bytes).padStart(6)}  ${path}`);
}

console.log('\nThe published package (run `pnpm build` first)');
const folder = await packed();
for (const [name, contents] of Object.entries({ ...whole, ...parts })) {
  console.log(`  ${name.padEnd(24)} ${size((await bundle(contents, folder)).code)}`);
}

/** Bundles like other bundlers, which remove no more than esbuild does. */
async function bundle(contents: string, resolveDir: string) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    code: Buffer.concat(outputFiles.map((file) => file.contents)),
    files: inputs.map(([path, { bytesInOutput }]) => ({ path: short(path), bytes: bytesInOutput })),
  };
}

function print(groups: ReadonlyMap<string, readonly { readonly bytes: number }[]>, total: number): void {
  const rows = [...groups]
    .map(([name, files]) => ({ name, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes);
  for (const { name, bytes } of rows) {
    const share = `${Math.round((100 * bytes) / total)}%`;
    console.log(`  ${name.padEnd(10)} ${kilobytes(bytes).padStart(6)} kB minified ${share.padStart(4)}`);
  }
}

/** The path from the package on: `zod/v4/core/util.js`, `sdk/src/page.ts`. */
function short(path: string): string {
  return relative(root, path)
    .replace(/^.*node_modules\//, '')
    .replace(/^.*packages\//, '');
}

function size(code: Uint8Array): string {
  const zipped = gzipSync(code, { level: 9 }).length;
  return `${kilobytes(code.length)} kB minified, ${kilobytes(zipped)} kB with gzip`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
