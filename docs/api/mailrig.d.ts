// Public API of mailrig. Generated: do not edit.

import type { KyInstance } from 'ky';

export declare class APIError<Code extends string = APIErrorCode> extends MailrigError {
    name: string;
    readonly code: Code;
    readonly operation: string;
    readonly status: number | undefined;
    readonly details: ErrorDetails<Code> | undefined;
    readonly requestId: string | undefined;
    readonly headers: Readonly<Record<string, string>>;
    constructor(facts: APIErrorFacts & {
        readonly code: Code;
    });
    fieldErrors(): FieldError[];
    toJSON(): MailrigErrorJSON;
}

export type APIErrorCode = KnownErrorCode | (string & {});

export interface APIErrorFacts extends MailrigErrorFacts {
    readonly operation: string;
    readonly reason: string;
    readonly status?: number | undefined;
    readonly details?: object | undefined;
    readonly requestId?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly retryAfter?: number | undefined;
}

export type APIErrorOf<Code extends string> = Code extends unknown ? APIError<Code> : never;

export declare class APIPromise<T> extends Promise<T> {
    #private;
    static get [Symbol.species](): PromiseConstructor;
    withResponse(): Promise<WithResponse<T>>;
    settle(): Promise<Settled<T>>;
}

export declare class AbortError extends MailrigError {
    name: string;
    readonly code: 'ABORTED';
    constructor(facts: ClientErrorFacts);
}

export interface AddressDetails {
    readonly isDisposable: boolean;
    readonly isFreeProvider: boolean;
    readonly isRoleAccount: boolean;
}

export type AddressResult = (typeof addressResults)[number];

export type AddressStatus = (typeof addressStatuses)[number];

export interface AnyCustomFields {
    readonly [key: string]: CustomFieldValue;
}

export interface AnyTemplates {
    readonly [templateId: string]: Readonly<Record<string, unknown>>;
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

export interface AttachmentParams {
    readonly path?: string | undefined;
    readonly content?: string | Blob | ArrayBuffer | ArrayBufferView | Response | undefined;
    readonly stream?: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
    readonly filename?: string | undefined;
    readonly contentType?: string | undefined;
    readonly inline?: boolean | undefined;
}

export type AttachmentStatus = (typeof attachmentStatuses)[number];

export declare class Attachments {
    #private;
    upload(file: FileSource, options?: UploadOptions): APIPromise<UploadedAttachment>;
    createUpload(params: CreateUploadBody, options?: RequestOptions): APIPromise<Upload>;
    put(upload: Pick<Upload, 'uploadUrl'>, file: FileSource, options?: PutOptions): APIPromise<void>;
    confirm(id: string, options?: RequestOptions): APIPromise<Attachment>;
}

export interface AttemptTrace {
    readonly headers: Readonly<Record<string, string>>;
    run<T>(work: () => T): T;
    end(result: ResponseEvent | LostEvent): void;
}

export declare class AuthenticationError extends APIError {
    name: string;
}

export interface CallEvent {
    readonly callId: string;
    readonly operation: string;
}

export interface CallTrace {
    run<T>(work: () => T): T;
    startAttempt(request: TracedRequest): AttemptTrace;
    end(error?: unknown): void;
}

export interface ChangesOptions extends RequestOptions {
    readonly since?: string | Date | undefined;
    readonly follow?: number | undefined;
    readonly requestsPerMinute?: number | undefined;
}

export type ClientErrorFacts = Omit<MailrigErrorFacts, 'code'>;

export interface CoerceOptions {
    readonly unknownColumns?: 'refuse' | 'ignore' | undefined;
}

export type CoercedContact<Params = CreateContactBody> = {
    readonly ok: true;
    readonly row: number;
    readonly contact: Params;
} | {
    readonly ok: false;
    readonly row: number;
    readonly errors: readonly FieldError[];
};

export declare class ConflictError extends APIError {
    name: string;
}

export declare class ConnectionError extends MailrigError {
    name: string;
    readonly code: 'NETWORK_ERROR';
    constructor(reason: string, facts: ClientErrorFacts);
}

export type ConsentType = (typeof consentTypes)[number];

export interface Contact<Values = AnyCustomFields> {
    readonly id: string;
    readonly domainId?: string;
    readonly contactListId?: string;
    readonly email: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phoneNumber?: string;
    readonly customFields: Values;
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

export interface ContactList {
    readonly id: string;
    readonly domainId: string;
    readonly userId: string;
    readonly name: string;
    readonly description?: string;
    readonly totalContacts: number;
    readonly activeContacts?: number;
    readonly suppressedContacts?: number;
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

export declare class ContactLists {
    #private;
    list(query?: PageQuery, options?: RequestOptions): PagePromise<ContactList>;
    create(params: CreateContactListBody, options?: RequestOptions): APIPromise<ContactList>;
    update(id: string, params: UpdateContactListBody, options?: RequestOptions): APIPromise<ContactList>;
    get(id: string, options?: RequestOptions): APIPromise<ContactList>;
    delete(id: string, options?: RequestOptions): APIPromise<void>;
    stats(id: string, options?: RequestOptions): APIPromise<ContactListStats>;
}

export declare class ContactPage<Values = AnyCustomFields> extends Page<Contact<Values>> {
    #private;
    readonly customFields: readonly CustomFieldDefinition[];
    next(): Promise<ContactPage<Values> | undefined>;
}

export type ContactRow = Readonly<Record<string, unknown>>;

export type ContactStatus = (typeof contactStatuses)[number];

export declare class Contacts<Values = AnyCustomFields, Defaulted extends PropertyKey = never> {
    #private;
    list(query?: ListContactsQuery, options?: RequestOptions): PagePromise<Contact<Values>, ContactPage<Values>>;
    create(params: CreateContactParams<Values, Defaulted>, options?: RequestOptions): APIPromise<Contact<Values>>;
    importMany(source: RunSource<CreateContactParams<Values, Defaulted>>, options?: ImportManyOptions): Run<CreateContactParams<Values, Defaulted>, ImportedContact>;
    upsert(params: CreateContactParams<Values, Defaulted>, options?: RequestOptions): Promise<Contact<Values>>;
    find(email: string, options?: RequestOptions): Promise<Contact<Values> | undefined>;
    coerce(rows: Iterable<ContactRow> | AsyncIterable<ContactRow>, { unknownColumns, ...options }?: CoerceOptions & RequestOptions): AsyncGenerator<CoercedContact<CreateContactParams<Values, Defaulted>>, void, undefined>;
    get(id: string, options?: RequestOptions): APIPromise<Contact<Values>>;
    update(id: string, params: UpdateContactParams<Values>, options?: RequestOptions): APIPromise<Contact<Values>>;
    suppress(id: string, reason: SuppressionReason, options?: RequestOptions): APIPromise<void>;
    delete(id: string, options?: RequestOptions): APIPromise<void>;
}

export interface CreateContactBase extends Omit<CreateContactBody, 'customFields'> {
    readonly email: string;
}

interface CreateContactBody {
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

interface CreateContactListBody {
    readonly name: string;
    readonly description?: string | undefined;
    readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

export type CreateContactParams<Values = AnyCustomFields, Defaulted extends PropertyKey = never> = CreateContactBase & ({} extends NewCustomFields<Values, Defaulted> ? {
    readonly customFields?: NewCustomFields<Values, Defaulted> | undefined;
} : {
    readonly customFields: NewCustomFields<Values, Defaulted>;
});

interface CreateUploadBody {
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
    readonly inline?: boolean | undefined;
}

type CustomFieldChanges = Readonly<Record<string, CustomFieldValue | null>>;

export interface CustomFieldDefinition extends CustomFieldRules {
    readonly key: string;
}

interface CustomFieldRules {
    readonly label: string;
    readonly type: CustomFieldType;
    readonly required?: boolean | undefined;
    readonly defaultValue?: CustomFieldValue | undefined;
    readonly options?: readonly string[] | undefined;
}

export type CustomFieldType = (typeof customFieldTypes)[number];

export type CustomFieldUpdates<Values> = Shown<{
    [Key in Exclude<keyof Values, OptionalKey<Values>>]?: Values[Key] | undefined;
} & {
    [Key in OptionalKey<Values>]?: Exclude<Values[Key], undefined> | null | undefined;
}>;

export type CustomFieldValue = string | number | boolean;

export type CustomFieldValues<Definitions extends readonly CustomFieldDefinition[]> = string extends Definitions[number]['key'] ? AnyCustomFields : Shown<{
    [Field in Definitions[number] as Field extends {
        readonly required: true;
    } ? Field['key'] : never]: ValueOf<Field>;
} & {
    [Field in Definitions[number] as Field extends {
        readonly required: true;
    } ? never : Field['key']]?: ValueOf<Field>;
}>;

export type DefaultedKey<Definitions extends readonly CustomFieldDefinition[]> = string extends Definitions[number]['key'] ? never : Extract<Definitions[number], {
    readonly defaultValue: string | number | boolean;
}>['key'];

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

export type EmailAddress = string | NamedAddress;

export type EmailAttachment = Blob | Response | AttachmentParams;

export declare class EmailChanges implements AsyncIterable<EmailMilestone> {
    #private;
    get cursor(): string | undefined;
    [Symbol.asyncIterator](): AsyncGenerator<EmailMilestone, void, undefined>;
}

export declare class EmailEndedError extends MailrigError {
    name: string;
    readonly code: 'EMAIL_ENDED';
    readonly email: Email;
    constructor(operation: string, email: Email, wanted: readonly string[], attempts: number);
}

export interface EmailMilestone extends ReachedMilestone {
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

export type EmailStatus = (typeof emailStatuses)[number];

export declare class EmailVerification {
    #private;
    verify(email: string, options?: RequestOptions): APIPromise<VerificationResult>;
    createBatch(emails: readonly string[], options?: RequestOptions): APIPromise<VerificationBatch>;
    get(id: string, options?: RequestOptions): APIPromise<Verification>;
    list(query?: ListVerificationsQuery, options?: RequestOptions): PagePromise<Verification>;
    stats(options?: RequestOptions): APIPromise<VerificationStats>;
    waitForBatch(batch: string | VerificationBatch, options?: WaitOptions): Promise<VerifiedBatch>;
    verifyMany(source: RunSource<string>, options?: VerifyManyOptions): Run<string, VerificationResult>;
}

export declare class Emails<Templates = AnyTemplates> {
    #private;
    send(params: SendEmailParams<Templates>, options?: RequestOptions): APIPromise<SendResult>;
    sendMany(source: RunSource<SendEmailParams<Templates>>, options?: RunOptions): Run<SendEmailParams<Templates>, SendResult>;
    list(query?: ListEmailsQuery, options?: RequestOptions): PagePromise<Email>;
    waitFor(sent: SendResult | string, options?: WaitForEmailOptions): Promise<Email>;
    changes(options?: ChangesOptions): EmailChanges;
    get(id: string, options?: RequestOptions): APIPromise<Email>;
    stats(options?: RequestOptions): APIPromise<EmailStats>;
}

export type EndTurn = (sent: boolean, headers?: Headers, rateLimited?: boolean) => void;

export type ErrorCode = keyof typeof table;

interface ErrorCodeRow {
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

type ErrorFamily = 'authentication' | 'validation' | 'not-found' | 'conflict' | 'insufficient-credits' | 'rate-limit' | 'too-many-batches' | 'send' | 'upload' | 'server' | 'other';

export interface FailureEvent extends CallEvent {
    readonly error: MailrigError;
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

export type FileSource = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface Hooks {
    readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
    readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
    readonly onLost?: ((event: LostEvent) => unknown) | undefined;
    readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
    readonly onFailure?: ((event: FailureEvent) => unknown) | undefined;
}

export interface ImportManyOptions extends RunOptions {
    readonly onExisting?: 'skip' | 'update' | 'fail' | undefined;
}

export interface ImportedContact {
    readonly action: 'created' | 'updated' | 'existing';
    readonly id?: string;
}

export declare class InsufficientCreditsError extends APIError<'INSUFFICIENT_CREDITS'> {
    name: string;
}

export declare class InvalidResponseError extends MailrigError {
    name: string;
    readonly code: 'INVALID_RESPONSE';
    readonly field: string | undefined;
    readonly status: number;
    readonly requestId: string | undefined;
    constructor(reason: string, facts: InvalidResponseFacts);
    toJSON(): MailrigErrorJSON;
}

export interface InvalidResponseFacts extends ClientErrorFacts {
    readonly field?: string | undefined;
    readonly status: number;
    readonly requestId?: string | undefined;
}

export interface Item {
    readonly id: string;
}

export interface ItemFailure<Item> {
    readonly ok: false;
    readonly item: Item;
    readonly index: number;
    readonly error: MailrigError;
}

export type ItemResult<Item, Value> = ItemSuccess<Item, Value> | ItemFailure<Item>;

export interface ItemSuccess<Item, Value> {
    readonly ok: true;
    readonly item: Item;
    readonly index: number;
    readonly value: Value;
    readonly skipped: boolean;
    readonly resumed: boolean;
}

export interface Journal {
    readonly name?: string | undefined;
    read(): Iterable<string> | AsyncIterable<string> | PromiseLike<Iterable<string>>;
    append(entries: readonly string[]): PromiseLike<unknown>;
    close?(): PromiseLike<void> | void;
}

export type KnownErrorCode = ErrorCode | 'UPLOAD_FAILED' | 'UNKNOWN_ERROR';

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

export interface LiveSendResult {
    readonly sandbox: false;
    readonly messageId: string;
    readonly id?: string;
    readonly status?: Open<EmailStatus>;
    readonly createdAt?: string;
    readonly skipped: boolean;
}

export type LogLevel = (typeof logLevels)[number];

export interface Logger {
    debug(message: string): unknown;
    info(message: string): unknown;
    warn(message: string): unknown;
    error(message: string): unknown;
}

export interface LostEvent extends RequestEvent {
    readonly error: MailrigError;
    readonly duration: number;
}

export declare class Mailrig<Templates extends object = AnyTemplates> {
    #private;
    readonly environment: 'live' | 'test' | 'unknown';
    readonly emails: Emails<Templates>;
    readonly attachments: Attachments;
    readonly lists: ContactLists;
    readonly verification: EmailVerification;
    constructor(options?: MailrigOptions);
    withOptions(changes: MailrigOptions): Mailrig<Templates>;
    get rateLimit(): RateLimit | undefined;
    get throttle(): ThrottleState;
    contacts<const Definitions extends readonly CustomFieldDefinition[] = readonly CustomFieldDefinition[]>(listId: string): Contacts<CustomFieldValues<Definitions>, DefaultedKey<Definitions>>;
    request(method: RawMethod, path: string, request?: RawRequest, options?: RequestOptions): APIPromise<unknown>;
}

export declare class MailrigError extends Error {
    name: string;
    readonly code: string;
    readonly outcome: Outcome;
    readonly operation: string | undefined;
    readonly attempts: number;
    readonly idempotencyKey: string | undefined;
    readonly summary?: RunSummary;
    constructor(message: string, facts: MailrigErrorFacts);
    toJSON(): MailrigErrorJSON;
}

export interface MailrigErrorFacts {
    readonly code: string;
    readonly outcome: Outcome;
    readonly operation?: string | undefined;
    readonly attempts?: number | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly cause?: unknown;
}

export interface MailrigErrorJSON {
    readonly name: string;
    readonly message: string;
    readonly code: string;
    readonly operation?: string;
    readonly outcome: Outcome;
    readonly attempts: number;
    readonly status?: number;
    readonly requestId?: string;
    readonly details?: object;
    readonly summary?: RunSummary;
}

export interface MailrigOptions {
    readonly apiKey?: string | undefined;
    readonly baseUrl?: string | undefined;
    readonly authHeader?: 'authorization' | 'x-api-key' | undefined;
    readonly timeout?: number | undefined;
    readonly totalTimeout?: number | undefined;
    readonly maxRetries?: number | undefined;
    readonly maxRetryAfter?: number | undefined;
    readonly maxResponseBytes?: number | undefined;
    readonly throttle?: Throttle | false | undefined;
    readonly priority?: Priority | undefined;
    readonly ky?: KyInstance | undefined;
    readonly fetch?: typeof globalThis.fetch | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly hooks?: Hooks | undefined;
    readonly logger?: Logger | undefined;
    readonly logLevel?: LogLevel | undefined;
    readonly logBodies?: boolean | undefined;
    readonly tracing?: Tracing | undefined;
    readonly validate?: boolean | undefined;
    readonly requireTestKey?: boolean | undefined;
    readonly dangerouslyAllowBrowser?: boolean | undefined;
}

export type Milestone = (typeof milestones)[number];

export interface NamedAddress {
    readonly email: string;
    readonly name?: string | undefined;
}

export type NewCustomFields<Values, Defaulted extends PropertyKey = never> = Shown<{
    [Key in Exclude<keyof Values, OptionalKey<Values> | Defaulted>]: Values[Key];
} & {
    [Key in Extract<keyof Values, Exclude<Defaulted, OptionalKey<Values>>>]?: Values[Key] | undefined;
} & {
    [Key in OptionalKey<Values>]?: Exclude<Values[Key], undefined> | null | undefined;
}>;

export declare class NotFoundError extends APIError {
    name: string;
}

export type Open<T extends string> = T | (string & {});

type OptionalKey<T> = {
    [Key in keyof T]-?: {} extends Pick<T, Key> ? Key : never;
}[keyof T];

export type Outcome = 'not-sent' | 'rejected' | 'unknown' | 'succeeded';

export declare class Page<T extends Item> {
    #private;
    readonly items: readonly T[];
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
    readonly hasNext: boolean;
    readonly hasPrev: boolean;
    next(): Promise<Page<T> | undefined>;
}

export declare class PagePromise<T extends Item, P extends Page<T> = Page<T>> extends APIPromise<P> implements AsyncIterable<T> {
    #private;
    then<R = P, E = never>(onFulfilled?: ((page: P) => R | PromiseLike<R>) | null, onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null): Promise<R | E>;
    pages(): AsyncGenerator<P, void, undefined>;
    toArray({ max }?: ToArrayOptions): Promise<T[]>;
    [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined>;
}

export interface PageQuery {
    readonly page?: number | undefined;
    readonly limit?: number | undefined;
}

export declare class PermissionError extends APIError {
    name: string;
}

export type Priority = (typeof priorities)[number];

export interface PutOptions extends Omit<RequestOptions, 'headers'> {
    readonly contentType?: string | undefined;
    readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

export interface RateLimit {
    readonly limit: number;
    readonly remaining: number;
    readonly reset?: string;
}

export declare class RateLimitError extends APIError {
    name: string;
    readonly retryAfter: number | undefined;
    constructor(facts: APIErrorFacts);
}

export type RawMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RawRequest {
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
    readonly body?: unknown;
}

export interface ReachedMilestone {
    readonly milestone: Milestone;
    readonly at: string | undefined;
}

export interface RequestEvent extends CallEvent {
    readonly method: string;
    readonly path: string;
    readonly pathTemplate?: string | undefined;
    readonly attempt: number;
    readonly idempotencyKey?: string | undefined;
}

export interface RequestOptions {
    readonly signal?: AbortSignal | undefined;
    readonly timeout?: number | undefined;
    readonly totalTimeout?: number | undefined;
    readonly maxRetries?: number | undefined;
    readonly priority?: Priority | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface ResponseEvent extends RequestEvent {
    readonly status: number;
    readonly duration: number;
    readonly requestId?: string | undefined;
    readonly rateLimit?: RateLimit | undefined;
}

export interface RetryEvent extends RequestEvent {
    readonly error: MailrigError;
    readonly wait: number;
}

export declare class Run<Item, Value> implements AsyncIterable<ItemResult<Item, Value>> {
    #private;
    get summary(): RunSummary;
    finish(): Promise<RunSummary>;
    [Symbol.asyncIterator](): AsyncGenerator<ItemResult<Item, Value>, void, undefined>;
}

export interface RunOptions extends Pick<RequestOptions, 'headers' | 'timeout' | 'maxRetries'> {
    readonly priority?: Priority | undefined;
    readonly journal?: Journal | undefined;
    readonly name?: string | undefined;
    readonly concurrency?: number | undefined;
    readonly patience?: number | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((summary: RunSummary) => unknown) | undefined;
}

export type RunSource<Item> = Iterable<Item> | AsyncIterable<Item> | ReadableStream<Item>;

export interface RunSummary {
    readonly succeeded: number;
    readonly failed: number;
    readonly skipped: number;
    readonly resumed: number;
    readonly creditsDeducted: number;
    readonly batchIds: readonly string[];
}

export interface SendEmailBase {
    readonly from: EmailAddress;
    readonly to: EmailAddress | readonly EmailAddress[];
    readonly cc?: EmailAddress | readonly EmailAddress[] | undefined;
    readonly bcc?: EmailAddress | readonly EmailAddress[] | undefined;
    readonly replyTo?: EmailAddress | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly attachmentIds?: readonly string[] | undefined;
    readonly attachments?: readonly EmailAttachment[] | undefined;
    readonly idempotencyKey?: string | undefined;
}

export type SendEmailParams<Templates = AnyTemplates> = SendHtmlParams | SendTextParams | (string extends keyof Templates ? SendTemplateParams : SendTypedTemplateParams<Templates>);

export declare class SendError extends APIError {
    name: string;
    get suppressed(): readonly string[];
    get missing(): readonly string[];
}

export interface SendHtmlParams extends SendEmailBase {
    readonly subject: string;
    readonly html: string;
    readonly text?: string | undefined;
    readonly templateId?: undefined;
    readonly variables?: undefined;
}

export type SendResult = LiveSendResult | TestSendResult;

export interface SendTemplateParams extends SendEmailBase {
    readonly templateId: string;
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
    readonly subject?: string | undefined;
    readonly html?: undefined;
    readonly text?: undefined;
}

export interface SendTextParams extends SendEmailBase {
    readonly subject: string;
    readonly text: string;
    readonly html?: string | undefined;
    readonly templateId?: undefined;
    readonly variables?: undefined;
}

export type SendTypedTemplateParams<Templates> = {
    [Id in keyof Templates & string]: SendEmailBase & Pick<SendTemplateParams, 'subject' | 'html' | 'text'> & {
        readonly templateId: Id;
    } & ({} extends Templates[Id] ? {
        readonly variables?: Templates[Id] | undefined;
    } : {
        readonly variables: Templates[Id];
    });
}[keyof Templates & string];

export declare class ServerError extends APIError {
    name: string;
}

export type Settled<T> = ({
    readonly ok: true;
    readonly error?: undefined;
} & WithResponse<T>) | {
    readonly ok: false;
    readonly error: MailrigError;
    readonly data?: undefined;
};

type Shown<T> = {
    readonly [Key in keyof T]: T[Key];
} & {};

export type SuppressionReason = (typeof suppressionReasons)[number];

export interface TestSendResult {
    readonly sandbox: true;
    readonly messageId: string;
    readonly message: string;
    readonly recipients: readonly string[];
    readonly skipped: boolean;
}

export interface Throttle {
    acquire(signal: AbortSignal, request?: TurnRequest): Promise<EndTurn | void>;
    readonly queued?: number | undefined;
}

export interface ThrottleOptions {
    readonly limit?: number | undefined;
    readonly window?: number | undefined;
}

export interface ThrottleState {
    readonly queued: number;
}

export declare class TimeoutError extends MailrigError {
    name: string;
    readonly code: 'TIMEOUT_ERROR';
    readonly limit: 'timeout' | 'totalTimeout';
    constructor(limit: 'timeout' | 'totalTimeout', milliseconds: number, facts: ClientErrorFacts);
}

export interface ToArrayOptions {
    readonly max?: number | undefined;
}

export declare class TooManyBatchesError extends APIError<'TOO_MANY_BATCHES'> {
    name: string;
    readonly retryAfter: number | undefined;
    constructor(facts: APIErrorFacts & {
        readonly code: 'TOO_MANY_BATCHES';
    });
}

export interface TracedRequest extends RequestEvent {
    readonly url: string;
}

export interface Tracing {
    startCall(call: CallEvent): CallTrace;
}

export interface TurnRequest {
    readonly priority: Priority;
    readonly attempt: number;
}

interface UpdateContactBody {
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
    readonly phoneNumber?: string | undefined;
    readonly customFields?: CustomFieldChanges | undefined;
    readonly consentType?: ConsentType | undefined;
    readonly consentSource?: string | undefined;
    readonly consentTimestamp?: string | undefined;
    readonly consentIpAddress?: string | undefined;
}

interface UpdateContactListBody {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
    readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

export interface UpdateContactParams<Values = AnyCustomFields> extends Omit<UpdateContactBody, 'customFields'> {
    readonly customFields?: CustomFieldUpdates<Values> | undefined;
}

export interface Upload {
    readonly attachmentId: string;
    readonly uploadUrl: string;
    readonly expiresAt: string;
    readonly contentId?: string;
    readonly uploadToken?: string;
}

export declare class UploadError extends APIError {
    name: string;
}

export interface UploadOptions extends RequestOptions, Pick<PutOptions, 'onProgress'> {
    readonly filename?: string | undefined;
    readonly contentType?: string | undefined;
    readonly inline?: boolean | undefined;
}

export interface UploadProgress {
    readonly sent: number;
    readonly total: number;
}

export interface UploadedAttachment extends Attachment {
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
}

export declare class ValidationError extends APIError {
    name: string;
}

interface ValueByType {
    readonly text: string;
    readonly number: number;
    readonly date: string;
    readonly boolean: boolean;
    readonly select: string;
}

type ValueOf<Field extends CustomFieldDefinition> = Field extends {
    readonly type: 'select';
    readonly options: readonly (infer Option)[];
} ? Option : ValueByType[Field['type']];

export interface Verification extends Partial<VerificationFindings> {
    readonly id: string;
    readonly type: Open<VerificationType>;
    readonly status: Open<VerificationStatus>;
    readonly totalEmails: number;
    readonly processedEmails: number;
    readonly progress: number;
    readonly creditsDeducted: number;
    readonly startedAt?: string;
    readonly createdAt: string;
    readonly completedAt?: string;
}

export interface VerificationAnalytics {
    readonly clean: number;
    readonly dirty: number;
    readonly unknown: number;
    readonly cleanPercentage: number;
    readonly valid?: number;
    readonly invalid?: number;
    readonly risky?: number;
}

export interface VerificationBatch extends Partial<VerificationFindings> {
    readonly verificationId?: string;
    readonly totalEmails: number;
    readonly creditsDeducted: number;
    readonly status: Open<VerificationStatus>;
}

export declare class VerificationFailedError extends MailrigError {
    name: string;
    readonly code: 'VERIFICATION_FAILED';
    readonly verification: Verification;
    constructor(operation: string, verification: Verification, attempts: number);
}

export interface VerificationFindings {
    readonly results: readonly VerificationResult[];
    readonly groups: VerificationGroups;
    readonly analytics: VerificationAnalytics;
}

export interface VerificationGroups {
    readonly clean: readonly string[];
    readonly dirty: readonly string[];
    readonly unknown: readonly string[];
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

export interface VerifiedBatch extends VerificationFindings {
    readonly id?: string;
    readonly totalEmails: number;
    readonly creditsDeducted: number;
}

export interface VerifyManyOptions extends RunOptions, Pick<WaitOptions, 'pollInterval'> {
}

export interface WaitForEmailOptions extends RequestOptions {
    readonly until?: Milestone | readonly Milestone[] | undefined;
    readonly totalTimeout?: number | undefined;
    readonly pollInterval?: number | undefined;
}

export interface WaitOptions extends RequestOptions {
    readonly totalTimeout?: number | undefined;
    readonly pollInterval?: number | undefined;
    readonly onProgress?: ((verification: Verification) => unknown) | undefined;
}

export interface WithResponse<T> {
    readonly data: T;
    readonly raw: unknown;
    readonly response: Response;
    readonly requestId: string | undefined;
    readonly rateLimit: RateLimit | undefined;
}

declare const addressResults: readonly [
    "valid",
    "invalid",
    "risky",
    "unknown"
];

declare const addressStatuses: readonly [
    "clean",
    "dirty",
    "unknown"
];

declare const attachmentStatuses: readonly [
    "pending",
    "uploaded",
    "expired"
];

declare const consentTypes: readonly [
    "explicit",
    "implicit",
    "legitimate_interest"
];

declare const contactStatuses: readonly [
    "active",
    "unsubscribed",
    "bounced",
    "complained",
    "suppressed"
];

declare const customFieldTypes: readonly [
    "text",
    "number",
    "date",
    "boolean",
    "select"
];

declare const emailStatuses: readonly [
    "queued",
    "sent",
    "delivered",
    "bounced",
    "failed"
];

export declare const errorCodes: Readonly<Record<ErrorCode, ErrorCodeRow>>;

export declare function formatAddress(address: EmailAddress): string;

export declare function isAPIError(error: unknown): error is APIError<APIErrorCode>;
export declare function isAPIError<Code extends KnownErrorCode>(error: unknown, ...codes: readonly Code[]): error is APIErrorOf<Code>;

export declare function isMailrigError(error: unknown): error is MailrigError;

declare const logLevels: readonly [
    "debug",
    "info",
    "warn",
    "error",
    "off"
];

declare const milestones: readonly [
    "queued",
    "sent",
    "delivered",
    "bounced",
    "failed",
    "opened",
    "clicked"
];

export declare function parseAddress(text: string): NamedAddress | undefined;

export declare function parseTimestamp(text: string): number | undefined;

declare const priorities: readonly [
    "high",
    "normal",
    "low"
];

declare const suppressionReasons: readonly [
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

export declare function throttle(options?: ThrottleOptions): Throttle;

declare const verificationStatuses: readonly [
    "pending",
    "processing",
    "completed",
    "failed"
];

declare const verificationTypes: readonly [
    "single",
    "batch"
];

export { CreateContactListBody as CreateContactListParams };
export { CreateUploadBody as CreateUploadParams };
export { UpdateContactListBody as UpdateContactListParams };
