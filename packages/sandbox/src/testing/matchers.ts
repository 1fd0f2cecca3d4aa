import { isMarkedAs } from '../control/copies.ts';
import type { SweepReport } from '../sweep/report.ts';
import type { CheckOptions } from '../checks/options.ts';
import { type Checkable, passesEmailChecks } from './email-checks.ts';
import type { ExpectedEmail } from './expected-email.ts';
import { sentEmail, type Verdict } from './sent-email.ts';

/** Matchers for the `expect.extend` of Vitest, Jest and Playwright. */
export const matchers = {
  toHaveSentEmail(received: unknown, expected?: ExpectedEmail, ...surplus: readonly unknown[]): Verdict {
    refuseSurplus(
      'toHaveSentEmail',
      surplus,
      'the fields of the email; to count, use sandbox.mailbox.list()',
    );
    return sentEmail(received, expected);
  },
  async toPassEmailChecks(
    received: unknown,
    options?: CheckOptions,
    ...surplus: readonly unknown[]
  ): Promise<Verdict> {
    refuseSurplus('toPassEmailChecks', surplus, 'the options');
    if (!isCheckable(received)) {
      throw new TypeError(
        'toPassEmailChecks is for a message of a mailbox: await expect(sandbox.mailbox.latest()).toPassEmailChecks()',
      );
    }
    return await passesEmailChecks(received, options);
  },
  toHoldEverywhere(received: unknown, ...surplus: readonly unknown[]): Verdict {
    refuseSurplus('toHoldEverywhere', surplus, 'nothing: the options belong to sweep()');
    if (!isSweepReport(received)) {
      throw new TypeError(
        'toHoldEverywhere is for the report of a sweep: expect(await sweep(sandbox, run)).toHoldEverywhere()',
      );
    }
    return { pass: received.broken.length === 0, message: () => String(received) };
  },
};

/** With an argument that has no effect, a test would promise more than it checks. */
function refuseSurplus(matcher: string, surplus: readonly unknown[], takes: string): void {
  if (surplus.some((one) => one !== undefined)) throw new TypeError(`${matcher} takes ${takes}`);
}

function isCheckable(value: unknown): value is Checkable {
  return typeof value === 'object' && value !== null && 'check' in value && 'subject' in value;
}

const isSweepReport = (value: unknown): value is SweepReport => isMarkedAs('sweep report', value);
