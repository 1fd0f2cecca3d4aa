import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** Prints as JSON what an import of the packages costs: bytes of a bundle, and files that Node loads. */
// In one file: esbuild splits for an `import()` even if nothing calls it.
const nothing = await bundle("import 'mailrig'", false);
const guard = await bundle("export { isMailrigError } from 'mailrig'", false);
const client = await bundle("export { Mailrig } from 'mailrig'");
console.log(
  JSON.stringify({
    'import of nothing, bytes minified': nothing.all.length,
    'isMailrigError, bytes minified': guard.all.length,
    'Mailrig at once, bytes with gzip': gzipSync(client.atOnce).length,
    'Mailrig in all, bytes with gzip': gzipSync(client.all).length,
    'mailrig, files loaded': filesOf('mailrig'),
    '@mailrig/sandbox, files loaded': filesOf('@mailrig/sandbox'),
  }),
);

/** The minified text of a bundle: of the files that load before the first line runs, and of all. */
async function bundle(
  contents: string,
  splitting = true,
): Promise<{ readonly atOnce: string; readonly all: string }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    splitting,
    minify: true,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    outdir: '.',
    write: false,
    logLevel: 'error',
  });
  const texts = Object.keys(metafile.outputs).map((name, index) => [name, outputFiles[index]?.text] as const);
  const first = importedBy('stdin.js', metafile, ['import-statement']);
  // esbuild also writes what only an unused file would load.
  const ever = importedBy('stdin.js', metafile, ['import-statement', 'dynamic-import']);
  // The names of files depend on where the packages are, and another name has another size with gzip.
  const textOf = (chosen: typeof texts) =>
    chosen.map(([, text]) => text?.trim().replaceAll(/chunk-[A-Z\d]{8}/g, 'chunk')).join('');
  return {
    atOnce: textOf(texts.filter(([name]) => first.has(name))),
    all: textOf(texts.filter(([name]) => ever.has(name))),
  };
}

/** An output and all that its imports of some kinds reach. */
function importedBy(
  name: string,
  metafile: Metafile,
  kinds: readonly string[],
  reached = new Set<string>(),
): Set<string> {
  if (reached.has(name)) return reached;
  reached.add(name);
  for (const { path, kind, external } of metafile.outputs[name]?.imports ?? []) {
    if (kinds.includes(kind) && !external) importedBy(path, metafile, kinds, reached);
  }
  return reached;
}

/** How many files Node loads for an import. */
function filesOf(name: string): number {
  const program = `
    import { registerHooks } from 'node:module';
    const files = new Set();
    registerHooks({
      load(url, context, next) {
        if (url.startsWith('file:')) files.add(url);
        return next(url, context);
      },
    });
    await import('${name}');
    console.log(files.size);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program]));
}
