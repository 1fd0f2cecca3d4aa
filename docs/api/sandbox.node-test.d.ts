// Public API of @mailrig/sandbox/node-test. Generated: do not edit.

import type { EmailStatus } from '@mailrig/contract';
import type { CheckOptions, EmailChecks, Environment, Mailbox, Sandbox, SandboxOptions, SweepReport } from '@mailrig/sandbox';

export interface Checkable {
    readonly id: string;
    readonly subject: string;
    readonly html?: string;
    readonly text?: string;
    check(options?: CheckOptions): Promise<EmailChecks>;
}

export interface ExpectedEmail {
    readonly to?: ExpectedText | readonly ExpectedText[];
    readonly from?: ExpectedText;
    readonly subject?: ExpectedText;
    readonly html?: ExpectedText;
    readonly text?: ExpectedText;
    readonly templateId?: string;
    readonly status?: EmailStatus;
    readonly environment?: Environment;
}

export type ExpectedField = keyof ExpectedEmail;

export type ExpectedText = string | RegExp;

export interface HasMailbox {
    readonly mailbox: Mailbox;
}

export declare function assertHoldsEverywhere(report: SweepReport): void;

export declare function assertNoSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): void;

export declare function assertPassesEmailChecks(message: Checkable, options?: CheckOptions): Promise<void>;

export declare function assertSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): void;

export declare function useSandbox(options?: SandboxOptions): Sandbox;

export { CheckName } from '@mailrig/sandbox';
export { CheckOptions } from '@mailrig/sandbox';
export { EmailChecks } from '@mailrig/sandbox';
export { FaultPhase } from '@mailrig/sandbox';
export { Finding } from '@mailrig/sandbox';
export { Invariant } from '@mailrig/sandbox';
export { Place } from '@mailrig/sandbox';
export { Severity } from '@mailrig/sandbox';
export { SweepBreak } from '@mailrig/sandbox';
export { SweepCheck } from '@mailrig/sandbox';
export { SweepFault } from '@mailrig/sandbox';
export { SweepOptions } from '@mailrig/sandbox';
export { SweepOutcome } from '@mailrig/sandbox';
export { SweepReport } from '@mailrig/sandbox';
export { SweepScenario } from '@mailrig/sandbox';
export { sweep } from '@mailrig/sandbox';
export { sweepFaults } from '@mailrig/sandbox';
