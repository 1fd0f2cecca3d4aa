// Public API of @mailrig/contract. Generated: do not edit.

import type * as z from 'zod/mini';

export interface Address {
    readonly address: string;
    readonly domain: string;
    readonly key: string;
}

export interface AddressDetails {
    readonly isDisposable: boolean;
    readonly isFreeProvider: boolean;
    readonly isRoleAccount: boolean;
}

export type AddressResult = (typeof addressResults)[number];

export type AddressStatus = (typeof addressStatuses)[number];

export interface Assumed {
    readonly kind: 'assumed';
    readonly note?: string;
}

export interface Attachment {
    readonly id: string;
    readonly status: Open<AttachmentStatus>;
    readonly filename?: string;
    readonly contentType?: string;
    readonly size?: number;
    readonly contentId?: string;
    readonly createdAt?: string;
    readonly expiresAt?: string;
}

export type AttachmentStatus = (typeof attachmentStatuses)[number];

export interface Calibration {
    readonly date: string;
    readonly baseUrl: string;
    readonly wire: Readonly<Record<string, string>>;
    readonly undetermined: Readonly<Record<string, string>>;
    readonly contradictory: Readonly<Record<string, string>>;
    readonly evidence: readonly CalibrationEvidence[];
}

export interface CalibrationEvidence {
    readonly probe: string;
    readonly option?: string;
    readonly value: string;
    readonly expected?: string;
    readonly seen: string;
    readonly requirements: readonly string[];
    readonly decisions: readonly string[];
}

export type Checked<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly errors: readonly InvalidField[];
};

export type ConsentType = (typeof consentTypes)[number];

export interface Contact {
    readonly id: string;
    readonly domainId?: string;
    readonly contactListId?: string;
    readonly email: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phoneNumber?: string;
    readonly customFields: ContactCustomFields;
    readonly status: Open<ContactStatus>;
    readonly source?: string;
    readonly subscriptionToken?: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly subscribedAt?: string;
    readonly unsubscribedAt?: string;
    readonly consentType?: Open<ConsentType>;
    readonly consentSource?: string;
    readonly consentTimestamp?: string;
    readonly consentIpAddress?: string;
}

export type ContactCustomFields = Readonly<Record<string, CustomFieldValue>>;

export interface ContactList {
    readonly id: string;
    readonly domainId: string;
    readonly userId: string;
    readonly name: string;
    readonly description?: string;
    readonly totalContacts: number;
    readonly activeContacts?: number;
    readonly suppressedContacts?: number;
    readonly contactCount?: number;
    readonly tags: readonly string[];
    readonly customFields: readonly CustomFieldDefinition[];
    readonly createdAt: string;
    readonly updatedAt: string;
}

export interface ContactListStats {
    readonly totalContacts: number;
    readonly activeContacts: number;
    readonly suppressedContacts: number;
    readonly unsubscribedContacts?: number;
    readonly bouncedContacts?: number;
    readonly complainedContacts?: number;
}

export interface ContactPage {
    readonly contacts: readonly Contact[];
    readonly contactListCustomFields: CustomFieldMap;
    readonly pagination: Pagination;
}

export type ContactStatus = (typeof contactStatuses)[number];

export interface CreateContactBody {
    readonly email: string;
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
    readonly phoneNumber?: string | undefined;
    readonly customFields?: CustomFieldChanges | undefined;
    readonly source?: string | undefined;
    readonly consentType?: ConsentType | undefined;
    readonly consentSource?: string | undefined;
    readonly consentTimestamp?: string | undefined;
    readonly consentIpAddress?: string | undefined;
}

export interface CreateContactListBody {
    readonly name: string;
    readonly description?: string | undefined;
    readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

export interface CreateUploadBody {
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
    readonly inline?: boolean | undefined;
}

export interface CreateVerificationBatchBody {
    readonly emails: readonly string[];
}

export type CustomFieldChanges = Readonly<Record<string, CustomFieldValue | null>>;

export interface CustomFieldDefinition extends CustomFieldRules {
    readonly key: string;
}

export type CustomFieldMap = Readonly<Record<string, CustomFieldRules>>;

export interface CustomFieldRules {
    readonly label: string;
    readonly type: CustomFieldType;
    readonly required?: boolean | undefined;
    readonly defaultValue?: CustomFieldValue | undefined;
    readonly options?: readonly string[] | undefined;
}

export type CustomFieldType = (typeof customFieldTypes)[number];

export type CustomFieldValue = string | number | boolean;

export interface Decision {
    readonly id: `A${number}`;
    readonly slug: string;
    readonly title: string;
    readonly document: string;
    readonly options?: readonly string[];
    readonly answer: string;
    readonly client?: string;
    readonly wire?: {
        readonly option: string;
        readonly values: readonly [
            string,
            string,
            ...string[]
        ];
        readonly meaning: string;
    };
    readonly evidence: EvidenceList;
}

export interface DecisionPart {
    readonly title: string;
    readonly decisions: readonly Decision[];
}

export interface Documented {
    readonly kind: 'documented';
    readonly source: string;
    readonly note?: string;
}

export interface Email {
    readonly id: string;
    readonly from: string;
    readonly to: readonly string[];
    readonly cc?: readonly string[];
    readonly bcc?: readonly string[];
    readonly subject: string;
    readonly status: Open<EmailStatus>;
    readonly messageId?: string;
    readonly templateId?: string;
    readonly createdAt: string;
    readonly sentAt?: string;
    readonly deliveredAt?: string;
    readonly openedAt?: string;
    readonly clickedAt?: string;
}

export interface EmailList {
    readonly emails: readonly Email[];
    readonly pagination: Pagination;
}

export interface EmailRecord {
    readonly email: Email;
}

export interface EmailStats {
    readonly total: number;
    readonly sent: number;
    readonly failed: number;
    readonly transactional: number;
    readonly marketing: number;
    readonly successRate: number;
}

export interface EmailStatsRecord {
    readonly stats: EmailStats;
}

export type EmailStatus = (typeof emailStatuses)[number];

export type Endpoints = 'documented' | 'published';

export type ErrorCode = keyof typeof table;

export interface ErrorCodeRow {
    readonly status: number;
    readonly semanticStatus?: number;
    readonly family: ErrorFamily;
    readonly source: 'doc' | 'inferred' | 'own';
    readonly retry: 'never' | 'after-wait' | 'if-safe';
    readonly meaning: string;
}

export type ErrorDetails<Code extends string = ErrorCode> = Code extends keyof ErrorDetailsByCode ? ErrorDetailsByCode[Code] : FieldErrorDetails;

export interface ErrorDetailsByCode {
    readonly RECIPIENT_SUPPRESSED: FieldErrorDetails & {
        readonly suppressed: readonly string[];
    };
    readonly TEMPLATE_RENDER_ERROR: FieldErrorDetails & {
        readonly missing: readonly string[];
    };
    readonly INSUFFICIENT_CREDITS: {
        readonly required: number;
        readonly available: number;
    };
    readonly ATTACHMENT_NOT_FOUND: FieldErrorDetails & {
        readonly reason: 'not_found' | 'not_confirmed' | 'expired';
    };
    readonly EMAIL_TOO_LARGE: FieldErrorDetails & {
        readonly limit?: 'attachments_total';
    };
    readonly ATTACHMENT_TOO_LARGE: FieldErrorDetails & {
        readonly limit: number;
    };
}

export interface ErrorEnvelope {
    readonly success: false;
    readonly error: {
        readonly code: string;
        readonly message: string;
        readonly details?: Readonly<Record<string, unknown>>;
    };
    readonly meta: ResponseMeta;
}

export type ErrorFamily = 'authentication' | 'validation' | 'not-found' | 'conflict' | 'insufficient-credits' | 'rate-limit' | 'too-many-batches' | 'send' | 'upload' | 'server' | 'other';

export type Evidence = Documented | Seen | Assumed;

export type EvidenceList = readonly [
    Assumed
] | readonly [
    Documented | Seen,
    ...(readonly (Documented | Seen)[])
];

export interface FieldError {
    readonly field: string;
    readonly message: string;
}

export interface FieldErrorDetails {
    readonly field?: string;
    readonly value?: unknown;
    readonly reason?: string;
    readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
    }[];
}

export interface InvalidField extends FieldError {
    readonly value: unknown;
}

export interface Limits {
    readonly requestsPerWindow: number;
    readonly rateWindow: number;
    readonly defaultPageSize: number;
    readonly maxPageSize: number;
    readonly subjectLength: number;
    readonly idempotencyKeyLength: number;
    readonly idempotencyLifetime: number;
    readonly attachmentsPerEmail: number;
    readonly attachmentsTotalBytes: number;
    readonly emailBytes: number;
    readonly attachmentOnEmailBytes: number;
    readonly attachmentBytes: number;
    readonly inlineAttachmentBytes: number;
    readonly uploadBytes: number;
    readonly uploadLifetime: number;
    readonly attachmentLifetime: number;
    readonly filenameLength: number;
    readonly listNameLength: number;
    readonly listDescriptionLength: number;
    readonly contactSourceLength: number;
    readonly batchSize: number;
    readonly concurrentBatches: number;
    readonly verificationLifetime: number;
    readonly bodyBytes: number;
}

export interface ListContactsQuery extends PageQuery {
    readonly status?: ContactStatus | undefined;
}

export interface ListEmailsQuery extends PageQuery {
    readonly status?: EmailStatus | undefined;
    readonly to?: string | undefined;
    readonly from?: string | undefined;
    readonly startDate?: string | undefined;
    readonly endDate?: string | undefined;
}

export interface ListVerificationsQuery extends PageQuery {
    readonly status?: VerificationStatus | undefined;
}

export interface LiveSendReceipt {
    readonly id?: string;
    readonly messageId: string;
    readonly status?: Open<EmailStatus>;
    readonly createdAt?: string;
    readonly skipped?: boolean;
}

export interface Observation {
    readonly decision: Decision['id'];
    readonly agrees: boolean;
    readonly seen: string;
    readonly source: string;
    readonly date: string;
}

export type Open<T extends string> = T | (string & {});

export interface Operation {
    readonly name: string;
    readonly resource: Resource;
    readonly summary: string;
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly path: `/${string}`;
    readonly query?: z.ZodMiniType;
    readonly body?: z.ZodMiniType;
    readonly status: 200 | 201 | 202 | 204;
    readonly statusAtOnce?: 200;
    readonly response?: z.ZodMiniType;
    readonly errors: readonly ErrorCode[];
    readonly retry: RetryRule;
    readonly published?: true;
}

export type OperationInput<N extends OperationName> = {
    readonly params: Readonly<Record<PathParameter<Row<N>['path']>, string>>;
    readonly query: Row<N> extends {
        query: infer S;
    } ? Parsed<S> : undefined;
    readonly body: Row<N> extends {
        body: infer S;
    } ? Parsed<S> : undefined;
};

export type OperationName = keyof typeof operations;

export type OperationPayload<N extends OperationName> = Row<N> extends {
    response: infer S;
} ? Parsed<S> : undefined;

type Optional<T, K extends keyof T> = {} extends Pick<T, K> ? true : false;

export interface PageQuery {
    readonly page?: number | undefined;
    readonly limit?: number | undefined;
}

export interface Pagination {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
    readonly hasNext?: boolean;
    readonly hasPrev?: boolean;
}

type Parsed<S> = S extends z.ZodMiniType<infer T> ? T : undefined;

export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameter<Rest> : never;

export type Resource = 'emails' | 'attachments' | 'contact lists' | 'contacts' | 'verification';

export interface ResponseMeta {
    readonly timestamp: string;
    readonly requestId: string;
    readonly path?: string;
}

export type RetryRule = 'safe' | 'with-idempotency-key' | 'if-not-done';

type Row<N extends OperationName> = (typeof operations)[N];

export interface Seen {
    readonly kind: 'observed' | 'contradicted';
    readonly seenIn: 'publication' | 'deployment';
    readonly source: string;
    readonly date: string;
    readonly seen: string;
    readonly note?: string;
}

export interface SendEmailBody {
    readonly from: string;
    readonly to: string | readonly string[];
    readonly subject?: string | undefined;
    readonly html?: string | undefined;
    readonly text?: string | undefined;
    readonly templateId?: string | undefined;
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
    readonly attachmentIds?: readonly string[] | undefined;
    readonly cc?: string | readonly string[] | undefined;
    readonly bcc?: string | readonly string[] | undefined;
    readonly replyTo?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly idempotencyKey?: string | undefined;
}

export type SendReceipt = LiveSendReceipt | TestSendReceipt;

export type Shape<T> = {
    readonly [K in keyof T]-?: Optional<T, K> extends false ? z.ZodMiniType<T[K]> : undefined extends Required<T>[K] ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>> : z.ZodMiniExactOptional<z.ZodMiniType<Required<T>[K]>>;
};

export type Standing = Evidence['kind'];

export interface SuccessEnvelope<T = unknown> {
    readonly success: true;
    readonly data: T;
    readonly meta: ResponseMeta;
}

export interface SuppressContactBody {
    readonly reason: SuppressionReason;
}

export type SuppressionReason = (typeof suppressionReasons)[number];

export interface TestSendReceipt {
    readonly sandbox: true;
    readonly messageId: string;
    readonly message: string;
    readonly recipients: readonly string[];
    readonly skipped?: boolean;
}

export interface UpdateContactBody {
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
    readonly phoneNumber?: string | undefined;
    readonly customFields?: CustomFieldChanges | undefined;
    readonly consentType?: ConsentType | undefined;
    readonly consentSource?: string | undefined;
    readonly consentTimestamp?: string | undefined;
    readonly consentIpAddress?: string | undefined;
}

export interface UpdateContactListBody {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

export interface Upload {
    readonly attachmentId: string;
    readonly uploadUrl: string;
    readonly expiresAt: string;
    readonly contentId?: string;
    readonly uploadToken?: string;
}

export interface Verification {
    readonly id: string;
    readonly type: Open<VerificationType>;
    readonly status: Open<VerificationStatus>;
    readonly totalEmails: number;
    readonly processedEmails: number;
    readonly progress?: number;
    readonly creditsDeducted: number;
    readonly analytics?: VerificationAnalytics;
    readonly results?: VerificationGroups;
    readonly startedAt?: string;
    readonly createdAt: string;
    readonly completedAt?: string;
}

export interface VerificationAnalytics {
    readonly cleanCount: number;
    readonly dirtyCount: number;
    readonly unknownCount: number;
    readonly cleanPercentage: number;
    readonly valid?: number;
    readonly invalid?: number;
    readonly risky?: number;
    readonly unknown?: number;
}

export interface VerificationBatchReceipt {
    readonly verificationId?: string;
    readonly totalEmails: number;
    readonly creditsDeducted: number;
    readonly status: Open<VerificationStatus>;
    readonly results?: VerificationGroups;
    readonly analytics?: VerificationAnalytics;
}

export interface VerificationGroups {
    readonly clean: readonly string[];
    readonly dirty: readonly string[];
    readonly unknown: readonly string[];
}

export interface VerificationPage {
    readonly items: readonly Verification[];
    readonly pagination: Pagination;
}

export interface VerificationResult {
    readonly email: string;
    readonly status: Open<AddressStatus>;
    readonly result: Open<AddressResult>;
    readonly isValid: boolean;
    readonly reason?: string;
    readonly riskScore?: number;
    readonly cached?: boolean;
    readonly details?: AddressDetails;
}

export interface VerificationStats {
    readonly totalVerified: number;
    readonly totalValid: number;
    readonly totalInvalid: number;
    readonly totalUnknown: number;
    readonly totalVerifications: number;
    readonly validPercentage: number;
}

export type VerificationStatus = (typeof verificationStatuses)[number];

export type VerificationType = (typeof verificationTypes)[number];

export interface VerifyEmailBody {
    readonly email: string;
}

export type WireOption = keyof typeof wireOptions;

export type WireOptions = {
    readonly [Option in WireOption]: (typeof wireOptions)[Option][number];
};

export type WirePreset = keyof typeof wirePresets;

export declare const addressResults: readonly [
    "valid",
    "invalid",
    "risky",
    "unknown"
];

export declare const addressStatuses: readonly [
    "clean",
    "dirty",
    "unknown"
];

export declare const apiPrefix = "/api/v1";

export declare function asciiDomain(domain: string): string | undefined;

export declare const attachmentStatuses: readonly [
    "pending",
    "uploaded",
    "expired"
];

export declare const calibrationSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    date: z.ZodMiniString<string>;
    baseUrl: z.ZodMiniString<string>;
    wire: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    undetermined: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    contradictory: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    evidence: z.ZodMiniArray<z.ZodMiniObject<{
        probe: z.ZodMiniString<string>;
        option: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        value: z.ZodMiniString<string>;
        expected: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        seen: z.ZodMiniString<string>;
        requirements: z.ZodMiniArray<z.ZodMiniString<string>>;
        decisions: z.ZodMiniArray<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
}, z.core.$strip>>;

export declare function check<T>(schema: z.ZodMiniType<T>, value: unknown): Checked<T>;

export declare const commonErrors: readonly ErrorCode[];

export declare const consentTypes: readonly [
    "explicit",
    "implicit",
    "legitimate_interest"
];

export declare const contactStatuses: readonly [
    "active",
    "unsubscribed",
    "bounced",
    "complained",
    "suppressed"
];

export declare function customFieldProblem(definition: CustomFieldRules, value: unknown): string | undefined;

export declare const customFieldTypes: readonly [
    "text",
    "number",
    "date",
    "boolean",
    "select"
];

export declare const decisionParts: readonly DecisionPart[];

export declare const decisions: readonly Decision[];

export declare const emailStatuses: readonly [
    "queued",
    "sent",
    "delivered",
    "bounced",
    "failed"
];

export declare const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>>;

export declare function fieldPath(path: readonly PropertyKey[]): string;

export declare function formatTimestamp(milliseconds: number): string;

export declare const integerParameters: readonly string[];

export declare function invalidEmail({ email }: VerifyEmailBody): InvalidField | undefined;

export declare function invalidEmails({ emails }: CreateVerificationBatchBody): readonly InvalidField[];

export declare function isDateOnly(text: string): boolean;

export declare function isErrorCode(code: string): code is ErrorCode;

export declare const limits: Limits;

export declare const operations: {
    readonly sendEmail: {
        readonly name: "sendEmail";
        readonly resource: "emails";
        readonly summary: "Send an email";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            from: z.ZodMiniLazy<z.ZodMiniString<string>>;
            to: z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>>>;
            subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
            html: z.ZodMiniOptional<z.ZodMiniString<string>>;
            text: z.ZodMiniOptional<z.ZodMiniString<string>>;
            templateId: z.ZodMiniOptional<z.ZodMiniString<string>>;
            variables: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            attachmentIds: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            cc: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>>>>;
            bcc: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>>>>;
            replyTo: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            headers: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>>;
            idempotencyKey: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly status: 201;
        readonly response: z.ZodMiniLazy<z.ZodMiniUnion<readonly [
            z.ZodMiniLazy<z.ZodMiniObject<{
                sandbox: z.ZodMiniLiteral<true>;
                messageId: z.ZodMiniString<string>;
                message: z.ZodMiniString<string>;
                recipients: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                skipped: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>>,
            z.ZodMiniLazy<z.ZodMiniObject<{
                id: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                messageId: z.ZodMiniString<string>;
                status: z.ZodMiniExactOptional<z.ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, z.core.$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>>;
                createdAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                skipped: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>>
        ]>>;
        readonly errors: readonly [
            "IDEMPOTENCY_CONFLICT",
            "IDEMPOTENCY_IN_PROGRESS",
            "DOMAIN_VALIDATION_FAILED",
            "DNS_VERIFICATION_FAILED",
            "FROM_DOMAIN_MISMATCH",
            "TEMPLATE_NOT_FOUND",
            "TEMPLATE_RENDER_ERROR",
            "ATTACHMENT_NOT_FOUND",
            "ATTACHMENT_TOO_LARGE",
            "EMAIL_TOO_LARGE",
            "SPAM_SCORE_TOO_HIGH",
            "RECIPIENT_SUPPRESSED"
        ];
        readonly retry: "with-idempotency-key";
    };
    readonly listEmails: {
        readonly name: "listEmails";
        readonly resource: "emails";
        readonly summary: "List sent emails";
        readonly method: "GET";
        readonly path: "/api/v1/emails";
        readonly query: z.ZodMiniLazy<z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniEnum<{
                bounced: "bounced";
                queued: "queued";
                sent: "sent";
                delivered: "delivered";
                failed: "failed";
            }>>;
            to: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            from: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            startDate: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            endDate: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            emails: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                from: z.ZodMiniString<string>;
                to: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                cc: z.ZodMiniExactOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                bcc: z.ZodMiniExactOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                subject: z.ZodMiniString<string>;
                status: z.ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, z.core.$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>;
                messageId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                templateId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniString<string>;
                sentAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                deliveredAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                openedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                clickedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            }, z.core.$strip>>>>;
            pagination: z.ZodMiniLazy<z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
    };
    readonly getEmail: {
        readonly name: "getEmail";
        readonly resource: "emails";
        readonly summary: "Get an email";
        readonly method: "GET";
        readonly path: "/api/v1/emails/{id}";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            email: z.ZodMiniLazy<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                from: z.ZodMiniString<string>;
                to: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                cc: z.ZodMiniExactOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                bcc: z.ZodMiniExactOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                subject: z.ZodMiniString<string>;
                status: z.ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, z.core.$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>;
                messageId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                templateId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniString<string>;
                sentAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                deliveredAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                openedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                clickedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly getEmailStats: {
        readonly name: "getEmailStats";
        readonly resource: "emails";
        readonly summary: "Get email statistics";
        readonly method: "GET";
        readonly path: "/api/v1/emails/stats";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            stats: z.ZodMiniLazy<z.ZodMiniObject<{
                total: z.ZodMiniInt;
                sent: z.ZodMiniInt;
                failed: z.ZodMiniInt;
                transactional: z.ZodMiniInt;
                marketing: z.ZodMiniInt;
                successRate: z.ZodMiniNumber<number>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly createUpload: {
        readonly name: "createUpload";
        readonly resource: "attachments";
        readonly summary: "Create a presigned upload URL";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            filename: z.ZodMiniString<string>;
            contentType: z.ZodMiniString<string>;
            size: z.ZodMiniInt;
            inline: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        }, z.core.$strip>>;
        readonly status: 201;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            attachmentId: z.ZodMiniString<string>;
            uploadUrl: z.ZodMiniString<string>;
            expiresAt: z.ZodMiniString<string>;
            contentId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            uploadToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "ATTACHMENT_TOO_LARGE",
            "INVALID_CONTENT_TYPE"
        ];
        readonly retry: "safe";
    };
    readonly putUpload: {
        readonly name: "putUpload";
        readonly resource: "attachments";
        readonly summary: "Upload the bytes of a file";
        readonly method: "PUT";
        readonly path: "/uploads/{id}";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
    };
    readonly confirmUpload: {
        readonly name: "confirmUpload";
        readonly resource: "attachments";
        readonly summary: "Confirm an upload";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{id}/confirm";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniNullable<z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            status: z.ZodMiniType<Open<"pending" | "uploaded" | "expired">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "uploaded" | "expired">, unknown>>;
            filename: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contentType: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            size: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contentId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            expiresAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>>>;
        readonly errors: readonly [
            "UPLOAD_NOT_FOUND",
            "UPLOAD_NOT_COMPLETE",
            "UPLOAD_EXPIRED",
            "FILE_SIZE_MISMATCH"
        ];
        readonly retry: "safe";
    };
    readonly listContactLists: {
        readonly name: "listContactLists";
        readonly resource: "contact lists";
        readonly summary: "List all contact lists";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists";
        readonly query: z.ZodMiniLazy<z.ZodMiniObject<{
            page: z.ZodMiniOptional<z.ZodMiniUnknown>;
            limit: z.ZodMiniOptional<z.ZodMiniUnknown>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>>>>>;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
    };
    readonly createContactList: {
        readonly name: "createContactList";
        readonly resource: "contact lists";
        readonly summary: "Create a contact list";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            description: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniObject<{
                key: z.ZodMiniString<string>;
                label: z.ZodMiniString<string>;
                type: z.ZodMiniEnum<{
                    number: "number";
                    boolean: "boolean";
                    date: "date";
                    text: "text";
                    select: "select";
                }>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
            }, z.core.$strip>>>>>>;
        }, z.core.$strip>>;
        readonly status: 201;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        readonly errors: readonly [
        ];
        readonly retry: "if-not-done";
    };
    readonly updateContactList: {
        readonly name: "updateContactList";
        readonly resource: "contact lists";
        readonly summary: "Update a contact list";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{id}";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            description: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniObject<{
                key: z.ZodMiniString<string>;
                label: z.ZodMiniString<string>;
                type: z.ZodMiniEnum<{
                    number: "number";
                    boolean: "boolean";
                    date: "date";
                    text: "text";
                    select: "select";
                }>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
            }, z.core.$strip>>>>>>;
            name: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
    };
    readonly getContactList: {
        readonly name: "getContactList";
        readonly resource: "contact lists";
        readonly summary: "Get a contact list";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{id}";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly deleteContactList: {
        readonly name: "deleteContactList";
        readonly resource: "contact lists";
        readonly summary: "Delete a contact list with its contacts";
        readonly method: "DELETE";
        readonly path: "/api/v1/contact-lists/{id}";
        readonly status: 204;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly getContactListStats: {
        readonly name: "getContactListStats";
        readonly resource: "contact lists";
        readonly summary: "Count the contacts of a list by status";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{id}/stats";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniInt;
            suppressedContacts: z.ZodMiniInt;
            unsubscribedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            bouncedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            complainedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly listContacts: {
        readonly name: "listContacts";
        readonly resource: "contacts";
        readonly summary: "List the contacts of a list";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly query: z.ZodMiniLazy<z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniEnum<{
                active: "active";
                unsubscribed: "unsubscribed";
                bounced: "bounced";
                complained: "complained";
                suppressed: "suppressed";
            }>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            contacts: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                email: z.ZodMiniString<string>;
                firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>>;
                status: z.ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, z.core.$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
                source: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                subscriptionToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniString<string>;
                updatedAt: z.ZodMiniString<string>;
                subscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                unsubscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                consentType: z.ZodMiniExactOptional<z.ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, z.core.$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
                consentSource: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                consentTimestamp: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                consentIpAddress: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            }, z.core.$strip>>>>;
            contactListCustomFields: z.ZodMiniLazy<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniLazy<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>>;
            }, z.core.$strip>>>>>;
            pagination: z.ZodMiniLazy<z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "LIST_NOT_FOUND"
        ];
        readonly retry: "safe";
    };
    readonly createContact: {
        readonly name: "createContact";
        readonly resource: "contacts";
        readonly summary: "Add a contact to a list";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            source: z.ZodMiniOptional<z.ZodMiniString<string>>;
            firstName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: z.ZodMiniOptional<z.ZodMiniEnum<{
                explicit: "explicit";
                implicit: "implicit";
                legitimate_interest: "legitimate_interest";
            }>>;
            consentSource: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            consentIpAddress: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                z.ZodMiniIPv4,
                z.ZodMiniIPv6
            ]>>;
            email: z.ZodMiniLazy<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly status: 201;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>>;
            status: z.ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, z.core.$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            subscriptionToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
            subscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            unsubscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentType: z.ZodMiniExactOptional<z.ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, z.core.$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentIpAddress: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_ALREADY_EXISTS",
            "INVALID_CUSTOM_FIELD"
        ];
        readonly retry: "if-not-done";
    };
    readonly getContact: {
        readonly name: "getContact";
        readonly resource: "contacts";
        readonly summary: "Get a contact";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>>;
            status: z.ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, z.core.$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            subscriptionToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
            subscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            unsubscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentType: z.ZodMiniExactOptional<z.ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, z.core.$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentIpAddress: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND"
        ];
        readonly retry: "safe";
    };
    readonly updateContact: {
        readonly name: "updateContact";
        readonly resource: "contacts";
        readonly summary: "Update a contact";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            email: z.ZodMiniOptional<z.ZodMiniString<string>>;
            firstName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: z.ZodMiniOptional<z.ZodMiniEnum<{
                explicit: "explicit";
                implicit: "implicit";
                legitimate_interest: "legitimate_interest";
            }>>;
            consentSource: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniOptional<z.ZodMiniLazy<z.ZodMiniString<string>>>;
            consentIpAddress: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                z.ZodMiniIPv4,
                z.ZodMiniIPv6
            ]>>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>>;
            status: z.ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, z.core.$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            subscriptionToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
            subscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            unsubscribedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentType: z.ZodMiniExactOptional<z.ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, z.core.$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            consentIpAddress: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND",
            "INVALID_CUSTOM_FIELD"
        ];
        readonly retry: "safe";
    };
    readonly suppressContact: {
        readonly name: "suppressContact";
        readonly resource: "contacts";
        readonly summary: "Suppress a contact in the whole domain";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}/suppress";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            reason: z.ZodMiniEnum<{
                unsubscribed: "unsubscribed";
                bounced: "bounced";
                complained: "complained";
                manual: "manual";
                spam_trap: "spam_trap";
            }>;
        }, z.core.$strip>>;
        readonly status: 204;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND",
            "ALREADY_SUPPRESSED"
        ];
        readonly retry: "safe";
    };
    readonly deleteContact: {
        readonly name: "deleteContact";
        readonly resource: "contacts";
        readonly summary: "Delete a contact from a list";
        readonly method: "DELETE";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly status: 204;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND"
        ];
        readonly retry: "safe";
        readonly published: true;
    };
    readonly verifyEmail: {
        readonly name: "verifyEmail";
        readonly resource: "verification";
        readonly summary: "Verify one address";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            email: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            email: z.ZodMiniString<string>;
            status: z.ZodMiniType<Open<"unknown" | "clean" | "dirty">, unknown, z.core.$ZodTypeInternals<Open<"unknown" | "clean" | "dirty">, unknown>>;
            result: z.ZodMiniType<Open<"unknown" | "valid" | "invalid" | "risky">, unknown, z.core.$ZodTypeInternals<Open<"unknown" | "valid" | "invalid" | "risky">, unknown>>;
            isValid: z.ZodMiniBoolean<boolean>;
            reason: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            riskScore: z.ZodMiniExactOptional<z.ZodMiniInt>;
            cached: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            details: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                isDisposable: z.ZodMiniBoolean<boolean>;
                isFreeProvider: z.ZodMiniBoolean<boolean>;
                isRoleAccount: z.ZodMiniBoolean<boolean>;
            }, z.core.$strip>>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "INVALID_EMAIL",
            "INSUFFICIENT_CREDITS"
        ];
        readonly retry: "safe";
    };
    readonly createVerificationBatch: {
        readonly name: "createVerificationBatch";
        readonly resource: "verification";
        readonly summary: "Verify up to 1,000 addresses";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly body: z.ZodMiniLazy<z.ZodMiniObject<{
            emails: z.ZodMiniType<string[]>;
        }, z.core.$strip>>;
        readonly status: 202;
        readonly statusAtOnce: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            verificationId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalEmails: z.ZodMiniInt;
            creditsDeducted: z.ZodMiniInt;
            status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            results: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                clean: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                dirty: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                unknown: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strip>>>;
            analytics: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                cleanCount: z.ZodMiniInt;
                dirtyCount: z.ZodMiniInt;
                unknownCount: z.ZodMiniInt;
                cleanPercentage: z.ZodMiniNumber<number>;
                valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
            }, z.core.$strip>>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "BATCH_TOO_LARGE",
            "TOO_MANY_BATCHES",
            "INSUFFICIENT_CREDITS"
        ];
        readonly retry: "if-not-done";
    };
    readonly getVerification: {
        readonly name: "getVerification";
        readonly resource: "verification";
        readonly summary: "Get the state of a verification";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/{id}";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            type: z.ZodMiniType<Open<"single" | "batch">, unknown, z.core.$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
            status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            totalEmails: z.ZodMiniInt;
            processedEmails: z.ZodMiniInt;
            progress: z.ZodMiniExactOptional<z.ZodMiniInt>;
            creditsDeducted: z.ZodMiniInt;
            analytics: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                cleanCount: z.ZodMiniInt;
                dirtyCount: z.ZodMiniInt;
                unknownCount: z.ZodMiniInt;
                cleanPercentage: z.ZodMiniNumber<number>;
                valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
            }, z.core.$strip>>>;
            results: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                clean: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                dirty: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                unknown: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strip>>>;
            startedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniString<string>;
            completedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly retry: "safe";
    };
    readonly listVerifications: {
        readonly name: "listVerifications";
        readonly resource: "verification";
        readonly summary: "List verifications";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification";
        readonly query: z.ZodMiniLazy<z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniEnum<{
                pending: "pending";
                failed: "failed";
                processing: "processing";
                completed: "completed";
            }>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>>;
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            items: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniLazy<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                type: z.ZodMiniType<Open<"single" | "batch">, unknown, z.core.$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
                status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
                totalEmails: z.ZodMiniInt;
                processedEmails: z.ZodMiniInt;
                progress: z.ZodMiniExactOptional<z.ZodMiniInt>;
                creditsDeducted: z.ZodMiniInt;
                analytics: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                    cleanCount: z.ZodMiniInt;
                    dirtyCount: z.ZodMiniInt;
                    unknownCount: z.ZodMiniInt;
                    cleanPercentage: z.ZodMiniNumber<number>;
                    valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
                }, z.core.$strip>>>;
                results: z.ZodMiniExactOptional<z.ZodMiniLazy<z.ZodMiniObject<{
                    clean: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                    dirty: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                    unknown: z.ZodMiniPipe<z.ZodMiniTransform<unknown, unknown>, z.ZodMiniArray<z.ZodMiniString<string>>>;
                }, z.core.$strip>>>;
                startedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniString<string>;
                completedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            }, z.core.$strip>>>>;
            pagination: z.ZodMiniLazy<z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>>;
        }, z.core.$strip>>;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
    };
    readonly getVerificationStats: {
        readonly name: "getVerificationStats";
        readonly resource: "verification";
        readonly summary: "Get verification statistics";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/stats";
        readonly status: 200;
        readonly response: z.ZodMiniLazy<z.ZodMiniObject<{
            totalVerified: z.ZodMiniInt;
            totalValid: z.ZodMiniInt;
            totalInvalid: z.ZodMiniInt;
            totalUnknown: z.ZodMiniInt;
            totalVerifications: z.ZodMiniInt;
            validPercentage: z.ZodMiniNumber<number>;
        }, z.core.$strip>>;
        readonly errors: readonly [
        ];
        readonly retry: "safe";
    };
};

export declare function operationsOf(endpoints: Endpoints): readonly Operation[];

export declare const pageQuerySchema: z.ZodMiniLazy<z.ZodMiniObject<{
    page: z.ZodMiniOptional<z.ZodMiniInt>;
    limit: z.ZodMiniOptional<z.ZodMiniInt>;
}, z.core.$strip>>;

export declare const paginationSchema: z.ZodMiniLazy<z.ZodMiniObject<{
    page: z.ZodMiniInt;
    limit: z.ZodMiniInt;
    total: z.ZodMiniInt;
    totalPages: z.ZodMiniInt;
    hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
    hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
}, z.core.$strip>>;

export declare function parseAddress(text: string): Address | undefined;

export declare function parseMailbox(text: string): (Address & {
    readonly name?: string;
}) | undefined;

export declare function parseTimestamp(text: string): number | undefined;

export declare function standingOf(evidence: EvidenceList): Standing;

export declare const standings: readonly [
    "contradicted",
    "observed",
    "documented",
    "assumed"
];

export declare const suppressionReasons: readonly [
    "manual",
    "unsubscribed",
    "bounced",
    "complained",
    "spam_trap"
];

declare const table: {
    readonly UNAUTHORIZED: {
        readonly status: 401;
        readonly family: "authentication";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The API key is missing or unknown.";
    };
    readonly KEY_REVOKED: {
        readonly status: 401;
        readonly family: "authentication";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The API key was revoked.";
    };
    readonly KEY_EXPIRED: {
        readonly status: 401;
        readonly family: "authentication";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The API key has expired.";
    };
    readonly VALIDATION_ERROR: {
        readonly status: 400;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "A parameter is missing or invalid.";
    };
    readonly INVALID_EMAIL: {
        readonly status: 400;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The address to verify is not an email address.";
    };
    readonly INVALID_CUSTOM_FIELD: {
        readonly status: 400;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "A custom field is unknown to the list, or its value does not fit its type.";
    };
    readonly BATCH_TOO_LARGE: {
        readonly status: 400;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "A verification batch holds more than 1,000 addresses.";
    };
    readonly ATTACHMENT_TOO_LARGE: {
        readonly status: 400;
        readonly semanticStatus: 413;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "A file is larger than attachments may be.";
    };
    readonly INVALID_CONTENT_TYPE: {
        readonly status: 400;
        readonly family: "validation";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The MIME type is not supported for attachments.";
    };
    readonly UPLOAD_NOT_COMPLETE: {
        readonly status: 400;
        readonly family: "upload";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The file has not been uploaded yet.";
    };
    readonly UPLOAD_EXPIRED: {
        readonly status: 400;
        readonly family: "upload";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The upload URL has expired.";
    };
    readonly FILE_SIZE_MISMATCH: {
        readonly status: 400;
        readonly family: "upload";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The uploaded file has another size than was declared.";
    };
    readonly UPLOAD_NOT_FOUND: {
        readonly status: 404;
        readonly family: "not-found";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "There is no such upload.";
    };
    readonly INSUFFICIENT_CREDITS: {
        readonly status: 402;
        readonly family: "insufficient-credits";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The credits do not cover the verification.";
    };
    readonly NOT_FOUND: {
        readonly status: 404;
        readonly family: "not-found";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "There is no such list, verification or endpoint.";
    };
    readonly LIST_NOT_FOUND: {
        readonly status: 404;
        readonly family: "not-found";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "There is no such contact list.";
    };
    readonly CONTACT_NOT_FOUND: {
        readonly status: 404;
        readonly family: "not-found";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "There is no such contact in the list.";
    };
    readonly CONTACT_ALREADY_EXISTS: {
        readonly status: 409;
        readonly family: "conflict";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The list already holds a contact with this address.";
    };
    readonly ALREADY_SUPPRESSED: {
        readonly status: 409;
        readonly family: "conflict";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "The contact is already suppressed.";
    };
    readonly TOO_MANY_BATCHES: {
        readonly status: 429;
        readonly family: "too-many-batches";
        readonly source: "doc";
        readonly retry: "never";
        readonly meaning: "Five verification batches are already running.";
    };
    readonly DNS_VERIFICATION_FAILED: {
        readonly status: 400;
        readonly semanticStatus: 403;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "The domain's DNS records are not verified.";
    };
    readonly DOMAIN_VALIDATION_FAILED: {
        readonly status: 400;
        readonly semanticStatus: 403;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "The domain is not active or not verified.";
    };
    readonly FROM_DOMAIN_MISMATCH: {
        readonly status: 400;
        readonly semanticStatus: 403;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "The sender is not on the key's verified domain.";
    };
    readonly TEMPLATE_NOT_FOUND: {
        readonly status: 400;
        readonly semanticStatus: 404;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "There is no such template.";
    };
    readonly TEMPLATE_RENDER_ERROR: {
        readonly status: 400;
        readonly semanticStatus: 422;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "A variable of the template could not be filled in.";
    };
    readonly ATTACHMENT_NOT_FOUND: {
        readonly status: 400;
        readonly semanticStatus: 404;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "An attachment does not exist, is not confirmed, or has expired.";
    };
    readonly EMAIL_TOO_LARGE: {
        readonly status: 400;
        readonly semanticStatus: 413;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "The email is larger than 10 MB, or its attachments than 25 MB.";
    };
    readonly SPAM_SCORE_TOO_HIGH: {
        readonly status: 400;
        readonly semanticStatus: 422;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "The content was taken for spam.";
    };
    readonly RECIPIENT_SUPPRESSED: {
        readonly status: 400;
        readonly semanticStatus: 409;
        readonly family: "send";
        readonly source: "inferred";
        readonly retry: "never";
        readonly meaning: "A recipient is on the suppression list.";
    };
    readonly RATE_LIMIT_EXCEEDED: {
        readonly status: 429;
        readonly family: "rate-limit";
        readonly source: "own";
        readonly retry: "after-wait";
        readonly meaning: "The API key made more requests than its rate window allows.";
    };
    readonly IDEMPOTENCY_CONFLICT: {
        readonly status: 409;
        readonly family: "conflict";
        readonly source: "own";
        readonly retry: "never";
        readonly meaning: "The idempotency key was used for another email.";
    };
    readonly IDEMPOTENCY_IN_PROGRESS: {
        readonly status: 409;
        readonly family: "conflict";
        readonly source: "own";
        readonly retry: "after-wait";
        readonly meaning: "An earlier send with this idempotency key is still running.";
    };
    readonly METHOD_NOT_ALLOWED: {
        readonly status: 405;
        readonly family: "other";
        readonly source: "own";
        readonly retry: "never";
        readonly meaning: "The path exists, but not with this method.";
    };
    readonly UNSUPPORTED_MEDIA_TYPE: {
        readonly status: 415;
        readonly family: "other";
        readonly source: "own";
        readonly retry: "never";
        readonly meaning: "The body is not declared as JSON.";
    };
    readonly PAYLOAD_TOO_LARGE: {
        readonly status: 413;
        readonly family: "other";
        readonly source: "own";
        readonly retry: "never";
        readonly meaning: "The body is larger than the service reads.";
    };
    readonly INTERNAL_ERROR: {
        readonly status: 500;
        readonly family: "server";
        readonly source: "own";
        readonly retry: "if-safe";
        readonly meaning: "The service failed.";
    };
    readonly SERVICE_UNAVAILABLE: {
        readonly status: 503;
        readonly family: "server";
        readonly source: "own";
        readonly retry: "if-safe";
        readonly meaning: "The service cannot answer right now.";
    };
};

export declare const verificationStatuses: readonly [
    "pending",
    "processing",
    "completed",
    "failed"
];

export declare const verificationTypes: readonly [
    "single",
    "batch"
];

export declare const wireOptions: {
    readonly authError: readonly [
        "enveloped",
        "bare"
    ];
    readonly nulls: readonly [
        "omit",
        "explicit"
    ];
    readonly ids: readonly [
        "prefixed",
        "unprefixed"
    ];
    readonly successStatus: readonly [
        "rest",
        "200"
    ];
    readonly rateLimitCode: readonly [
        "present",
        "absent"
    ];
    readonly pageContainer: readonly [
        "named",
        "bare",
        "nested"
    ];
    readonly listsContainer: readonly [
        "bare",
        "paginated",
        "nested"
    ];
    readonly emailContainer: readonly [
        "named",
        "bare"
    ];
    readonly sendResult: readonly [
        "full",
        "minimal",
        "reference"
    ];
    readonly replay: readonly [
        "skipped",
        "verbatim",
        "conflict"
    ];
    readonly sendErrorStatus: readonly [
        "400",
        "semantic"
    ];
    readonly confirmResult: readonly [
        "null",
        "record"
    ];
    readonly uploadToken: readonly [
        "absent",
        "present"
    ];
    readonly listCounters: readonly [
        "both",
        "totals",
        "contactCount"
    ];
    readonly listCounting: readonly [
        "by-status",
        "active-or-suppressed"
    ];
    readonly listFields: readonly [
        "array",
        "map"
    ];
    readonly contactListFields: readonly [
        "map",
        "array"
    ];
    readonly verification: readonly [
        "full",
        "minimal",
        "rich"
    ];
    readonly batchImmediate: readonly [
        "without-id",
        "with-id"
    ];
    readonly batchResults: readonly [
        "grouped",
        "items"
    ];
    readonly analytics: readonly [
        "both",
        "clean",
        "valid"
    ];
};

export declare const wirePresets: {
    readonly examples: WireOptions;
    readonly reference: {
        readonly pageContainer: "bare";
        readonly sendResult: "reference";
        readonly listCounters: "contactCount";
        readonly verification: "rich";
        readonly batchImmediate: "with-id";
        readonly batchResults: "items";
        readonly analytics: "valid";
        readonly uploadToken: "present";
        readonly confirmResult: "null" | "record";
        readonly listFields: "array" | "map";
        readonly contactListFields: "array" | "map";
        readonly listsContainer: "bare" | "nested" | "paginated";
        readonly rateLimitCode: "absent" | "present";
        readonly listCounting: "by-status" | "active-or-suppressed";
        readonly emailContainer: "named" | "bare";
        readonly replay: "skipped" | "verbatim" | "conflict";
        readonly sendErrorStatus: "400" | "semantic";
        readonly authError: "bare" | "enveloped";
        readonly nulls: "explicit" | "omit";
        readonly ids: "prefixed" | "unprefixed";
        readonly successStatus: "200" | "rest";
    };
    readonly sparse: {
        readonly authError: "bare";
        readonly rateLimitCode: "absent";
        readonly successStatus: "200";
        readonly ids: "unprefixed";
        readonly sendResult: "minimal";
        readonly replay: "verbatim";
        readonly listCounters: "totals";
        readonly verification: "minimal";
        readonly analytics: "clean";
        readonly uploadToken: "absent" | "present";
        readonly confirmResult: "null" | "record";
        readonly listFields: "array" | "map";
        readonly contactListFields: "array" | "map";
        readonly pageContainer: "named" | "bare" | "nested";
        readonly listsContainer: "bare" | "nested" | "paginated";
        readonly listCounting: "by-status" | "active-or-suppressed";
        readonly emailContainer: "named" | "bare";
        readonly sendErrorStatus: "400" | "semantic";
        readonly nulls: "explicit" | "omit";
        readonly batchImmediate: "without-id" | "with-id";
        readonly batchResults: "grouped" | "items";
    };
    readonly clients: {
        readonly emailContainer: "bare";
        readonly confirmResult: "record";
        readonly uploadToken: "present";
        readonly listCounting: "active-or-suppressed";
        readonly listCounters: "contactCount" | "both" | "totals";
        readonly listFields: "array" | "map";
        readonly contactListFields: "array" | "map";
        readonly pageContainer: "named" | "bare" | "nested";
        readonly listsContainer: "bare" | "nested" | "paginated";
        readonly rateLimitCode: "absent" | "present";
        readonly sendResult: "full" | "minimal" | "reference";
        readonly replay: "skipped" | "verbatim" | "conflict";
        readonly sendErrorStatus: "400" | "semantic";
        readonly authError: "bare" | "enveloped";
        readonly nulls: "explicit" | "omit";
        readonly ids: "prefixed" | "unprefixed";
        readonly successStatus: "200" | "rest";
        readonly verification: "full" | "minimal" | "rich";
        readonly batchImmediate: "without-id" | "with-id";
        readonly batchResults: "grouped" | "items";
        readonly analytics: "both" | "clean" | "valid";
    };
};

export declare function withObservations(decisions: readonly Decision[], observations: readonly Observation[]): readonly Decision[];
