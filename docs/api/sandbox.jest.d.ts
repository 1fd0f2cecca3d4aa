// Public API of @mailrig/sandbox/jest. Generated: do not edit.

import type { EmailStatus } from '@mailrig/contract';
import type { CheckOptions, Environment, Mailbox, Sandbox, SandboxOptions } from '@mailrig/sandbox';

declare global {
    namespace jest {
        interface Matchers<R> extends SandboxMatchers<R> {
        }
    }
}

declare module 'expect' {
    interface Matchers<R> extends SandboxMatchers<R> {
    }
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

export interface SandboxMatchers<R> {
    toHaveSentEmail(expected?: ExpectedEmail): R;
    toPassEmailChecks(options?: CheckOptions): Promise<void>;
    toHoldEverywhere(): R;
}

export interface Verdict {
    readonly pass: boolean;
    message(): string;
}

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
