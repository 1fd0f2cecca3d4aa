import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { launchOptions, missing, note } from '../../../../tooling/chromium.ts';

const worker = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'));

/** Serves the page, its script and MSW's worker on loopback. Everything else is 599, a status that no sandbox uses. */
async function servePage(): Promise<string> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser'],
    write: false,
    logLevel: 'error',
  });
  const script = bundle.outputFiles[0]?.contents ?? '';
  const files: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
    '/': ['text/html', '<!doctype html><title>Mail</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', script],
    '/mockServiceWorker.js': ['text/javascript', worker],
  };
  const server = createServer(({ url = '/' }, response) => {
    const file = files[url];
    if (!file) return void response.writeHead(599).end();
    response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test.skipIf(missing)(
  `in Chromium, MSW’s service worker serves a page from a sandbox that runs in it${note}`,
  async () => {
    const url = await servePage();
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    await page.locator('#lost').waitFor({ timeout: 20_000 });
    const shown = await page.locator('p').allTextContents();
    expect(problems).toEqual([]);
    expect(shown).toEqual([
      '201',
      '99',
      'bob@example.org: From a page (delivered)',
      '401 UNAUTHORIZED',
      'TypeError',
    ]);
  },
);
