import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { realBugs } from '../src/index.ts';
import { readers } from '../src/real-bug.ts';

for (const { name, bug } of realBugs) {
  test(`the guide shows the report of ${name}, whose replays report each break in the same words`, async () => {
    const sandbox = createSandbox(readers);
    const found = await bug(sandbox);
    const file = `reports/${name.toLowerCase().replaceAll(/\W+/g, '-')}.txt`;
    await expect(String(found).replaceAll('examples/real-bugs/', '')).toMatchFileSnapshot(file);
    for (const { replay, invariant, message } of found.broken) {
      if (replay === undefined) continue;
      const again = await bug(sandbox, replay);
      expect(again.broken).toContainEqual(expect.objectContaining({ invariant, message }));
    }
  });
}
