import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';

const inspectorPage = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('@mailrig/inspector', () => ({ inspectorPage }));

test('a page that cannot be built is a 500 that says why, and is tried again', async () => {
  const server = await serve({ sandbox: createSandbox(), port: 0 });
  onTestFinished(() => server.close());
  inspectorPage.mockRejectedValueOnce(new Error('page/main.tsx:1:1: Unexpected "}"'));
  const failed = await fetch(server.url);
  expect(failed.status).toBe(500);
  expect(failed.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await failed.text()).toBe('The inspector cannot be built: page/main.tsx:1:1: Unexpected "}"\n');
  inspectorPage.mockResolvedValueOnce('<!doctype html>');
  const page = await fetch(server.url);
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
});
