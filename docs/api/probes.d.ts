// Public API of @mailrig/probes. Generated: do not edit.

import type { AddressResult, Calibration, WireOption } from '@mailrig/contract';

export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly json: unknown;
}

export type Answers = Readonly<Partial<Record<RequestName, Answer>>>;

export interface AskOptions {
    readonly tiers?: readonly Tier[];
    readonly onRequest?: (name: RequestName, request: ProbeRequest) => void;
    readonly wait?: (milliseconds: number) => Promise<void>;
    readonly run?: string;
}

export interface Asked {
    readonly answers: Answers;
    readonly missing: Readonly<Partial<Record<RequestName, string>>>;
}

interface Body {
    readonly json?: unknown;
}

export interface CalibrateOptions extends AskOptions {
    readonly now?: () => Date;
}

export interface Deployment {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly from?: string;
    readonly liveHost?: string;
    readonly fetch?: typeof fetch;
}

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

export interface Drift {
    readonly probe: string;
    readonly question: string;
    readonly verdict: 'sandbox is wrong' | 'service moved';
    readonly deployment: string;
    readonly sandbox: string;
    readonly document?: string;
    readonly seen: string;
    readonly option?: string;
    readonly requirements: readonly string[];
    readonly decisions: readonly string[];
}

export interface DriftReport {
    readonly date: string;
    readonly baseUrl: string;
    readonly same: readonly string[];
    readonly drift: readonly Drift[];
    readonly known: readonly Drift[];
    readonly stale: readonly KnownDrift[];
    readonly notMeasured: Readonly<Record<string, string>>;
}

export type Finding = {
    readonly kind: 'value';
    readonly value: string;
    readonly seen: string;
} | {
    readonly kind: 'undetermined' | 'contradictory';
    readonly reason: string;
};

export interface Found {
    readonly probe: Probe;
    readonly finding: Finding;
}

export interface KnownDrift {
    readonly probe: string;
    readonly deployment: string;
    readonly sandbox: string;
    readonly reason: string;
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

export declare class NoAnswerError extends ProbeError {
    readonly name = "NoAnswerError";
}

export interface NumberedExchange extends RecordedExchange {
    readonly line: number;
}

export interface Probe {
    readonly name: string;
    readonly question: string;
    readonly tier: Tier;
    readonly requirements: readonly `R${number}`[];
    readonly decisions: readonly `A${number}`[];
    readonly option?: WireOption;
    readonly expected?: string;
    readonly reads: readonly RequestName[];
    readonly needs: 'all' | 'one';
    readonly conclude: (answers: Answers) => Finding;
}

export declare class ProbeError extends Error {
    readonly name: string;
}

export interface ProbeRequest {
    readonly tier: Tier;
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
    readonly path: string;
    readonly auth?: 'none' | 'wrong' | 'x-api-key' | 'wrong x-api-key';
    readonly json?: unknown;
    readonly text?: readonly [
        body: string,
        contentType: string
    ];
    readonly expects?: readonly number[];
    readonly needs?: string;
    readonly gives?: Readonly<Record<string, (answer: Answer) => string | undefined>>;
    readonly stopsIf?: (answer: Answer) => string | undefined;
    readonly until?: number;
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

export type RequestName = keyof typeof table;

export interface Skipped {
    readonly reason: string;
    readonly lines: readonly number[];
}

export type Tier = (typeof tiers)[number];

export interface VerifyOptions extends Omit<AskOptions, 'wait'> {
    readonly wait?: AskOptions['wait'];
    readonly waitInSandbox: Required<AskOptions>['wait'];
    readonly calibration?: Calibration;
    readonly known?: readonly KnownDrift[];
    readonly now?: () => Date;
}

export declare function accountFor(recording: Recording): ReplayAccount;

export declare function ask(deployment: Deployment, options?: AskOptions): Promise<Asked>;

export declare function calibrate(deployment: Deployment, options?: CalibrateOptions): Promise<Calibration>;

export declare function createRecorder(options: RecorderOptions): Recorder;

export declare function findingsOf(asked: Asked): readonly Found[];

declare function idOf(answer: Body): string | undefined;

export declare const probes: readonly Probe[];

export declare function readRecording(text: string): Recording;

export declare function replay(recording: Recording, target: ReplayTarget): Promise<ReplayReport>;

export declare function replayText(report: ReplayReport): string;

export declare const requests: Readonly<Record<RequestName, ProbeRequest>>;

export declare function requestsOf(tiers: readonly Tier[]): readonly (readonly [
    RequestName,
    ProbeRequest
])[];

declare const table: {
    readonly emails: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=2";
        readonly gives: {
            readonly email: (answer: Answer) => string | undefined;
        };
    };
    readonly withoutKey: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails";
        readonly auth: "none";
        readonly expects: readonly [
            401
        ];
    };
    readonly wrongKey: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails";
        readonly auth: "wrong";
        readonly expects: readonly [
            401
        ];
    };
    readonly keyAsHeader: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=1";
        readonly auth: "x-api-key";
        readonly expects: readonly [
            401
        ];
    };
    readonly twoKeys: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=1";
        readonly auth: "wrong x-api-key";
        readonly expects: readonly [
            401
        ];
    };
    readonly unknownPath: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/mailrig-probe";
    };
    readonly unknownPathWithoutKey: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/mailrig-probe";
        readonly auth: "none";
        readonly expects: readonly [
            401
        ];
    };
    readonly wrongMethod: {
        readonly tier: "observe";
        readonly method: "PATCH";
        readonly path: "/api/v1/email-verification/stats";
        readonly json: {};
    };
    readonly pageBeyondEnd: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?page=999999&limit=100";
    };
    readonly limitOver100: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=101";
    };
    readonly limitAsWord: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=abc";
    };
    readonly pageZero: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?page=0";
    };
    readonly unknownStatus: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?status=mailrig-probe";
    };
    readonly basicDate: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?startDate=20260101T000000Z&limit=1";
    };
    readonly invalidDate: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails?startDate=mailrig-probe";
    };
    readonly email: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails/{email}";
    };
    readonly emailStats: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/emails/stats";
    };
    readonly lists: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists";
        readonly gives: {
            readonly list: (answer: Answer) => string | undefined;
            readonly countedList: (answer: Answer) => string | undefined;
        };
    };
    readonly contacts: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{list}/contacts?limit=2";
    };
    readonly suppressedContacts: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{countedList}/contacts?status=suppressed&limit=1";
    };
    readonly unknownList: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: `/api/v1/contact-lists/lst_${string}/contacts`;
    };
    readonly verifications: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification?limit=5";
    };
    readonly verificationStats: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/stats";
    };
    readonly unknownVerification: {
        readonly tier: "observe";
        readonly method: "GET";
        readonly path: `/api/v1/email-verification/ver_${string}`;
    };
    readonly sendBrokenJson: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly text: readonly [
            "{\"from\":",
            "application/json"
        ];
    };
    readonly sendPlainText: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly text: readonly [
            "{}",
            "text/plain"
        ];
    };
    readonly sendNothing: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly json: {};
    };
    readonly sendFromElsewhere: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly json: {
            from: string;
            to: string;
            templateId: string;
        };
        readonly expects: readonly [
            403
        ];
    };
    readonly createListWithoutName: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists";
        readonly json: {};
    };
    readonly createUploadWithoutName: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly json: {};
    };
    readonly confirmUnknown: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: `/api/v1/attachments/att_${string}/confirm`;
    };
    readonly verifyNothing: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly json: {};
    };
    readonly verifyNoAddress: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly json: {
            readonly email: "mailrig-probe";
        };
    };
    readonly verifyEmptyBatch: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly json: {
            readonly emails: readonly [
            ];
        };
    };
    readonly verifyTooMany: {
        readonly tier: "observe";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly json: {
            readonly emails: string[];
        };
    };
    readonly send: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly json: {
            from: string;
            to: string;
            subject: string;
            text: string;
            idempotencyKey: string;
        };
        readonly gives: {
            readonly simulated: (answer: Answer) => string | undefined;
        };
        readonly stopsIf: (answer: Answer) => "the deployment did not say that it only simulated the first send" | undefined;
    };
    readonly sendAgain: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly json: {
            from: string;
            to: string;
            subject: string;
            text: string;
            idempotencyKey: string;
        };
        readonly needs: "simulated";
    };
    readonly sendOtherWithSameKey: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly json: {
            readonly subject: "Another Mailrig probe";
            readonly from: string;
            readonly to: string;
            readonly text: string;
            readonly idempotencyKey: string;
        };
        readonly needs: "simulated";
    };
    readonly emailsAfterSend: {
        readonly tier: "simulate";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=100";
        readonly needs: "simulated";
    };
    readonly verify: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly json: {
            readonly email: "mailrig-probe-{run}@example.org";
        };
    };
    readonly verifyAgain: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly json: {
            readonly email: "mailrig-probe-{run}@example.org";
        };
    };
    readonly verifyCachedBatch: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly json: {
            readonly emails: readonly [
                "mailrig-probe-{run}@example.org"
            ];
        };
    };
    readonly verifyNewBatch: {
        readonly tier: "simulate";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly json: {
            readonly emails: readonly [
                "new-mailrig-probe-{run}@example.org"
            ];
        };
        readonly gives: {
            readonly batch: typeof idOf;
        };
    };
    readonly batch: {
        readonly tier: "simulate";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/{batch}";
    };
    readonly verificationsAfter: {
        readonly tier: "simulate";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification?limit=5";
    };
    readonly createList: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists";
        readonly json: {
            readonly name: "Mailrig probe {run}";
        };
        readonly gives: {
            readonly newList: typeof idOf;
        };
    };
    readonly newListContacts: {
        readonly tier: "create";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{newList}/contacts";
    };
    readonly createContact: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{newList}/contacts";
        readonly json: {
            readonly email: "mailrig-probe-{run}@example.org";
        };
        readonly gives: {
            readonly contact: typeof idOf;
        };
    };
    readonly createContactAgain: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{newList}/contacts";
        readonly json: {
            readonly email: string;
        };
        readonly needs: "contact";
    };
    readonly createContactWithUnknownField: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{newList}/contacts";
        readonly json: {
            readonly email: "field-mailrig-probe-{run}@example.org";
            readonly customFields: {
                readonly mailrig_probe: "x";
            };
        };
        readonly needs: "contact";
    };
    readonly updateContact: {
        readonly tier: "create";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{newList}/contacts/{contact}";
        readonly json: {
            readonly firstName: "Probe";
        };
    };
    readonly suppress: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{newList}/contacts/{contact}/suppress";
        readonly json: {
            readonly reason: "manual";
        };
    };
    readonly suppressAgain: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{newList}/contacts/{contact}/suppress";
        readonly json: {
            readonly reason: "manual";
        };
    };
    readonly createUpload: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly json: {
            readonly filename: "mailrig-probe.txt";
            readonly contentType: "text/plain";
            readonly size: 5;
        };
        readonly gives: {
            readonly attachment: typeof idOf;
            readonly uploadUrl: (answer: Answer) => string | undefined;
        };
    };
    readonly confirmTooEarly: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{attachment}/confirm";
    };
    readonly putUpload: {
        readonly tier: "create";
        readonly method: "PUT";
        readonly path: "{uploadUrl}";
        readonly auth: "none";
        readonly text: readonly [
            "probe",
            "text/plain"
        ];
    };
    readonly confirm: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{attachment}/confirm";
    };
    readonly confirmAgain: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{attachment}/confirm";
    };
    readonly createUploadOfUnknownType: {
        readonly tier: "create";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly json: {
            readonly filename: "mailrig-probe";
            readonly contentType: "application/x-mailrig-probe";
            readonly size: 5;
        };
    };
    readonly overTheLimit: {
        readonly tier: "burst";
        readonly method: "GET";
        readonly path: "/api/v1/emails?limit=1";
        readonly expects: readonly [
            429
        ];
        readonly until: 429;
    };
};

export declare const tiers: readonly [
    "observe",
    "simulate",
    "create",
    "burst"
];

export declare function verify(deployment: Deployment, sandbox: Deployment, options: VerifyOptions): Promise<DriftReport>;
