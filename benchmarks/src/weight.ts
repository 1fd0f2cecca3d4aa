import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The part of esbuild that is used here; it comes with tsup. */
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

/** What one file adds to a bundle. */
interface Input {
  readonly bytesInOutput: number;
}

const require = createRequire(import.meta.url);
const esbuild = createRequire(require.resolve('tsup'))('esbuild') as Bundler;
const root = new URL('../../', import.meta.url).pathname;
/** `--files 20` also lists the twenty largest files. */
const mostFiles = Number(process.argv[process.argv.indexOf('--files') + 1]) || 0;

/** What users write; other bundlers leave out no more than esbuild does. */
const imports = {
  'whole client': "export { Mailrig } from 'mailrig'",
  'client and every export': "export * from 'mailrig'",
};

for (const [name, contents] of Object.entries(imports)) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents, resolveDir: `${root}benchmarks` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    write: false,
    metafile: true,
  });
  const code = Buffer.concat(outputFiles.map((file) => file.contents));
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.map(([path, { bytesInOutput }]) => ({ path: short(path), bytes: bytesInOutput }));
  console.log(`\n${name}: ${kilobytes(code.length)} kB minified, ${kilobytes(zipped(code))} kB with gzip`);
  print(
    Map.groupBy(files, ({ path }) => path.split('/')[0] ?? path),
    code.length,
  );
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostFiles);
  for (const { path, bytes } of largest) console.log(`  ${String(bytes).padStart(6)}  ${path}`);
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

/** `zod/v4/core/util.js`, `sdk/src/page.ts`: the package first. */
function short(path: string): string {
  return relative(root, path)
    .replace(/^.*node_modules\//, '')
    .replace(/^.*packages\//, '');
}

function zipped(code: Uint8Array): number {
  return gzipSync(code, { level: 9 }).length;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
