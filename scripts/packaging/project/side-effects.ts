import { build } from 'esbuild';

/** What is imported for its effects alone, of which there are none, leaves nothing in a bundle. */
const { outputFiles } = await build({
  stdin: { contents: `import 'mailrig';`, resolveDir: '.' },
  bundle: true,
  minify: true,
  format: 'esm',
  write: false,
  logLevel: 'error',
});
const text = outputFiles[0]?.text.trim();
if (text !== '')
  throw new Error(`import 'mailrig' leaves ${text?.length} characters: ${text?.slice(0, 200)}`);
