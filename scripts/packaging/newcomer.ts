import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setup as ownTemporaryFolder } from '../../tooling/temporary-folder.ts';
import { run } from './command.ts';
import { guides, runCommands, writeGuide } from './guides.ts';
import { pack } from './project.ts';

/**
 * Follows guides to the letter, each in an empty folder, with npm and the packed packages, and prints how long
 * npm and the commands take. Pass the names of guides, such as `express`; the default is those for test runners.
 * Playwright's download of its browser does not count: Debian's Chromium stands in.
 */
const wanted =
  process.argv.length > 2 ? process.argv.slice(2) : ['getting-started', 'jest', 'node-test', 'playwright'];
process.once('exit', ownTemporaryFolder());
const scratch = mkdtempSync(join(tmpdir(), 'newcomer-'));
const tarballs = await pack(scratch);

/** The tarballs that npm needs to install a package: itself, and those of ours that it depends on. */
const parts: Readonly<Record<string, readonly string[]>> = {
  mailrig: ['@mailrig/contract', 'mailrig'],
  '@mailrig/sandbox': ['@mailrig/contract', '@mailrig/sandbox'],
};

for (const guide of guides.filter(({ name }) => wanted.includes(name))) {
  const folder = join(scratch, guide.name);
  writeGuide(guide, folder);
  const install = await seconds(async () => {
    for (const command of guide.installs) {
      const words = command
        .split(' ')
        .flatMap((word) => parts[word]?.map((name) => tarballs[name] ?? name) ?? word);
      await run(folder, 'npm', [...words.slice(1), '--no-audit', '--no-fund']);
    }
  });
  const test = await seconds(async () => void (await runCommands(guide, folder)));
  console.log(`${guide.name}: npm ${install} s, test ${test} s`);
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const start = performance.now();
  await work();
  return ((performance.now() - start) / 1000).toFixed(1);
}
