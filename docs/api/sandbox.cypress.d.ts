// Public API of @mailrig/sandbox/cypress. Generated: do not edit.

import type { ClockView, Duration, FaultInput, MessageFilter, MessageView } from '@mailrig/sandbox';

export interface AwaitedMessage extends MessageFilter {
    readonly wait?: Duration | undefined;
}

export interface LatestMessageView extends MessageView {
    readonly links: readonly string[];
    readonly codes: readonly string[];
}

export interface RemoteSandbox {
    readonly url: string;
    readonly controlToken?: string | undefined;
}

export type SandboxTasks = {
    readonly 'mailrig:reset': () => Promise<null>;
    readonly 'mailrig:message': (awaited?: AwaitedMessage | null) => Promise<LatestMessageView>;
    readonly 'mailrig:messages': (filter?: MessageFilter | null) => Promise<readonly MessageView[]>;
    readonly 'mailrig:advance': (by: Duration) => Promise<ClockView>;
    readonly 'mailrig:fault': (fault: FaultInput) => Promise<null>;
};

export declare function sandboxTasks(sandbox: RemoteSandbox): SandboxTasks;

export { ClockView } from '@mailrig/sandbox';
export { Duration } from '@mailrig/sandbox';
export { FaultInput } from '@mailrig/sandbox';
export { MessageFilter } from '@mailrig/sandbox';
export { MessageView } from '@mailrig/sandbox';
