// Public API of @mailrig/sandbox/playwright. Generated: do not edit.

import type { EmailStatus } from '@mailrig/contract';
import type { CheckOptions, Duration, EmailChecks, Environment, Mailbox, MessageFilter, MessageView, Sandbox, SandboxOptions } from '@mailrig/sandbox';
import type { BrowserContext, Page } from '@playwright/test';

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

export interface RemoteAccount {
    readonly url: string;
    readonly id: string;
    readonly domain: string;
    readonly apiKey: string;
    readonly liveApiKey: string;
    messages(filter?: MessageFilter): Promise<readonly RemoteMessage[]>;
    waitForMessage(filter?: MessageFilter, timeout?: Duration): Promise<RemoteMessage>;
}

export interface RemoteAccountOptions extends RemoteSandbox {
    readonly domain: string;
}

export interface RemoteMessage extends MessageView {
    links(): string[];
    codes(): string[];
    raw(): Promise<Uint8Array>;
    check(options?: CheckOptions): Promise<EmailChecks>;
}

interface RemoteSandbox {
    readonly url: string;
    readonly controlToken?: string | undefined;
}

export interface SandboxFixtures {
    sandbox: Sandbox;
    sandboxOptions: SandboxOptions;
}

export interface Verdict {
    readonly pass: boolean;
    message(): string;
}

export interface WorkerFixtures {
    account: RemoteAccount;
    sandboxUrl: string | undefined;
    accountDomain: string | undefined;
    controlToken: string | undefined;
}

export declare const expect: import("@playwright/test").Expect<{
    toHaveSentEmail(sandbox: HasMailbox, expected?: ExpectedEmail): Verdict;
    toPassEmailChecks(message: Checkable, options?: CheckOptions): Promise<Verdict>;
}>;

export declare function openRemoteAccount({ domain, ...sandbox }: RemoteAccountOptions): Promise<RemoteAccount>;

export declare function routeToSandbox(target: Page | BrowserContext, sandbox: Sandbox): Promise<void>;

export declare const test: import("@playwright/test").TestType<import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions & SandboxFixtures, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions & WorkerFixtures>;

export { CheckName } from '@mailrig/sandbox';
export { CheckOptions } from '@mailrig/sandbox';
export { EmailChecks } from '@mailrig/sandbox';
export { Finding } from '@mailrig/sandbox';
export { Place } from '@mailrig/sandbox';
export { Severity } from '@mailrig/sandbox';
