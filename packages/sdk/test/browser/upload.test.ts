import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchOptions, missing, note } from '../../../../tooling/chromium.ts';
import type { Order, Uploaded } from './page.ts';

/** A service worker that passes requests on, as one of MSW does too. */
const worker = `
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));
`;

describe.skipIf(missing)(`uploads from a page in Chromium${note}`, () => {
  let browser: Browser;
  let script: string;
  let appUrl: string;
  const app = createServer(({ url }, answer) => {
    if (url === '/worker.js')
      return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Mail</title>');
  });

  beforeAll(async () => {
    await once(app.listen(0, '127.0.0.1'), 'listening');
    appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
    const entry = fileURLToPath(new URL('page.ts', import.meta.url));
    const bundle = await build({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      logLevel: 'error',
    });
    script = bundle.outputFiles[0]?.text ?? '';
    browser = await chromium.launch(launchOptions);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    app.close();
  });

  /** A page that takes orders, on a line that sends 500 kB a second, and a sandbox on another origin. */
  async function open() {
    const server = await serve({ sandbox: createSandbox(), port: 0 });
    onTestFinished(() => server.close());
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(appUrl);
    await page.addScriptTag({ content: script, type: 'module' });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 500_000,
    });
    const { sandbox } = server;
    const order = (rest: Omit<Order, 'baseUrl' | 'apiKey'>) =>
      upload(page, { baseUrl: server.url, apiKey: sandbox.testApiKey, ...rest });
    return { sandbox, page, order };
  }

  function upload(page: Page, order: Order): Promise<Uploaded> {
    return page.evaluate((given): Promise<Uploaded> => Reflect.get(globalThis, 'upload')(given), order);
  }

  const size = 1_500_000;

  test('onProgress sees the bytes go out step by step (R107, R115)', async () => {
    const { sandbox, order } = await open();
    const { status, progress } = await order({ size });
    expect(status).toBe('uploaded');
    const sent = progress.map((event) => event.sent);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(new Set(sent).size).toBeGreaterThan(2);
    expect(progress[0]).toEqual({ sent: 0, total: size });
    expect(progress.at(-1)).toEqual({ sent: size, total: size });
    const put = sandbox.requests.last({ operation: 'putUpload' });
    expect(put).toMatchObject({ status: 200 });
    expect(put?.clientFault).toBeUndefined();
  }, 30_000);

  test('if a service worker keeps the events of the upload, the start and the end are shown (R107)', async () => {
    const { page, order } = await open();
    await page.evaluate(async () => {
      const controlled = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve);
      });
      await navigator.serviceWorker.register('/worker.js');
      await controlled;
    });
    const { status, progress } = await order({ size });
    expect(status).toBe('uploaded');
    expect(progress).toEqual([
      { sent: 0, total: size },
      { sent: size, total: size },
    ]);
  }, 30_000);

  test('a signal ends it midway', async () => {
    const { sandbox, order } = await open();
    const { failure, progress } = await order({ size, abortAt: 1 });
    expect(failure).toEqual(['AbortError', 'ABORTED', undefined, 'unknown']);
    expect(progress.at(-1)?.sent).toBeLessThan(size);
    expect(sandbox.requests.count({ operation: 'confirmUpload' })).toBe(0);
  }, 30_000);

  test('a refusal of the store is the same UploadError as with fetch (A73)', async () => {
    const { sandbox, order } = await open();
    sandbox.faults.add({ operation: 'putUpload', times: 2, effect: { status: 403 } });
    const [overXHR, overFetch] = [await order({ size: 10 }), await order({ size: 10, ownFetch: true })];
    expect(overXHR.failure).toEqual(['UploadError', 'UPLOAD_FAILED', { reason: 'AccessDenied' }, 'rejected']);
    expect(overFetch.failure).toEqual(overXHR.failure);
  }, 30_000);

  test('an upload that the store failed to accept is retried from 0', async () => {
    const { sandbox, order } = await open();
    sandbox.faults.add({ operation: 'putUpload', times: 1, effect: { status: 503, retryAfter: 0 } });
    const { status, progress } = await order({ size: 10 });
    expect(status).toBe('uploaded');
    expect(progress.filter(({ sent }) => sent === 0)).toHaveLength(2);
  }, 30_000);

  test('a lost connection is the same ConnectionError as with fetch', async () => {
    const { sandbox, order } = await open();
    // Every time, because Chromium itself repeats a request on a connection that it had kept.
    sandbox.faults.add({ operation: 'putUpload', effect: { network: 'reset' } });
    const rest = { size: 10, maxRetries: 0 };
    const [overXHR, overFetch] = [await order(rest), await order({ ...rest, ownFetch: true })];
    expect(overXHR.failure).toEqual(['ConnectionError', 'NETWORK_ERROR', undefined, 'unknown']);
    expect(overFetch.failure).toEqual(overXHR.failure);
  }, 30_000);

  test('with a custom fetch, only start and end are shown', async () => {
    const { order } = await open();
    const { progress } = await order({ size: 1_000, ownFetch: true });
    expect(progress).toEqual([
      { sent: 0, total: 1_000 },
      { sent: 1_000, total: 1_000 },
    ]);
  }, 30_000);
});
