// Public API of @mailrig/sandbox/msw. Generated: do not edit.

import type { OperationName } from '@mailrig/contract';
import type { Sandbox } from '@mailrig/sandbox';
import type { HttpHandler } from 'msw';

export interface HandlersOptions {
    readonly only?: readonly OperationName[];
    readonly except?: readonly OperationName[];
}

export declare function handlers(sandbox: Sandbox, options?: HandlersOptions): HttpHandler[];
