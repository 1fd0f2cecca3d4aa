import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, onTestFinished, test } from 'vitest';
import { verifyFile } from '../src/verify.ts';

/** A sandbox that verifies at once, a file with these lines, and a run of the program. */
function prepare(...lines: readonly string[]) {
  const sandbox = createSandbox({ timing: { verification: { pending: 0, perEmail: 0 } } });
  const mail = new Mailrig(sandbox.clientOptions());
  const folder = mkdtempSync(join(tmpdir(), 'verify-a-csv-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const input = join(folder, 'addresses.csv');
  const output = join(folder, 'results.csv');
  writeFileSync(input, `${lines.join('\n')}\n`);
  const stream = { write: () => undefined };
  return {
    sandbox,
    run: () => verifyFile(mail, input, output, { stream }),
    results: () => readFileSync(output, 'utf8').trimEnd().split('\n'),
  };
}

test('each address is verified once, and invalid ones cost nothing; grouped results leave out why one is dirty (A129)', async () => {
  const { run, results } = prepare(
    'name,email',
    'Ada,ada@example.net',
    'Ada, ADA@example.net ',
    '"Bob, the elder",bob@gmial.com',
    'Carol,"carol, at home"',
  );
  expect(await run()).toMatchObject({ succeeded: 3, resumed: 0, creditsDeducted: 2 });
  expect(results()).toEqual([
    'email,status,result',
    '"carol, at home",dirty,invalid',
    'ada@example.net,clean,valid',
    'bob@gmial.com,dirty,',
  ]);
});

test('a restart with nothing left to do writes the same results and costs nothing', async () => {
  const { sandbox, run, results } = prepare('email', 'ada@example.net', 'no address');
  await run();
  const first = results();
  sandbox.requests.clear();
  expect(await run()).toMatchObject({ succeeded: 2, creditsDeducted: 1 });
  expect(results()).toEqual(first);
  expect(sandbox.requests.count({ operation: 'createVerificationBatch' })).toBe(0);
});

test('when the credits run out, paid results are kept, and a restart with new credits resumes', async () => {
  const numbered = Array.from({ length: 1_500 }, (_, index) => `reader${index}@example.net`);
  const { sandbox, run, results } = prepare('email', ...numbered);
  sandbox.credits.set(1_200);
  await expect(run()).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS', outcome: 'rejected' });
  expect(results()).toHaveLength(1 + 1_000);

  sandbox.credits.set(500);
  expect(await run()).toMatchObject({ succeeded: 1_500, resumed: 1_000, creditsDeducted: 1_500 });
  expect(results()).toHaveLength(1 + 1_500);
  expect(sandbox.credits.balance()).toBe(0);
});
