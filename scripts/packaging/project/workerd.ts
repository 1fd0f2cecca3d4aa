import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

/** Runs `worker.ts` in Cloudflare's runtime, without its Node compatibility. */
const { outputFiles } = await build({
  stdin: { contents: `export { worker as default } from './worker.ts';`, resolveDir: '.' },
  bundle: true,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'],
  write: false,
  logLevel: 'error',
});
const workers = new Miniflare({
  modules: true,
  script: outputFiles[0]?.text ?? '',
  compatibilityDate: '2026-07-01',
  bindings: {
    apiKey: process.env['MAILRIG_API_KEY'] ?? '',
    baseUrl: process.env['MAILRIG_BASE_URL'] ?? '',
  },
});
try {
  const answer = await workers.dispatchFetch('http://worker.example/');
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
} finally {
  await workers.dispose();
}
