import { test } from '@mailrig/sandbox/vitest';

test('fails in a browser', ({ sandbox, expect }) => {
  expect(sandbox).toHaveSentEmail();
});
