// Public API of @mailrig/sandbox/msw/fetch. Generated: do not edit.

import type { OperationName } from '@mailrig/contract';
import type { Sandbox } from '@mailrig/sandbox';

export interface FetchInterception {
    close(): void;
    [Symbol.dispose](): void;
}

export interface HandlersOptions {
    readonly only?: readonly OperationName[];
    readonly except?: readonly OperationName[];
}

export declare function interceptFetch(sandbox: Sandbox, options?: HandlersOptions): FetchInterception;
