import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { launch, missing } from '../browser/chromium.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type SandboxOptions = NonNullable<Parameters<typeof createSandbox>[0]>;

let browser: Browser | undefined;
beforeAll(async () => {
  if (!missing) browser = await launch();
});
afterAll(() => browser?.close());

/** An inspector that somebody looks at. */
export interface Inspector {
  readonly sandbox: ReturnType<typeof createSandbox>;
  /** Where the sandbox is served. */
  readonly url: string;
  readonly page: Page;
  /** Errors that nobody caught in the page. */
  readonly errors: readonly string[];
  /** What the page asked for elsewhere than of the sandbox; it is answered with nothing. */
  readonly foreign: readonly string[];
  /** Sends an email over HTTP with the live key of the default account, or with another; gives its id. */
  send(fields?: object, key?: string): Promise<string>;
}

/** Serves a sandbox whose clock stands still, and opens its inspector at a view, `#/messages` for instance. */
export async function open(view = '', options: SandboxOptions = {}): Promise<Inspector> {
  if (!browser) throw new Error('There is no browser');
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z', ...options });
  const server = await serve({ sandbox, port: 0 });
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.close();
    await server.close();
  });
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const isForeign = ({ href, protocol }: URL) => protocol.startsWith('http') && !href.startsWith(server.url);
  await page.route(isForeign, async (route) => {
    foreign.push(route.request().url());
    await route.fulfill({ status: 204 });
  });
  page.setDefaultTimeout(30_000);
  await page.goto(`${server.url}/${view}`);
  const send = async (fields: object = {}, key = sandbox.liveApiKey) => {
    const answer = await fetch(`${server.url}/api/v1/emails`, {
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
  return { sandbox, url: server.url, page, errors, foreign, send };
}
