import type { BrowserContext, Page } from '@playwright/test';
import type { Sandbox } from '../control/sandbox.ts';

/**
 * Answers the requests of a page, or of every page of a context, to the sandbox's `baseUrl` and
 * `uploadBaseUrl`; all other requests go through. Injected connection faults look like the browser's
 * own network errors.
 *
 * ```ts
 * await routeToSandbox(page, sandbox);
 * await page.goto('/sign-up');
 * ```
 *
 * @param target A page, or a context for all its pages.
 */
export async function routeToSandbox(target: Page | BrowserContext, sandbox: Sandbox): Promise<void> {
  const origins = [sandbox.baseUrl, sandbox.uploadBaseUrl].map((url) => new URL(url).origin);
  await target.route(
    ({ origin }) => origins.includes(origin),
    async (route) => {
      const request = route.request();
      const method = request.method();
      const bytes = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer();
      const answered = await respond(sandbox, request.url(), {
        method,
        headers: await request.allHeaders(),
        ...(bytes && { body: new Uint8Array(bytes) }),
      });
      await (answered ? route.fulfill(answered) : route.abort('connectionreset'));
    },
  );
}

/** The response; `undefined` if the connection breaks before it is complete. */
async function respond(sandbox: Sandbox, url: string, init: RequestInit) {
  try {
    const response = await sandbox.fetch(url, init);
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
