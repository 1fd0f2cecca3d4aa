// Public API of @mailrig/probes. Generated: do not edit.

import type { AddressResult } from '@mailrig/contract';

export interface Difference {
    readonly lines: readonly number[];
    readonly operation: string;
    readonly request: string;
    readonly kind: 'status' | 'code' | 'shape' | 'value' | 'identity' | 'timing';
    readonly path: string;
    readonly deployment: string;
    readonly sandbox: string;
    readonly message: string;
}

export interface KnownResult {
    readonly result: AddressResult;
    readonly riskScore?: number;
    readonly details?: {
        readonly isDisposable?: boolean;
        readonly isFreeProvider?: boolean;
        readonly isRoleAccount?: boolean;
    };
}

export interface NumberedExchange extends RecordedExchange {
    readonly line: number;
}

export interface RecordedAnswer extends RecordedMessage {
    readonly status: number;
    readonly code?: string | undefined;
}

export interface RecordedExchange {
    readonly at: string;
    readonly ms: number;
    readonly request: RecordedRequest;
    readonly response?: RecordedAnswer | undefined;
}

export interface RecordedMessage {
    readonly headers: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly bytes?: number | undefined;
}

export interface RecordedRequest extends RecordedMessage {
    readonly method: string;
    readonly path: string;
    readonly query?: string | undefined;
}

export interface Recorder {
    handle(request: Request): Promise<Response>;
}

export interface RecorderOptions {
    readonly baseUrl: string;
    readonly write: (line: string) => void | Promise<void>;
    readonly fetch?: typeof fetch;
    readonly now?: () => number;
}

export interface Recording {
    readonly at: string;
    readonly exchanges: readonly NumberedExchange[];
    readonly cutOff: boolean;
}

export declare class RecordingError extends Error {
    readonly name = "RecordingError";
    readonly line: number;
    constructor(line: number, reason: string);
}

export interface ReplayAccount {
    readonly startAt: string;
    readonly domain: string;
    readonly templates: Readonly<Record<string, {
        readonly subject: string;
        readonly text: string;
    }>>;
    readonly suppressions: readonly string[];
    readonly verificationResults: Readonly<Record<string, KnownResult>>;
    readonly outcomes: Readonly<Record<string, 'bounced' | 'failed'>>;
}

export interface ReplayReport {
    readonly exchanges: number;
    readonly compared: number;
    readonly differences: readonly Difference[];
    readonly skipped: readonly Skipped[];
    readonly notes: readonly string[];
}

export interface ReplayTarget {
    readonly baseUrl: string;
    readonly fetch: typeof fetch;
    readonly keys: {
        readonly live: string;
        readonly test: string;
    };
    readonly clock: {
        readonly advanceTo: (time: string) => unknown;
    };
}

export interface Skipped {
    readonly reason: string;
    readonly lines: readonly number[];
}

export type Tier = (typeof tiers)[number];

export declare function accountFor(recording: Recording): ReplayAccount;

export declare function createRecorder(options: RecorderOptions): Recorder;

export declare function readRecording(text: string): Recording;

export declare function replay(recording: Recording, target: ReplayTarget): Promise<ReplayReport>;

export declare function replayText(report: ReplayReport): string;

export declare const tiers: readonly [
    "observe",
    "simulate",
    "create",
    "burst"
];
