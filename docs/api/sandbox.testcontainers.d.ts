// Public API of @mailrig/sandbox/testcontainers. Generated: do not edit.

import type { CheckOptions, Duration, EmailChecks, MessageFilter, MessageView, Seed } from '@mailrig/sandbox';
import type { AbstractStartedContainer, GenericContainer } from 'testcontainers';

export interface RemoteAccount {
    readonly url: string;
    readonly id: string;
    readonly domain: string;
    readonly apiKey: string;
    readonly liveApiKey: string;
    messages(filter?: MessageFilter): Promise<readonly RemoteMessage[]>;
    waitForMessage(filter?: MessageFilter, timeout?: Duration): Promise<RemoteMessage>;
}

export interface RemoteMessage extends MessageView {
    links(): string[];
    codes(): string[];
    raw(): Promise<Uint8Array>;
    check(options?: CheckOptions): Promise<EmailChecks>;
}

export declare class SandboxContainer extends GenericContainer {
    #private;
    constructor(image?: string);
    withClock(clock: 'system' | 'manual'): this;
    withSeed(seed: Seed): this;
    withControlToken(token: string): this;
    start(): Promise<StartedSandboxContainer>;
}

export declare class StartedSandboxContainer extends AbstractStartedContainer {
    #private;
    getUrl(): string;
    getAccount(): RemoteAccount;
    openAccount(domain: string): Promise<RemoteAccount>;
}
