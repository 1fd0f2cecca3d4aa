import { isMarkedAs } from '../control/copies.ts';
import type { SweepReport } from '../sweep/report.ts';
import type { CheckOptions } from '../checks/options.ts';
import { type Checkable, passesEmailChecks } from './email-checks.ts';
import type { ExpectedEmail } from './expected-email.ts';
import { sentEmail, type Verdict } from './sent-email.ts';

/** Matchers for the `expect.extend` of Vitest and Jest. */
export const matchers = {
  toHaveSentEmail(received: unknown, expected?: ExpectedEmail): Verdict {
    return sentEmail(received, expected);
  },
  async toPassEmailChecks(received: unknown, options?: CheckOptions): Promise<Verdict> {
    if (!isCheckable(received)) {
      throw new TypeError(
        'toPassEmailChecks is for a message of a mailbox: await expect(sandbox.mailbox.latest()).toPassEmailChecks()',
      );
    }
    return await passesEmailChecks(received, options);
  },
  toHoldEverywhere(received: unknown): Verdict {
    if (!isSweepReport(received)) {
      throw new TypeError(
        'toHoldEverywhere is for the report of a sweep: expect(await sweep(sandbox, run)).toHoldEverywhere()',
      );
    }
    return { pass: received.broken.length === 0, message: () => String(received) };
  },
};

function isCheckable(value: unknown): value is Checkable {
  return typeof value === 'object' && value !== null && 'check' in value && 'subject' in value;
}

function isSweepReport(value: unknown): value is SweepReport {
  return isMarkedAs('sweep report', value);
}
