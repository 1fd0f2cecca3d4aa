// #region all
import { test } from '@mailrig/sandbox/vitest';
import { realBugs } from '../src/index.ts';

const customFields = [
  { key: 'entries', label: 'Entries', type: 'text' },
  { key: 'news', label: 'News', type: 'text' },
] as const;
const contacts = [{ email: 'ada@example.org' }, { email: 'bob@example.org' }];
test.override({
  sandboxOptions: { seed: { accounts: [{ contactLists: [{ name: 'Readers', customFields, contacts }] }] } },
});

for (const { name, bug, fix } of realBugs) {
  test(`the bug of ${name} is found, and its fix holds`, async ({ sandbox, expect }) => {
    const found = await bug(sandbox);
    expect(found.broken.length).toBeGreaterThan(0);
    expect(await fix(sandbox)).toHoldEverywhere();
  });
}
// #endregion all

for (const { name, bug } of realBugs) {
  test(`each break of ${name} is reported by its replay in the same words`, async ({ sandbox, expect }) => {
    for (const { replay, invariant, message } of (await bug(sandbox)).broken) {
      if (replay === undefined) continue;
      const again = await bug(sandbox, replay);
      expect(again.broken).toContainEqual(expect.objectContaining({ invariant, message }));
    }
  });
}

for (const { name, bug } of realBugs) {
  test(`the guide shows the report of ${name}`, async ({ sandbox, expect }) => {
    const file = `reports/${name.toLowerCase().replaceAll(/\W+/g, '-')}.txt`;
    const report = String(await bug(sandbox)).replaceAll('examples/real-bugs/', '');
    await expect(report).toMatchFileSnapshot(file);
  });
}
