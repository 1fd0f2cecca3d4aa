import { expect, test, vi } from 'vitest';
import { serveSandbox } from './open-inspector.ts';

const inspectorPage = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('../../src/inspector/bundle.ts', () => ({ inspectorPage }));

test('if bundling the page fails, the response is a 500 with the reason, and the next request bundles it again', async () => {
  const url = await serveSandbox();
  inspectorPage.mockRejectedValueOnce(new Error('page/main.tsx:1:1: Unexpected "}"'));
  const failed = await fetch(url);
  expect(failed.status).toBe(500);
  expect(failed.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await failed.text()).toMatch(
    /<h1>The inspector cannot be built<\/h1><pre>page\/main\.tsx:1:1: Unexpected &quot;}&quot;<\/pre>/,
  );
  inspectorPage.mockResolvedValueOnce('<!doctype html>');
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
});
