/**
 * A sandbox for every Vitest test, and a matcher for its mail.
 *
 * @packageDocumentation
 */
import { expect, test as plainTest, type TestAPI } from 'vitest';
import type { ExpectedEmail } from './testing/expected-email.ts';
import { type HasMailbox, sentEmail } from './testing/sent-email.ts';
import type { SandboxOptions } from './options.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { SweepReport } from './sweep/report.ts';

export type { ExpectedEmail, ExpectedField, ExpectedText } from './testing/expected-email.ts';
export type { HasMailbox, Verdict } from './testing/sent-email.ts';
export { sweep } from './sweep/sweep.ts';
export { type FaultPhase, type SweepFault, sweepFaults } from './sweep/faults.ts';
export type { Invariant } from './sweep/invariants.ts';
export type { SweepCheck, SweepOptions, SweepOutcome, SweepScenario } from './sweep/options.ts';
export type { SweepBreak, SweepReport } from './sweep/report.ts';

/** Fixtures of every test. */
export interface SandboxFixtures {
  /** A sandbox for this test alone, made if the test asks for it: tests may run at the same time. */
  readonly sandbox: Sandbox;
  /** Options of that sandbox. Default: none; `test.override` sets them for a suite. */
  readonly sandboxOptions: SandboxOptions;
}

/** Vitest's `test` with a sandbox for every test that names it: `test('…', ({ sandbox }) => …)`. */
export const test: TestAPI<SandboxFixtures> = plainTest.extend<SandboxFixtures>({
  sandboxOptions: {},
  sandbox: ({ sandboxOptions }, use) => use(createSandbox(sandboxOptions)),
});

/** The same as {@link test}. */
export const it: TestAPI<SandboxFixtures> = test;

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Expects that a sandbox, or one of its accounts, sent an email like this, live or simulated. It
     * looks once, at the mail captured so far; `expect.poll` waits for it.
     */
    toHaveSentEmail(expected?: ExpectedEmail): R;
    /** Expects that nothing broke in a sweep: `expect(await sweep(sandbox, run)).toHoldEverywhere()`. */
    toHoldEverywhere(): R;
  }
}

expect.extend({
  toHaveSentEmail(received: unknown, expected?: ExpectedEmail) {
    if (!hasMailbox(received)) {
      throw new TypeError('toHaveSentEmail is for a sandbox: expect(sandbox).toHaveSentEmail({ to })');
    }
    return sentEmail(received, expected);
  },
  toHoldEverywhere(received: unknown) {
    if (!(received instanceof SweepReport)) {
      throw new TypeError(
        'toHoldEverywhere is for the report of a sweep: expect(await sweep(sandbox, run)).toHoldEverywhere()',
      );
    }
    return { pass: received.broken.length === 0, message: () => String(received) };
  },
});

function hasMailbox(value: unknown): value is HasMailbox {
  return typeof value === 'object' && value !== null && 'mailbox' in value;
}
