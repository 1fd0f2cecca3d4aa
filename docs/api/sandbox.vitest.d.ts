// Public API of @mailrig/sandbox/vitest. Generated: do not edit.

import type { EmailStatus } from '@mailrig/contract';
import type { CheckOptions, Environment, Mailbox, Sandbox, SandboxOptions } from '@mailrig/sandbox';
import type { TestAPI } from 'vitest';

declare module 'vitest' {
    interface Matchers {
        toHaveSentEmail(expected?: ExpectedEmail): Result<this>;
        toPassEmailChecks(options?: CheckOptions): Promise<void>;
        toHoldEverywhere(): Result<this>;
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

type Result<Assertion> = Assertion extends {
    toBe(expected: never): infer R;
} ? R : void;

export interface SandboxFixtures {
    readonly sandbox: Sandbox;
    readonly sandboxOptions: SandboxOptions;
}

export interface Verdict {
    readonly pass: boolean;
    message(): string;
}

export declare const it: TestAPI<SandboxFixtures>;

export declare const test: TestAPI<SandboxFixtures>;

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
