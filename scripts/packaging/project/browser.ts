import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import * as esbuild from 'esbuild';
import * as vite from 'vite';

/** Bundles `page.ts` with the given bundler, opens it in Chromium and prints the result. */
const bundlers: Readonly<Record<string, () => Promise<Bundle>>> = {
  async esbuild() {
    const { outputFiles } = await esbuild.build({
      entryPoints: ['page.ts'],
      bundle: true,
      format: 'esm',
      minify: true,
      write: false,
      logLevel: 'error',
    });
    return new Map(outputFiles.map(({ text }) => ['/page.js', text]));
  },
  async vite() {
    const built = await vite.build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, target: 'esnext', rolldownOptions: { input: 'page.ts' } },
    });
    const [output] = [built].flat();
    const chunks = output && 'output' in output ? output.output : [];
    return new Map(chunks.flatMap((chunk) => ('code' in chunk ? [[`/${chunk.fileName}`, chunk.code]] : [])));
  },
};

/** The files of a bundle by their paths, the one to begin with first. */
type Bundle = ReadonlyMap<string, string>;

const [, , bundler = '', executablePath = ''] = process.argv;
const files = await bundlers[bundler]?.();
const [first] = files?.keys() ?? [];
if (!files || first === undefined) throw new Error(`${bundler} made no bundle`);
const scripts = [...files.values()];
if (scripts.some((text) => /["']node:/.test(text))) throw new Error('the bundle imports node:*');

const server = createServer(({ url = '' }, answer) => {
  const script = files.get(url);
  if (script !== undefined)
    return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  answer.writeHead(200, { 'content-type': 'text/html' });
  answer.end(`<!doctype html><title></title><script type="module" src="${first}"></script>`);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  const query = new URLSearchParams({
    baseUrl: process.env['MAILRIG_BASE_URL'] ?? '',
    apiKey: process.env['MAILRIG_API_KEY'] ?? '',
  });
  await page.goto(`http://127.0.0.1:${port}/?${query}`);
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 20_000 });
  const title = await page.title();
  if (!title.startsWith('sent ')) throw new Error(title);
  console.log(`${(scripts.join('').length / 1024).toFixed(0)} kB`);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
