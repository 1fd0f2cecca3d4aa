import { test } from '@mailrig/sandbox/vitest';
import { realBugs } from '../src/index.ts';
import { readers } from '../src/real-bug.ts';

test.override({ sandboxOptions: readers });

for (const { name, bug, fix } of realBugs) {
  test(`the bug of ${name} is found, and its fix holds`, async ({ sandbox, expect }) => {
    const found = await bug(sandbox);
    expect(found.broken.length).toBeGreaterThan(0);
    expect(await fix(sandbox)).toHoldEverywhere();
  });
}
