import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The most bytes each import may add to a bundle, minified and gzipped. */
const most: Readonly<Record<string, number>> = {
  "import 'mailrig'": 0,
  "export { isMailrigError } from 'mailrig'": 1_000,
  "export { throttle } from 'mailrig'": 3_000,
  "export { Mailrig } from 'mailrig'": 22_000,
};

for (const [contents, bytes] of Object.entries(most)) {
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
  const weight = text === '' ? 0 : gzipSync(text).length;
  if (weight > bytes) throw new Error(`${contents} weighs ${weight} bytes; ${bytes} are allowed`);
  console.log(`${contents}: ${weight} bytes`);
}
