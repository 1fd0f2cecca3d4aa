/**
 * A sandbox for every Vitest test. An import of this module also adds matchers to Vitest's `expect`:
 *
 * - `expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: /code/ })`: a sandbox, or one of its accounts,
 *   sent an email like this so far, live or simulated.
 * - `await expect(message).toPassEmailChecks()`: the message passes all checks.
 * - `expect(report).toHoldEverywhere()`: a sweep found no case that breaks something.
 *
 * @packageDocumentation
 */
import { expect, onTestFinished, test as plainTest, type TestAPI } from 'vitest';
import type { CheckOptions } from './checks/options.ts';
import type { SweepReport } from './sweep/report.ts';
import type { sweep as plainSweep } from './sweep/sweep.ts';
import { endingSweep } from './testing/ending-sweep.ts';
import { matchers } from './testing/matchers.ts';
import { refuseMisspelt } from './testing/misspelt-fixtures.ts';
import { attachSweep, recordFailure } from './testing/vitest-recorder.ts';
import type { ExpectedEmail } from './testing/expected-email.ts';
import { endTest } from './testing/test-end.ts';
import type { SandboxOptions } from './control/options.ts';
import { createSandbox, type Sandbox } from './control/sandbox.ts';

export { sweepFaults } from './sweep/faults.ts';

/** Fixtures of every test. */
export interface SandboxFixtures {
  /** A sandbox for this test alone, made if the test asks for it: tests may run at the same time. */
  readonly sandbox: Sandbox;
  /** Options of that sandbox. Default: none; `test.override` sets them for a suite. */
  readonly sandboxOptions: SandboxOptions;
}

/**
 * Vitest's `test` with a sandbox for every test that names it: `test('…', ({ sandbox }) => …)`. A test that fails
 * leaves a file with its sandbox, for `mailrig-sandbox open`.
 *
 * ```ts
 * test('a new user gets a code', async ({ sandbox, expect }) => {
 *   await signUp(new Mailrig(sandbox.clientOptions()), 'grace@example.org');
 *   expect(sandbox).toHaveSentEmail({ to: 'grace@example.org' });
 * });
 * ```
 */
export const test: TestAPI<SandboxFixtures> = plainTest.extend<SandboxFixtures>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions, task }, use) => {
    const sandbox = createSandbox(sandboxOptions);
    await use(sandbox);
    endTest(sandbox);
    await recordFailure(task, sandbox);
  },
});

refuseMisspelt(test);

/** As `sweep` of `@mailrig/sandbox`. It ends with its test, even if the test times out. */
export const sweep: typeof plainSweep = endingSweep((end) => onTestFinished(end));

/** The same as {@link test}. */
export const it: TestAPI<SandboxFixtures> = test;

/** What matchers return here: `void`, or a promise after `resolves` and `expect.poll`. */
type Result<Assertion> = Assertion extends { toBe(expected: never): infer R } ? R : void;

declare module 'vitest' {
  // Without type parameters, because they differ between the versions of Vitest.
  interface Matchers {
    /**
     * Expects that a sandbox, or one of its accounts, sent an email like this, live or simulated. It
     * looks once, at the mail captured so far; `expect.poll` waits for it.
     */
    toHaveSentEmail(expected?: ExpectedEmail): Result<this>;
    /**
     * Expects that a captured message passes its checks: `await expect(message).toPassEmailChecks()`. A failure
     * shows each finding with its line of source.
     */
    toPassEmailChecks(options?: CheckOptions): Promise<void>;
    /**
     * Expects that nothing broke in a sweep: `expect(await sweep(sandbox, run)).toHoldEverywhere()`. If something
     * did, its report is an annotation of the test.
     */
    toHoldEverywhere(): Result<this>;
  }
}

expect.extend({
  ...matchers,
  toHoldEverywhere(received: unknown, ...surplus: readonly unknown[]) {
    const verdict = matchers.toHoldEverywhere(received, ...surplus);
    if (!verdict.pass && !this.isNot && this.task) attachSweep(this.task, received as SweepReport);
    return verdict;
  },
});
