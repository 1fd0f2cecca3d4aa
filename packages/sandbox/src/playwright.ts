/**
 * A sandbox for every Playwright test, behind the calls of its pages. Its `expect` also has matchers:
 *
 * - `expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: /code/ })`: a sandbox, or one of its accounts,
 *   sent an email like this so far, live or simulated.
 * - `await expect(message).toPassEmailChecks()`: the message passes all checks.
 * - `expect(report).toHoldEverywhere()`: a sweep found no case that breaks something.
 *
 * @packageDocumentation
 */
import { expect as plainExpect, type ExpectMatcherState, test as plainTest } from '@playwright/test';
import type { CheckOptions } from './checks/options.ts';
import type { SweepReport } from './sweep/report.ts';
import type { Checkable } from './testing/email-checks.ts';
import type { ExpectedEmail } from './testing/expected-email.ts';
import { matchers } from './testing/matchers.ts';
import { accountTest, openedAccount } from './testing/playwright-account.ts';
import { attachSweep, awaitEnd, leaveIfFailed } from './testing/playwright-recorder.ts';
import { recordingOfTest } from './testing/recording-file.ts';
import type { HasMailbox, Verdict } from './testing/sent-email.ts';
import { routeToSandbox } from './mounts/playwright.ts';
import { endTest } from './testing/test-end.ts';
import type { SandboxOptions } from './control/options.ts';
import { createSandbox, type Sandbox } from './control/sandbox.ts';

export { routeToSandbox } from './mounts/playwright.ts';
export { sweep } from './sweep/sweep.ts';
export { sweepFaults } from './sweep/faults.ts';
export type { WorkerFixtures } from './testing/playwright-account.ts';
export {
  openRemoteAccount,
  type RemoteAccount,
  type RemoteAccountOptions,
  type RemoteMessage,
} from './testing/remote-account.ts';

/** Fixtures of every test. */
export interface SandboxFixtures {
  /**
   * A sandbox for this test alone, in the test's process. Every page of the test's context reaches it at
   * `sandbox.baseUrl`. Calls from a server do not: serve a sandbox for those.
   */
  sandbox: Sandbox;
  /** Options of that sandbox, above all its `baseUrl`: `test.use({ sandboxOptions: { baseUrl } })`. */
  sandboxOptions: SandboxOptions;
  /** Leaves the file of a failed test. It runs by itself. */
  recorder: void;
}

/**
 * Playwright's `test` with a sandbox for every test that names it: `test('…', ({ page, sandbox }) => …)`.
 *
 * A test that fails has a file among its attachments, for `mailrig-sandbox open`. It holds the test's own `sandbox`.
 * Without one, it holds the worker's `account`, if that is open, including what earlier tests of the worker left in it.
 * Other accounts are not in the file.
 */
export const test = accountTest.extend<SandboxFixtures>({
  sandboxOptions: [{}, { option: true }],
  sandbox: async ({ context, sandboxOptions }, use, testInfo) => {
    const sandbox = createSandbox(sandboxOptions);
    await routeToSandbox(context, sandbox);
    await use(sandbox);
    endTest(sandbox);
    await leaveIfFailed(testInfo, (failed) => recordingOfTest(sandbox, failed));
  },
  // Not every test names the account that its server uses.
  recorder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what the fixture needs.
    async ({}, use, testInfo) => {
      awaitEnd(testInfo);
      await use();
      await leaveIfFailed(testInfo, (failed) => openedAccount()?.save(failed));
    },
    { auto: true, box: true },
  ],
});

/** The arguments that each matcher takes. */
// An interface would lack the index signature that Playwright asks for.
export type SandboxMatchers = {
  /** An email like this was sent so far, live or simulated. */
  toHaveSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): Verdict;
  /** A captured message passes its checks; a failure shows each finding with its line of source. */
  toPassEmailChecks(message: Checkable, options?: CheckOptions): Promise<Verdict>;
  /** Nothing broke in a sweep. If something did, its report and a file with the first break are attached to the test. */
  toHoldEverywhere(this: ExpectMatcherState, report: SweepReport): Verdict;
};

const ownMatchers: SandboxMatchers = {
  ...matchers,
  toHoldEverywhere(this: ExpectMatcherState, report: SweepReport, ...surplus: readonly unknown[]) {
    const verdict = matchers.toHoldEverywhere(report, ...surplus);
    if (!verdict.pass && !this.isNot) attachSweep(plainTest.info(), report);
    return verdict;
  },
};

/** Playwright's `expect` with matchers for mail and sweeps; `expect.poll(() => sandbox)` waits for an email. */
export const expect = plainExpect.extend(ownMatchers);
