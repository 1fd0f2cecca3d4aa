import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';
import { endOf, killWhen, prepare, summaryOf } from './runs/processes.ts';

vi.setConfig({ testTimeout: 120_000 });

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Makes a run wait for its results until this is called. */
function holdResults({ sandbox }: Prepared): () => void {
  sandbox.faults.add({ operation: 'getVerification', effect: { status: 503 } });
  return () => sandbox.faults.clear();
}

test.skipIf(!hasNamespaces())('of two containers that share a journal, only one pays', async () => {
  const prepared = await prepare();
  const { sandbox, startAsFirst, file } = prepared;
  const before = sandbox.credits.balance();
  const release = holdResults(prepared);
  const first = summaryOf(startAsFirst('verify', '3000', file));
  await vi.waitFor(() => expect(sandbox.verifications.list()).toHaveLength(3), { timeout: 60_000 });
  const second = await endOf(startAsFirst('verify', '3000', file));
  release();
  expect(second).toMatchObject({ code: 'JOURNAL_FAILED', message: expect.stringContaining('in use') });
  expect(await first).toMatchObject({ succeeded: 3_000, creditsDeducted: 3_000 });
  expect(before - sandbox.credits.balance()).toBe(3_000);
});

test('of many starts at once after a kill, exactly one continues the run', async () => {
  const prepared = await prepare();
  const { sandbox, start, file } = prepared;
  const before = sandbox.credits.balance();
  const release = holdResults(prepared);
  await killWhen(start('verify', '3000', file), () => sandbox.verifications.list().length === 1);
  const starts = nightly ? 6 : 3;
  let refused = 0;
  const ends = Array.from({ length: starts }, async () => {
    const end = await endOf(start('verify', '3000', file));
    if ('code' in end && (refused += 1) === starts - 1) release();
    return end;
  });
  const winners = (await Promise.all(ends)).filter((end) => !('code' in end));
  expect(winners).toMatchObject([{ succeeded: 3_000, creditsDeducted: 3_000 }]);
  expect(before - sandbox.credits.balance()).toBe(3_000);
});

test.each([
  ['nothing', ''],
  ['half a record', '{"pid":'],
])('a lock file with %s that nobody holds refuses no start', async (_, content) => {
  const { start, file } = await prepare();
  writeFileSync(`${file}.lock`, content);
  expect(await summaryOf(start('send', '3', file))).toMatchObject({ succeeded: 3 });
  expect(await summaryOf(start('send', '3', file))).toMatchObject({ resumed: 3 });
});

/** Whether this machine lets us number processes from 1, as containers do. */
function hasNamespaces(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
