/**
 * A sandbox for the tests of a Jest file. An import of this module also adds matchers to Jest's `expect`:
 *
 * - `expect(sandbox).toHaveSentEmail({ to: 'grace@example.org', subject: /code/ })`: a sandbox, or one of its accounts,
 *   sent an email like this so far, live or simulated.
 * - `await expect(message).toPassEmailChecks()`: the message passes all checks.
 * - `expect(report).toHoldEverywhere()`: a sweep found no case that breaks something.
 *
 * @packageDocumentation
 */
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { CheckOptions } from './checks/options.ts';
import { matchers } from './testing/matchers.ts';
import { endTest } from './testing/test-end.ts';
import type { SandboxOptions } from './control/options.ts';
import { createSandbox, type Sandbox } from './control/sandbox.ts';
import type { ExpectedEmail } from './testing/expected-email.ts';

export { sweep } from './sweep/sweep.ts';
export { sweepFaults } from './sweep/faults.ts';

/**
 * Creates a sandbox for a file or a `describe` block. It is reset before each of its tests, clock and ids included;
 * its keys and its `fetch` stay the same. Tests of `test.concurrent` share it: create one in each of those.
 */
export function useSandbox(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox(options);
  beforeEach(() => sandbox.reset());
  afterEach(() => endTest(sandbox));
  return sandbox;
}

/** The matchers that an import of this module adds to Jest's `expect`. */
export interface SandboxMatchers<R> {
  /**
   * Expects that a sandbox, or one of its accounts, sent an email like this, live or simulated. It
   * looks once, at the mail captured so far.
   */
  toHaveSentEmail(expected?: ExpectedEmail): R;
  /**
   * Expects that a captured message passes its checks: `await expect(message).toPassEmailChecks()`. A failure
   * shows each finding with its line of source.
   */
  toPassEmailChecks(options?: CheckOptions): Promise<void>;
  /** Expects that nothing broke in a sweep: `expect(await sweep(sandbox, run)).toHoldEverywhere()`. */
  toHoldEverywhere(): R;
}

declare global {
  namespace jest {
    interface Matchers<R> extends SandboxMatchers<R> {}
  }
}

// oxlint-disable-next-line typescript/ban-ts-comment -- There is an error only if the module is not found.
/** @ts-ignore Not every package manager lets this module find it. */
declare module 'expect' {
  interface Matchers<R> extends SandboxMatchers<R> {}
}

expect.extend(matchers);
