import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The most bytes each import may add to a bundle. `gzip` is minified and gzipped. */
const most: Readonly<Record<string, { readonly minified?: number; readonly gzip?: number }>> = {
  "import 'mailrig'": { minified: 0 },
  "export { isMailrigError } from 'mailrig'": { minified: 3_900 },
  // Of this, tracing and log levels take 1.0 kB, the default throttle with its queue 1.2, addresses in parts and
  // withOptions 1.4, attachments in one step 1.1, runs with their journals 6.4,
  // any fetch with stacks from the call 0.6, uploads that sends share 0.4, the rows of all
  // options, with suggestions, 1.9, and waits on a sandbox's clock 1.4.
  "export { Mailrig } from 'mailrig'": { gzip: 62_300 },
};

for (const [contents, { minified = Infinity, gzip = Infinity }] of Object.entries(most)) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    write: false,
    logLevel: 'error',
  });
  const text = outputFiles[0]?.text.trim() ?? '';
  const weight = { minified: text.length, gzip: gzipSync(text).length };
  const words = `${contents}: ${weight.minified} bytes minified, ${weight.gzip} with gzip`;
  if (weight.minified > minified || weight.gzip > gzip) throw new Error(`${words}, which is over the limit`);
  console.log(words);
}
