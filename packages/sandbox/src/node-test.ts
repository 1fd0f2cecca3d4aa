/**
 * A sandbox for the tests of a `node:test` file, and assertions about its mail.
 *
 * @packageDocumentation
 */
import { AssertionError } from 'node:assert';
import { afterEach, beforeEach } from 'node:test';
import type { CheckOptions } from './checks/options.ts';
import { endTest } from './testing/test-end.ts';
import type { SandboxOptions } from './control/options.ts';
import { createSandbox, type Sandbox } from './control/sandbox.ts';
import type { SweepReport } from './sweep/report.ts';
import { type Checkable, passesEmailChecks } from './testing/email-checks.ts';
import type { ExpectedEmail } from './testing/expected-email.ts';
import { type HasMailbox, sentEmail } from './testing/sent-email.ts';

export { sweep } from './sweep/sweep.ts';
export { sweepFaults } from './sweep/faults.ts';

/**
 * Creates a sandbox for a file or a `describe` block. It is reset before each of its tests and subtests, clock and
 * ids included; its keys and its `fetch` stay the same. Concurrent tests share it: create one in each of those.
 *
 * ```ts
 * const sandbox = useSandbox({ clock: 'manual' });
 *
 * test('a new user gets a code', async () => {
 *   await signUp(new Mailrig(sandbox.clientOptions()), 'grace@example.org');
 *   assertSentEmail(sandbox, { to: 'grace@example.org' });
 * });
 * ```
 */
export function useSandbox(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox(options);
  beforeEach(() => sandbox.reset());
  afterEach(() => endTest(sandbox));
  return sandbox;
}

/**
 * Asserts that a sandbox, or one of its accounts, sent an email like this, live or simulated. It looks once, at the
 * mail captured so far.
 *
 * @throws AssertionError that shows the nearest email, field by field.
 */
export function assertSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): void {
  const verdict = sentEmail(sandbox, expected);
  if (!verdict.pass) throw new AssertionError({ message: verdict.message(), stackStartFn: assertSentEmail });
}

/**
 * Asserts that no email like this was sent so far; without conditions, no email at all.
 *
 * @throws AssertionError that shows the email.
 */
export function assertNoSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): void {
  const verdict = sentEmail(sandbox, expected);
  if (verdict.pass) throw new AssertionError({ message: verdict.message(), stackStartFn: assertNoSentEmail });
}

/**
 * Asserts that a captured message passes its checks: `await assertPassesEmailChecks(message)`.
 *
 * @throws AssertionError that shows each finding with its line of source.
 */
export async function assertPassesEmailChecks(message: Checkable, options?: CheckOptions): Promise<void> {
  const verdict = await passesEmailChecks(message, options);
  if (!verdict.pass) {
    throw new AssertionError({ message: verdict.message(), stackStartFn: assertPassesEmailChecks });
  }
}

/**
 * Asserts that nothing broke in a sweep: `assertHoldsEverywhere(await sweep(sandbox, run))`.
 *
 * @throws AssertionError whose message is the report.
 */
export function assertHoldsEverywhere(report: SweepReport): void {
  if (report.broken.length === 0) return;
  throw new AssertionError({ message: String(report), stackStartFn: assertHoldsEverywhere });
}
