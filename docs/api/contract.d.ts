// Public API of @mailrig/contract. Generated: do not edit.

import type * as z from 'zod/mini';
import type { core } from 'zod/mini';

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

export interface Call {
    readonly name: string;
    readonly method: 'GET' | 'POST' | 'PUT';
    readonly path: `/${string}`;
    readonly query?: z.ZodMiniType;
    readonly body?: z.ZodMiniType;
    readonly response?: z.ZodMiniType;
    readonly retry: RetryRule;
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
}

export interface DecisionPart {
    readonly title: string;
    readonly decisions: readonly Decision[];
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

export type EmailStatus = (typeof emailStatuses)[number];

export type ErrorCode = keyof typeof table;

export interface ErrorCodeRow extends ErrorRule {
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

export interface ErrorRule {
    readonly status: number;
    readonly semanticStatus?: number;
    readonly family: ErrorFamily;
    readonly source: 'doc' | 'inferred' | 'own';
    readonly retry: 'never' | 'after-wait' | 'if-safe';
}

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

export type Open<T extends string> = T | (string & {});

export interface Operation extends Call {
    readonly resource: Resource;
    readonly summary: string;
    readonly status: 200 | 201 | 202 | 204;
    readonly errors: readonly ErrorCode[];
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

export type RetryRule = 'safe' | 'with-idempotency-key' | 'rate-limited-only';

type Row<N extends OperationName> = (typeof operations)[N];

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

export declare const calls: {
    readonly sendEmail: {
        readonly name: "sendEmail";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly body: import("zod/mini").ZodMiniObject<{
            from: import("zod/mini").ZodMiniString<string>;
            to: import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>
            ]>;
            subject: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            html: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            text: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            templateId: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            variables: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnknown>>;
            attachmentIds: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
            cc: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>
            ]>>;
            bcc: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>
            ]>>;
            replyTo: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            headers: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniString<string>>>;
            idempotencyKey: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniUnion<readonly [
            import("zod/mini").ZodMiniObject<{
                sandbox: import("zod/mini").ZodMiniLiteral<true>;
                messageId: import("zod/mini").ZodMiniString<string>;
                message: import("zod/mini").ZodMiniString<string>;
                recipients: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                skipped: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            }, import("zod/v4/core").$strip>,
            import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                messageId: import("zod/mini").ZodMiniString<string>;
                status: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>>;
                createdAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                skipped: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            }, import("zod/v4/core").$strip>
        ]>;
        readonly retry: "with-idempotency-key";
    };
    readonly listEmails: {
        readonly name: "listEmails";
        readonly method: "GET";
        readonly path: "/api/v1/emails";
        readonly query: import("zod/mini").ZodMiniObject<{
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniType<"bounced" | "queued" | "sent" | "delivered" | "failed", unknown, import("zod/v4/core").$ZodTypeInternals<"bounced" | "queued" | "sent" | "delivered" | "failed", unknown>>>;
            to: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            from: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            startDate: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            endDate: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            limit: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            emails: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniString<string>;
                from: import("zod/mini").ZodMiniString<string>;
                to: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                cc: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
                bcc: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
                subject: import("zod/mini").ZodMiniString<string>;
                status: import("zod/mini").ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>;
                messageId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                templateId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                createdAt: import("zod/mini").ZodMiniString<string>;
                sentAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                deliveredAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                openedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                clickedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            }, import("zod/v4/core").$strip>>;
            pagination: import("zod/mini").ZodMiniObject<{
                page: import("zod/mini").ZodMiniInt;
                limit: import("zod/mini").ZodMiniInt;
                total: import("zod/mini").ZodMiniInt;
                totalPages: import("zod/mini").ZodMiniInt;
                hasNext: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                hasPrev: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            }, import("zod/v4/core").$strip>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly createUpload: {
        readonly name: "createUpload";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly body: import("zod/mini").ZodMiniObject<{
            filename: import("zod/mini").ZodMiniString<string>;
            contentType: import("zod/mini").ZodMiniString<string>;
            size: import("zod/mini").ZodMiniInt;
            inline: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            attachmentId: import("zod/mini").ZodMiniString<string>;
            uploadUrl: import("zod/mini").ZodMiniString<string>;
            expiresAt: import("zod/mini").ZodMiniString<string>;
            contentId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            uploadToken: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly putUpload: {
        readonly name: "putUpload";
        readonly method: "PUT";
        readonly path: "/uploads/{id}";
        readonly retry: "safe";
    };
    readonly confirmUpload: {
        readonly name: "confirmUpload";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{id}/confirm";
        readonly response: import("zod/mini").ZodMiniNullable<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            status: import("zod/mini").ZodMiniType<Open<"pending" | "uploaded" | "expired">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"pending" | "uploaded" | "expired">, unknown>>;
            filename: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            contentType: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            size: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            contentId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            createdAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            expiresAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>>;
        readonly retry: "safe";
    };
    readonly listContactLists: {
        readonly name: "listContactLists";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists";
        readonly query: import("zod/mini").ZodMiniObject<{
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnknown>;
            limit: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnknown>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniString<string>;
            userId: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            totalContacts: import("zod/mini").ZodMiniInt;
            activeContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            suppressedContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            contactCount: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            tags: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<CustomFieldType>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
                key: import("zod/mini").ZodMiniString<string>;
            }, import("zod/v4/core").$strip>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>>;
        readonly retry: "safe";
    };
    readonly createContactList: {
        readonly name: "createContactList";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists";
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                key: import("zod/mini").ZodMiniString<string>;
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<"number" | "boolean" | "date" | "text" | "select", unknown, import("zod/v4/core").$ZodTypeInternals<"number" | "boolean" | "date" | "text" | "select", unknown>>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
            }, import("zod/v4/core").$strip>>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniString<string>;
            userId: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            totalContacts: import("zod/mini").ZodMiniInt;
            activeContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            suppressedContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            contactCount: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            tags: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<CustomFieldType>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
                key: import("zod/mini").ZodMiniString<string>;
            }, import("zod/v4/core").$strip>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly updateContactList: {
        readonly name: "updateContactList";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{id}";
        readonly body: import("zod/mini").ZodMiniObject<{
            name: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            description: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                key: import("zod/mini").ZodMiniString<string>;
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<"number" | "boolean" | "date" | "text" | "select", unknown, import("zod/v4/core").$ZodTypeInternals<"number" | "boolean" | "date" | "text" | "select", unknown>>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
            }, import("zod/v4/core").$strip>>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniString<string>;
            userId: import("zod/mini").ZodMiniString<string>;
            name: import("zod/mini").ZodMiniString<string>;
            description: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            totalContacts: import("zod/mini").ZodMiniInt;
            activeContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            suppressedContacts: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            contactCount: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            tags: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<CustomFieldType>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
                key: import("zod/mini").ZodMiniString<string>;
            }, import("zod/v4/core").$strip>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly listContacts: {
        readonly name: "listContacts";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly query: import("zod/mini").ZodMiniObject<{
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniType<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed", unknown, import("zod/v4/core").$ZodTypeInternals<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed", unknown>>>;
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            limit: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            contacts: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniString<string>;
                domainId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                contactListId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                email: import("zod/mini").ZodMiniString<string>;
                firstName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                lastName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                phoneNumber: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                customFields: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                status: import("zod/mini").ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
                source: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                subscriptionToken: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                createdAt: import("zod/mini").ZodMiniString<string>;
                updatedAt: import("zod/mini").ZodMiniString<string>;
                subscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                unsubscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                consentType: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
                consentSource: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                consentTimestamp: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                consentIpAddress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            }, import("zod/v4/core").$strip>>;
            contactListCustomFields: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniObject<{
                label: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<CustomFieldType>;
                required: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                defaultValue: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniUnion<readonly [
                    import("zod/mini").ZodMiniString<string>,
                    import("zod/mini").ZodMiniNumber<number>,
                    import("zod/mini").ZodMiniBoolean<boolean>
                ]>>;
                options: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>>;
            }, import("zod/v4/core").$strip>>;
            pagination: import("zod/mini").ZodMiniObject<{
                page: import("zod/mini").ZodMiniInt;
                limit: import("zod/mini").ZodMiniInt;
                total: import("zod/mini").ZodMiniInt;
                totalPages: import("zod/mini").ZodMiniInt;
                hasNext: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                hasPrev: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            }, import("zod/v4/core").$strip>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly createContact: {
        readonly name: "createContact";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly body: import("zod/mini").ZodMiniObject<{
            source: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            firstName: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            lastName: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            phoneNumber: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniType<"explicit" | "implicit" | "legitimate_interest", unknown, import("zod/v4/core").$ZodTypeInternals<"explicit" | "implicit" | "legitimate_interest", unknown>>>;
            consentSource: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            consentTimestamp: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            consentIpAddress: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            email: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            contactListId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            email: import("zod/mini").ZodMiniString<string>;
            firstName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            lastName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            phoneNumber: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniNumber<number>,
                import("zod/mini").ZodMiniBoolean<boolean>
            ]>>;
            status: import("zod/mini").ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            subscriptionToken: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
            subscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            unsubscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentType: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentTimestamp: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentIpAddress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly getContact: {
        readonly name: "getContact";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            contactListId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            email: import("zod/mini").ZodMiniString<string>;
            firstName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            lastName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            phoneNumber: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniNumber<number>,
                import("zod/mini").ZodMiniBoolean<boolean>
            ]>>;
            status: import("zod/mini").ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            subscriptionToken: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
            subscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            unsubscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentType: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentTimestamp: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentIpAddress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly updateContact: {
        readonly name: "updateContact";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly body: import("zod/mini").ZodMiniObject<{
            email: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            firstName: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            lastName: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            phoneNumber: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniType<"explicit" | "implicit" | "legitimate_interest", unknown, import("zod/v4/core").$ZodTypeInternals<"explicit" | "implicit" | "legitimate_interest", unknown>>>;
            consentSource: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            consentTimestamp: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
            consentIpAddress: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            domainId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            contactListId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            email: import("zod/mini").ZodMiniString<string>;
            firstName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            lastName: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            phoneNumber: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            customFields: import("zod/mini").ZodMiniRecord<import("zod/mini").ZodMiniString<string>, import("zod/mini").ZodMiniUnion<readonly [
                import("zod/mini").ZodMiniString<string>,
                import("zod/mini").ZodMiniNumber<number>,
                import("zod/mini").ZodMiniBoolean<boolean>
            ]>>;
            status: import("zod/mini").ZodMiniType<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed">, unknown>>;
            source: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            subscriptionToken: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            updatedAt: import("zod/mini").ZodMiniString<string>;
            subscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            unsubscribedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentType: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniType<Open<"explicit" | "implicit" | "legitimate_interest">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"explicit" | "implicit" | "legitimate_interest">, unknown>>>;
            consentSource: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentTimestamp: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            consentIpAddress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly suppressContact: {
        readonly name: "suppressContact";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}/suppress";
        readonly body: import("zod/mini").ZodMiniObject<{
            reason: import("zod/mini").ZodMiniType<"unsubscribed" | "bounced" | "complained" | "manual" | "spam_trap", unknown, import("zod/v4/core").$ZodTypeInternals<"unsubscribed" | "bounced" | "complained" | "manual" | "spam_trap", unknown>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly verifyEmail: {
        readonly name: "verifyEmail";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly body: import("zod/mini").ZodMiniObject<{
            email: import("zod/mini").ZodMiniString<string>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            email: import("zod/mini").ZodMiniString<string>;
            status: import("zod/mini").ZodMiniType<Open<"unknown" | "clean" | "dirty">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"unknown" | "clean" | "dirty">, unknown>>;
            result: import("zod/mini").ZodMiniType<Open<"unknown" | "valid" | "invalid" | "risky">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"unknown" | "valid" | "invalid" | "risky">, unknown>>;
            isValid: import("zod/mini").ZodMiniBoolean<boolean>;
            reason: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            riskScore: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            cached: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            details: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                isDisposable: import("zod/mini").ZodMiniBoolean<boolean>;
                isFreeProvider: import("zod/mini").ZodMiniBoolean<boolean>;
                isRoleAccount: import("zod/mini").ZodMiniBoolean<boolean>;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly createVerificationBatch: {
        readonly name: "createVerificationBatch";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly body: import("zod/mini").ZodMiniObject<{
            emails: import("zod/mini").ZodMiniType<string[], unknown, import("zod/v4/core").$ZodTypeInternals<string[], unknown>>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            verificationId: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            totalEmails: import("zod/mini").ZodMiniInt;
            creditsDeducted: import("zod/mini").ZodMiniInt;
            status: import("zod/mini").ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            results: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                clean: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                dirty: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                unknown: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            }, import("zod/v4/core").$strip>>;
            analytics: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                cleanCount: import("zod/mini").ZodMiniInt;
                dirtyCount: import("zod/mini").ZodMiniInt;
                unknownCount: import("zod/mini").ZodMiniInt;
                cleanPercentage: import("zod/mini").ZodMiniNumber<number>;
                valid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                invalid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                risky: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                unknown: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            }, import("zod/v4/core").$strip>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly getVerification: {
        readonly name: "getVerification";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/{id}";
        readonly response: import("zod/mini").ZodMiniObject<{
            id: import("zod/mini").ZodMiniString<string>;
            type: import("zod/mini").ZodMiniType<Open<"single" | "batch">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
            status: import("zod/mini").ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            totalEmails: import("zod/mini").ZodMiniInt;
            processedEmails: import("zod/mini").ZodMiniInt;
            progress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            creditsDeducted: import("zod/mini").ZodMiniInt;
            analytics: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                cleanCount: import("zod/mini").ZodMiniInt;
                dirtyCount: import("zod/mini").ZodMiniInt;
                unknownCount: import("zod/mini").ZodMiniInt;
                cleanPercentage: import("zod/mini").ZodMiniNumber<number>;
                valid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                invalid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                risky: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                unknown: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
            }, import("zod/v4/core").$strip>>;
            results: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                clean: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                dirty: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                unknown: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
            }, import("zod/v4/core").$strip>>;
            startedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            createdAt: import("zod/mini").ZodMiniString<string>;
            completedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly listVerifications: {
        readonly name: "listVerifications";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification";
        readonly query: import("zod/mini").ZodMiniObject<{
            status: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniType<"pending" | "failed" | "processing" | "completed", unknown, import("zod/v4/core").$ZodTypeInternals<"pending" | "failed" | "processing" | "completed", unknown>>>;
            page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
            limit: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
        }, import("zod/v4/core").$strip>;
        readonly response: import("zod/mini").ZodMiniObject<{
            items: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniObject<{
                id: import("zod/mini").ZodMiniString<string>;
                type: import("zod/mini").ZodMiniType<Open<"single" | "batch">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
                status: import("zod/mini").ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, import("zod/v4/core").$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
                totalEmails: import("zod/mini").ZodMiniInt;
                processedEmails: import("zod/mini").ZodMiniInt;
                progress: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                creditsDeducted: import("zod/mini").ZodMiniInt;
                analytics: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                    cleanCount: import("zod/mini").ZodMiniInt;
                    dirtyCount: import("zod/mini").ZodMiniInt;
                    unknownCount: import("zod/mini").ZodMiniInt;
                    cleanPercentage: import("zod/mini").ZodMiniNumber<number>;
                    valid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                    invalid: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                    risky: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                    unknown: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniInt>;
                }, import("zod/v4/core").$strip>>;
                results: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniObject<{
                    clean: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                    dirty: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                    unknown: import("zod/mini").ZodMiniArray<import("zod/mini").ZodMiniString<string>>;
                }, import("zod/v4/core").$strip>>;
                startedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
                createdAt: import("zod/mini").ZodMiniString<string>;
                completedAt: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniString<string>>;
            }, import("zod/v4/core").$strip>>;
            pagination: import("zod/mini").ZodMiniObject<{
                page: import("zod/mini").ZodMiniInt;
                limit: import("zod/mini").ZodMiniInt;
                total: import("zod/mini").ZodMiniInt;
                totalPages: import("zod/mini").ZodMiniInt;
                hasNext: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
                hasPrev: import("zod/mini").ZodMiniExactOptional<import("zod/mini").ZodMiniBoolean<boolean>>;
            }, import("zod/v4/core").$strip>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
    readonly getVerificationStats: {
        readonly name: "getVerificationStats";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/stats";
        readonly response: import("zod/mini").ZodMiniObject<{
            totalVerified: import("zod/mini").ZodMiniInt;
            totalValid: import("zod/mini").ZodMiniInt;
            totalInvalid: import("zod/mini").ZodMiniInt;
            totalUnknown: import("zod/mini").ZodMiniInt;
            totalVerifications: import("zod/mini").ZodMiniInt;
            validPercentage: import("zod/mini").ZodMiniNumber<number>;
        }, import("zod/v4/core").$strip>;
        readonly retry: "safe";
    };
};

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

export declare const errorRules: Readonly<Record<ErrorCode, ErrorRule>>;

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
        readonly resource: "emails";
        readonly summary: "Send an email";
        readonly status: 201;
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
        readonly name: "sendEmail";
        readonly method: "POST";
        readonly path: "/api/v1/emails";
        readonly body: z.ZodMiniObject<{
            from: z.ZodMiniString<string>;
            to: z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>;
            subject: z.ZodMiniOptional<z.ZodMiniString<string>>;
            html: z.ZodMiniOptional<z.ZodMiniString<string>>;
            text: z.ZodMiniOptional<z.ZodMiniString<string>>;
            templateId: z.ZodMiniOptional<z.ZodMiniString<string>>;
            variables: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            attachmentIds: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            cc: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>>;
            bcc: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniArray<z.ZodMiniString<string>>
            ]>>;
            replyTo: z.ZodMiniOptional<z.ZodMiniString<string>>;
            headers: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
            idempotencyKey: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniUnion<readonly [
            z.ZodMiniObject<{
                sandbox: z.ZodMiniLiteral<true>;
                messageId: z.ZodMiniString<string>;
                message: z.ZodMiniString<string>;
                recipients: z.ZodMiniArray<z.ZodMiniString<string>>;
                skipped: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>,
            z.ZodMiniObject<{
                id: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                messageId: z.ZodMiniString<string>;
                status: z.ZodMiniExactOptional<z.ZodMiniType<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown, z.core.$ZodTypeInternals<Open<"bounced" | "queued" | "sent" | "delivered" | "failed">, unknown>>>;
                createdAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                skipped: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>
        ]>;
        readonly retry: "with-idempotency-key";
    };
    readonly listEmails: {
        readonly resource: "emails";
        readonly summary: "List sent emails";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly name: "listEmails";
        readonly method: "GET";
        readonly path: "/api/v1/emails";
        readonly query: z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniType<"bounced" | "queued" | "sent" | "delivered" | "failed", unknown, z.core.$ZodTypeInternals<"bounced" | "queued" | "sent" | "delivered" | "failed", unknown>>>;
            to: z.ZodMiniOptional<z.ZodMiniString<string>>;
            from: z.ZodMiniOptional<z.ZodMiniString<string>>;
            startDate: z.ZodMiniOptional<z.ZodMiniString<string>>;
            endDate: z.ZodMiniOptional<z.ZodMiniString<string>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            emails: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                from: z.ZodMiniString<string>;
                to: z.ZodMiniArray<z.ZodMiniString<string>>;
                cc: z.ZodMiniExactOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                bcc: z.ZodMiniExactOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
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
            pagination: z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly createUpload: {
        readonly resource: "attachments";
        readonly summary: "Create a presigned upload URL";
        readonly status: 201;
        readonly errors: readonly [
            "ATTACHMENT_TOO_LARGE",
            "INVALID_CONTENT_TYPE"
        ];
        readonly name: "createUpload";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/presigned-url";
        readonly body: z.ZodMiniObject<{
            filename: z.ZodMiniString<string>;
            contentType: z.ZodMiniString<string>;
            size: z.ZodMiniInt;
            inline: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            attachmentId: z.ZodMiniString<string>;
            uploadUrl: z.ZodMiniString<string>;
            expiresAt: z.ZodMiniString<string>;
            contentId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            uploadToken: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly putUpload: {
        readonly resource: "attachments";
        readonly summary: "Upload the bytes of a file";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly name: "putUpload";
        readonly method: "PUT";
        readonly path: "/uploads/{id}";
        readonly retry: "safe";
    };
    readonly confirmUpload: {
        readonly resource: "attachments";
        readonly summary: "Confirm an upload";
        readonly status: 200;
        readonly errors: readonly [
            "UPLOAD_NOT_FOUND",
            "UPLOAD_NOT_COMPLETE",
            "UPLOAD_EXPIRED",
            "FILE_SIZE_MISMATCH"
        ];
        readonly name: "confirmUpload";
        readonly method: "POST";
        readonly path: "/api/v1/attachments/{id}/confirm";
        readonly response: z.ZodMiniNullable<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            status: z.ZodMiniType<Open<"pending" | "uploaded" | "expired">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "uploaded" | "expired">, unknown>>;
            filename: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contentType: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            size: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contentId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            expiresAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
        readonly retry: "safe";
    };
    readonly listContactLists: {
        readonly resource: "contact lists";
        readonly summary: "List all contact lists";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly name: "listContactLists";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists";
        readonly query: z.ZodMiniObject<{
            page: z.ZodMiniOptional<z.ZodMiniUnknown>;
            limit: z.ZodMiniOptional<z.ZodMiniUnknown>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniArray<z.ZodMiniString<string>>;
            customFields: z.ZodMiniArray<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        readonly retry: "safe";
    };
    readonly createContactList: {
        readonly resource: "contact lists";
        readonly summary: "Create a contact list";
        readonly status: 201;
        readonly errors: readonly [
        ];
        readonly name: "createContactList";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists";
        readonly body: z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            description: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
                key: z.ZodMiniString<string>;
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<"number" | "boolean" | "date" | "text" | "select", unknown, z.core.$ZodTypeInternals<"number" | "boolean" | "date" | "text" | "select", unknown>>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniArray<z.ZodMiniString<string>>;
            customFields: z.ZodMiniArray<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly updateContactList: {
        readonly resource: "contact lists";
        readonly summary: "Update a contact list";
        readonly status: 200;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly name: "updateContactList";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{id}";
        readonly body: z.ZodMiniObject<{
            name: z.ZodMiniOptional<z.ZodMiniString<string>>;
            description: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
                key: z.ZodMiniString<string>;
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<"number" | "boolean" | "date" | "text" | "select", unknown, z.core.$ZodTypeInternals<"number" | "boolean" | "date" | "text" | "select", unknown>>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strip>>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniString<string>;
            userId: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
            description: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalContacts: z.ZodMiniInt;
            activeContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            suppressedContacts: z.ZodMiniExactOptional<z.ZodMiniInt>;
            contactCount: z.ZodMiniExactOptional<z.ZodMiniInt>;
            tags: z.ZodMiniArray<z.ZodMiniString<string>>;
            customFields: z.ZodMiniArray<z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
                key: z.ZodMiniString<string>;
            }, z.core.$strip>>;
            createdAt: z.ZodMiniString<string>;
            updatedAt: z.ZodMiniString<string>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly listContacts: {
        readonly resource: "contacts";
        readonly summary: "List the contacts of a list";
        readonly status: 200;
        readonly errors: readonly [
            "LIST_NOT_FOUND"
        ];
        readonly name: "listContacts";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly query: z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniType<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed", unknown, z.core.$ZodTypeInternals<"active" | "unsubscribed" | "bounced" | "complained" | "suppressed", unknown>>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            contacts: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                email: z.ZodMiniString<string>;
                firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                customFields: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
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
            contactListCustomFields: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
                label: z.ZodMiniString<string>;
                type: z.ZodMiniType<CustomFieldType>;
                required: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
                defaultValue: z.ZodMiniOptional<z.ZodMiniUnion<readonly [
                    z.ZodMiniString<string>,
                    z.ZodMiniNumber<number>,
                    z.ZodMiniBoolean<boolean>
                ]>>;
                options: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            }, z.core.$strip>>;
            pagination: z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly createContact: {
        readonly resource: "contacts";
        readonly summary: "Add a contact to a list";
        readonly status: 201;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_ALREADY_EXISTS",
            "INVALID_CUSTOM_FIELD"
        ];
        readonly name: "createContact";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts";
        readonly body: z.ZodMiniObject<{
            source: z.ZodMiniOptional<z.ZodMiniString<string>>;
            firstName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: z.ZodMiniOptional<z.ZodMiniType<"explicit" | "implicit" | "legitimate_interest", unknown, z.core.$ZodTypeInternals<"explicit" | "implicit" | "legitimate_interest", unknown>>>;
            consentSource: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentIpAddress: z.ZodMiniOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>;
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
        }, z.core.$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly getContact: {
        readonly resource: "contacts";
        readonly summary: "Get a contact";
        readonly status: 200;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND"
        ];
        readonly name: "getContact";
        readonly method: "GET";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>;
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
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly updateContact: {
        readonly resource: "contacts";
        readonly summary: "Update a contact";
        readonly status: 200;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND",
            "INVALID_CUSTOM_FIELD"
        ];
        readonly name: "updateContact";
        readonly method: "PUT";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}";
        readonly body: z.ZodMiniObject<{
            email: z.ZodMiniOptional<z.ZodMiniString<string>>;
            firstName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniOptional<z.ZodMiniCustom<Readonly<Record<string, CustomFieldValue | null>>, Readonly<Record<string, CustomFieldValue | null>>>>;
            consentType: z.ZodMiniOptional<z.ZodMiniType<"explicit" | "implicit" | "legitimate_interest", unknown, z.core.$ZodTypeInternals<"explicit" | "implicit" | "legitimate_interest", unknown>>>;
            consentSource: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentTimestamp: z.ZodMiniOptional<z.ZodMiniString<string>>;
            consentIpAddress: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            domainId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            contactListId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            email: z.ZodMiniString<string>;
            firstName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            lastName: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            phoneNumber: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            customFields: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [
                z.ZodMiniString<string>,
                z.ZodMiniNumber<number>,
                z.ZodMiniBoolean<boolean>
            ]>>;
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
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly suppressContact: {
        readonly resource: "contacts";
        readonly summary: "Suppress a contact in the whole domain";
        readonly status: 204;
        readonly errors: readonly [
            "LIST_NOT_FOUND",
            "CONTACT_NOT_FOUND",
            "ALREADY_SUPPRESSED"
        ];
        readonly name: "suppressContact";
        readonly method: "POST";
        readonly path: "/api/v1/contact-lists/{listId}/contacts/{id}/suppress";
        readonly body: z.ZodMiniObject<{
            reason: z.ZodMiniType<"unsubscribed" | "bounced" | "complained" | "manual" | "spam_trap", unknown, z.core.$ZodTypeInternals<"unsubscribed" | "bounced" | "complained" | "manual" | "spam_trap", unknown>>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly verifyEmail: {
        readonly resource: "verification";
        readonly summary: "Verify one address";
        readonly status: 200;
        readonly errors: readonly [
            "INVALID_EMAIL",
            "INSUFFICIENT_CREDITS"
        ];
        readonly name: "verifyEmail";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/single";
        readonly body: z.ZodMiniObject<{
            email: z.ZodMiniString<string>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            email: z.ZodMiniString<string>;
            status: z.ZodMiniType<Open<"unknown" | "clean" | "dirty">, unknown, z.core.$ZodTypeInternals<Open<"unknown" | "clean" | "dirty">, unknown>>;
            result: z.ZodMiniType<Open<"unknown" | "valid" | "invalid" | "risky">, unknown, z.core.$ZodTypeInternals<Open<"unknown" | "valid" | "invalid" | "risky">, unknown>>;
            isValid: z.ZodMiniBoolean<boolean>;
            reason: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            riskScore: z.ZodMiniExactOptional<z.ZodMiniInt>;
            cached: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            details: z.ZodMiniExactOptional<z.ZodMiniObject<{
                isDisposable: z.ZodMiniBoolean<boolean>;
                isFreeProvider: z.ZodMiniBoolean<boolean>;
                isRoleAccount: z.ZodMiniBoolean<boolean>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly createVerificationBatch: {
        readonly resource: "verification";
        readonly summary: "Verify up to 1,000 addresses";
        readonly status: 202;
        readonly errors: readonly [
            "BATCH_TOO_LARGE",
            "TOO_MANY_BATCHES",
            "INSUFFICIENT_CREDITS"
        ];
        readonly name: "createVerificationBatch";
        readonly method: "POST";
        readonly path: "/api/v1/email-verification/batch";
        readonly body: z.ZodMiniObject<{
            emails: z.ZodMiniType<string[], unknown, z.core.$ZodTypeInternals<string[], unknown>>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            verificationId: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            totalEmails: z.ZodMiniInt;
            creditsDeducted: z.ZodMiniInt;
            status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            results: z.ZodMiniExactOptional<z.ZodMiniObject<{
                clean: z.ZodMiniArray<z.ZodMiniString<string>>;
                dirty: z.ZodMiniArray<z.ZodMiniString<string>>;
                unknown: z.ZodMiniArray<z.ZodMiniString<string>>;
            }, z.core.$strip>>;
            analytics: z.ZodMiniExactOptional<z.ZodMiniObject<{
                cleanCount: z.ZodMiniInt;
                dirtyCount: z.ZodMiniInt;
                unknownCount: z.ZodMiniInt;
                cleanPercentage: z.ZodMiniNumber<number>;
                valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
            }, z.core.$strip>>;
        }, z.core.$strip>;
        readonly retry: "rate-limited-only";
    };
    readonly getVerification: {
        readonly resource: "verification";
        readonly summary: "Get the state of a verification";
        readonly status: 200;
        readonly errors: readonly [
            "NOT_FOUND"
        ];
        readonly name: "getVerification";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/{id}";
        readonly response: z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            type: z.ZodMiniType<Open<"single" | "batch">, unknown, z.core.$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
            status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
            totalEmails: z.ZodMiniInt;
            processedEmails: z.ZodMiniInt;
            progress: z.ZodMiniExactOptional<z.ZodMiniInt>;
            creditsDeducted: z.ZodMiniInt;
            analytics: z.ZodMiniExactOptional<z.ZodMiniObject<{
                cleanCount: z.ZodMiniInt;
                dirtyCount: z.ZodMiniInt;
                unknownCount: z.ZodMiniInt;
                cleanPercentage: z.ZodMiniNumber<number>;
                valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
            }, z.core.$strip>>;
            results: z.ZodMiniExactOptional<z.ZodMiniObject<{
                clean: z.ZodMiniArray<z.ZodMiniString<string>>;
                dirty: z.ZodMiniArray<z.ZodMiniString<string>>;
                unknown: z.ZodMiniArray<z.ZodMiniString<string>>;
            }, z.core.$strip>>;
            startedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniString<string>;
            completedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly listVerifications: {
        readonly resource: "verification";
        readonly summary: "List verifications";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly name: "listVerifications";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification";
        readonly query: z.ZodMiniObject<{
            status: z.ZodMiniOptional<z.ZodMiniType<"pending" | "failed" | "processing" | "completed", unknown, z.core.$ZodTypeInternals<"pending" | "failed" | "processing" | "completed", unknown>>>;
            page: z.ZodMiniOptional<z.ZodMiniInt>;
            limit: z.ZodMiniOptional<z.ZodMiniInt>;
        }, z.core.$strip>;
        readonly response: z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                type: z.ZodMiniType<Open<"single" | "batch">, unknown, z.core.$ZodTypeInternals<Open<"single" | "batch">, unknown>>;
                status: z.ZodMiniType<Open<"pending" | "failed" | "processing" | "completed">, unknown, z.core.$ZodTypeInternals<Open<"pending" | "failed" | "processing" | "completed">, unknown>>;
                totalEmails: z.ZodMiniInt;
                processedEmails: z.ZodMiniInt;
                progress: z.ZodMiniExactOptional<z.ZodMiniInt>;
                creditsDeducted: z.ZodMiniInt;
                analytics: z.ZodMiniExactOptional<z.ZodMiniObject<{
                    cleanCount: z.ZodMiniInt;
                    dirtyCount: z.ZodMiniInt;
                    unknownCount: z.ZodMiniInt;
                    cleanPercentage: z.ZodMiniNumber<number>;
                    valid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    invalid: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    risky: z.ZodMiniExactOptional<z.ZodMiniInt>;
                    unknown: z.ZodMiniExactOptional<z.ZodMiniInt>;
                }, z.core.$strip>>;
                results: z.ZodMiniExactOptional<z.ZodMiniObject<{
                    clean: z.ZodMiniArray<z.ZodMiniString<string>>;
                    dirty: z.ZodMiniArray<z.ZodMiniString<string>>;
                    unknown: z.ZodMiniArray<z.ZodMiniString<string>>;
                }, z.core.$strip>>;
                startedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniString<string>;
                completedAt: z.ZodMiniExactOptional<z.ZodMiniString<string>>;
            }, z.core.$strip>>;
            pagination: z.ZodMiniObject<{
                page: z.ZodMiniInt;
                limit: z.ZodMiniInt;
                total: z.ZodMiniInt;
                totalPages: z.ZodMiniInt;
                hasNext: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
                hasPrev: z.ZodMiniExactOptional<z.ZodMiniBoolean<boolean>>;
            }, z.core.$strip>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
    readonly getVerificationStats: {
        readonly resource: "verification";
        readonly summary: "Get verification statistics";
        readonly status: 200;
        readonly errors: readonly [
        ];
        readonly name: "getVerificationStats";
        readonly method: "GET";
        readonly path: "/api/v1/email-verification/stats";
        readonly response: z.ZodMiniObject<{
            totalVerified: z.ZodMiniInt;
            totalValid: z.ZodMiniInt;
            totalInvalid: z.ZodMiniInt;
            totalUnknown: z.ZodMiniInt;
            totalVerifications: z.ZodMiniInt;
            validPercentage: z.ZodMiniNumber<number>;
        }, z.core.$strip>;
        readonly retry: "safe";
    };
};

export declare const pageQuerySchema: import("zod/mini").ZodMiniObject<{
    page: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
    limit: import("zod/mini").ZodMiniOptional<import("zod/mini").ZodMiniInt>;
}, z.core.$strip>;

export declare function parseAddress(text: string): Address | undefined;

export declare function parseMailbox(text: string): (Address & {
    readonly name?: string;
}) | undefined;

export declare function parseTimestamp(text: string): number | undefined;

export declare const suppressionReasons: readonly [
    "manual",
    "unsubscribed",
    "bounced",
    "complained",
    "spam_trap"
];

declare const table: {
    UNAUTHORIZED: ErrorRule;
    KEY_REVOKED: ErrorRule;
    KEY_EXPIRED: ErrorRule;
    VALIDATION_ERROR: ErrorRule;
    INVALID_EMAIL: ErrorRule;
    INVALID_CUSTOM_FIELD: ErrorRule;
    BATCH_TOO_LARGE: ErrorRule;
    ATTACHMENT_TOO_LARGE: {
        semanticStatus: number;
        status: number;
        family: ErrorFamily;
        source: "doc" | "inferred" | "own";
        retry: "never" | "after-wait" | "if-safe";
    };
    INVALID_CONTENT_TYPE: ErrorRule;
    UPLOAD_NOT_COMPLETE: ErrorRule;
    UPLOAD_EXPIRED: ErrorRule;
    FILE_SIZE_MISMATCH: ErrorRule;
    UPLOAD_NOT_FOUND: ErrorRule;
    INSUFFICIENT_CREDITS: ErrorRule;
    NOT_FOUND: ErrorRule;
    LIST_NOT_FOUND: ErrorRule;
    CONTACT_NOT_FOUND: ErrorRule;
    CONTACT_ALREADY_EXISTS: ErrorRule;
    ALREADY_SUPPRESSED: ErrorRule;
    TOO_MANY_BATCHES: ErrorRule;
    DNS_VERIFICATION_FAILED: ErrorRule;
    DOMAIN_VALIDATION_FAILED: ErrorRule;
    FROM_DOMAIN_MISMATCH: ErrorRule;
    TEMPLATE_NOT_FOUND: ErrorRule;
    TEMPLATE_RENDER_ERROR: ErrorRule;
    ATTACHMENT_NOT_FOUND: ErrorRule;
    EMAIL_TOO_LARGE: ErrorRule;
    SPAM_SCORE_TOO_HIGH: ErrorRule;
    RECIPIENT_SUPPRESSED: ErrorRule;
    RATE_LIMIT_EXCEEDED: ErrorRule;
    IDEMPOTENCY_CONFLICT: ErrorRule;
    IDEMPOTENCY_IN_PROGRESS: ErrorRule;
    METHOD_NOT_ALLOWED: ErrorRule;
    UNSUPPORTED_MEDIA_TYPE: ErrorRule;
    PAYLOAD_TOO_LARGE: ErrorRule;
    INTERNAL_ERROR: ErrorRule;
    SERVICE_UNAVAILABLE: ErrorRule;
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
