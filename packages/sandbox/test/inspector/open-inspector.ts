import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { type Browser, chromium, type Page } from '@playwright/test';
import { onTestFinished, test } from 'vitest';
import { launchOptions, missing, note } from '../../../../tooling/chromium.ts';

type SandboxOptions = NonNullable<Parameters<typeof createSandbox>[0]>;

const viewport = { width: 1280, height: 720 };

let browser: Promise<Browser> | undefined;
let shared: Promise<Page> | undefined;

/**
 * One page of one browser for all test files of a worker, which share their modules: another page would be another
 * process, which compiles the script again. A test that fails closes it. The browser ends with the worker.
 */
async function sharedPage(url: string): Promise<Page> {
  browser ??= chromium.launch(launchOptions);
  shared ??= browser.then((launched) => launched.newPage({ viewport }));
  const page = await shared;
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return makeAsNew(page, url);
    shared = undefined;
    await page.close();
  });
  return page;
}

/** Takes back what a test changed about the page. Its server still runs. */
async function makeAsNew(page: Page, url: string): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
  for (const popup of context.pages().filter((other) => other !== page)) await popup.close();
  await context.clearPermissions();
  // Another site would be another process, and this is no inspector that asks its server for news.
  await page.goto(`${url}/_sandbox/health`);
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: null });
  await page.setViewportSize(viewport);
}

/**
 * A test that needs Chromium. Without it the test is skipped, and its title says so.
 *
 * @param timeout Milliseconds; that of all tests if absent.
 */
export function browserTest(title: string, run: () => Promise<void>, timeout?: number): void {
  test.skipIf(missing)(`${title}${note}`, run, timeout);
}

/** Serves a sandbox until the test ends, and returns its URL. */
export async function serveSandbox(options: Parameters<typeof serve>[0] = {}): Promise<string> {
  const server = await serve({ sandbox: createSandbox(), port: 0, ...options });
  onTestFinished(() => server.close());
  return server.url;
}

/** An inspector in an open browser page. */
export interface Inspector {
  readonly sandbox: ReturnType<typeof createSandbox>;
  /** URL of the server. */
  readonly url: string;
  readonly page: Page;
  /** Uncaught errors in the page. */
  readonly errors: readonly string[];
  /** URLs that the page requested from other servers. These do not exist. */
  readonly foreign: readonly string[];
  /** Sends an email over HTTP and returns its id. Default key: the live key of the default account. */
  send(fields?: object, key?: string): Promise<string>;
}

/** Serves a sandbox with a frozen clock and opens its inspector at a view such as `#/messages`. */
export async function openInspector(view = '', options: SandboxOptions = {}): Promise<Inspector> {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z', ...options });
  const url = await serveSandbox({ sandbox });
  const page = await sharedPage(url);
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // To route every request would take a quarter longer. Instead, the browser finds no other server.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED') foreign.push(request.url());
  });
  page.setDefaultTimeout(30_000);
  await page.goto(`${url}/${view}`);
  const send = async (fields: object = {}, key = sandbox.liveApiKey) => {
    const answer = await fetch(`${url}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'ada@example.com',
        to: 'bob@example.org',
        subject: 'Hello',
        text: 'Hi',
        ...fields,
      }),
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  return { sandbox, url, page, errors, foreign, send };
}

/** Uploads an attachment and returns its id. */
export async function upload(
  { url, sandbox }: Pick<Inspector, 'url' | 'sandbox'>,
  file: { readonly filename: string; readonly contentType: string },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const headers = { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' };
  const started = await fetch(`${url}/api/v1/attachments/presigned-url`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...file, size: bytes.length }),
  });
  const { data } = (await started.json()) as { data: { attachmentId: string; uploadUrl: string } };
  await fetch(data.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': file.contentType },
    body: bytes,
  });
  await fetch(`${url}/api/v1/attachments/${data.attachmentId}/confirm`, { method: 'POST', headers });
  return data.attachmentId;
}
