// Public API of mailrig/opentelemetry. Generated: do not edit.

import type { TracerProvider } from '@opentelemetry/api';
import type { Tracing } from 'mailrig';

export interface OpenTelemetryOptions {
    readonly tracerProvider?: TracerProvider | undefined;
    readonly propagate?: boolean | undefined;
}

export declare function openTelemetry({ tracerProvider, propagate }?: OpenTelemetryOptions): Tracing;

export { AttemptTrace } from 'mailrig';
export { CallEvent } from 'mailrig';
export { CallTrace } from 'mailrig';
export { LostEvent } from 'mailrig';
export { RequestEvent } from 'mailrig';
export { ResponseEvent } from 'mailrig';
export { TracedRequest } from 'mailrig';
export { Tracing } from 'mailrig';
