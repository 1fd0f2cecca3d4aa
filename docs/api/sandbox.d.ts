// Public API of @mailrig/sandbox. Generated: do not edit.

import type { AddressResult, AttachmentStatus, Calibration, Contact, ContactStatus, CreateContactBody, CustomFieldDefinition, EmailStatus, Endpoints, Limits, OperationName, SuppressionReason, Verification, WireOptions, WirePreset } from '@mailrig/contract';

export interface Access {
    readonly hosts: readonly string[];
    readonly origins: readonly string[];
}

export interface AccountChange {
    readonly id: string;
    readonly credits?: number | undefined;
    readonly domain?: {
        readonly dnsVerified?: boolean | undefined;
        readonly active?: boolean | undefined;
    } | undefined;
}

export declare class AccountControls extends ScopedControls {
    readonly mailbox: Mailbox;
    readonly emails: EmailControls;
    readonly attachments: AttachmentControls;
    readonly contactLists: ContactListControls;
    readonly contacts: ContactControls;
    readonly addresses: AddressControls;
    readonly keys: KeyControls;
    readonly rateWindows: RateWindowControls;
    readonly domains: DomainControls;
    readonly templates: TemplateControls;
    readonly suppressions: SuppressionControls;
    readonly verifications: VerificationControls;
    readonly credits: CreditControls;
    readonly faults: FaultControls;
    readonly requests: RequestControls;
    get info(): AccountView;
}

export interface AccountView {
    readonly id: string;
    readonly domain: {
        readonly name: string;
        readonly dnsVerified: boolean;
        readonly active: boolean;
    };
    readonly credits: number;
    readonly keys: readonly KeyView[];
}

export declare class AccountsControls extends ScopedControls {
    list(): readonly AccountView[];
    create(account: NewAccountInput): AccountView;
}

export interface AddressContactView {
    readonly id: string;
    readonly listId: string;
    readonly listName: string;
    readonly status: ContactStatus;
}

export declare class AddressControls extends ScopedControls {
    get(address: string): AddressView;
}

export interface AddressVerificationView {
    readonly environment: Environment;
    readonly result: AddressResult;
    readonly reason: string;
    readonly riskScore: number;
    readonly details: {
        readonly isDisposable: boolean;
        readonly isFreeProvider: boolean;
        readonly isRoleAccount: boolean;
    };
    readonly cachedUntil: string;
}

export interface AddressView {
    readonly email: string;
    readonly contacts: readonly AddressContactView[];
    readonly suppression?: SuppressionView;
    readonly verified: readonly AddressVerificationView[];
    readonly outcome?: VerificationOutcomeView;
}

export type AdjustableLimits = Pick<Limits & StoredLimits, (typeof adjustableLimits)[number]>;

export interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

export declare class AttachmentControls extends ScopedControls {
    list(page?: UploadPage): Promise<UploadsView>;
}

export interface AttachmentView {
    readonly id: string;
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
    readonly inline: boolean;
    readonly contentId?: string;
}

export type Body = string | Uint8Array | undefined;

export type BrokenConnection = {
    readonly network: 'reset' | 'drop' | 'hang';
} | {
    readonly network: 'cut';
    readonly answer: Answer;
};

export type CheckName = 'unresolved-variable' | 'subject-empty' | 'subject-long' | 'text-missing' | 'size-clipped' | 'size-near-clipping' | 'link-empty' | 'link-invalid' | 'link-relative' | 'link-insecure' | 'link-nameless' | 'link-vague' | 'image-source' | 'image-alt' | 'language-missing' | 'table-role' | 'heading-order' | 'text-tiny' | 'unsubscribe-missing' | 'unsubscribe-one-click' | 'unsubscribe-invalid' | 'client-support' | 'client-partial';

export interface CheckOptions {
    readonly clients?: readonly string[] | undefined;
    readonly ignore?: readonly (CheckName | (string & Record<never, never>))[] | undefined;
    readonly failOn?: Severity | undefined;
}

export declare class ClockControls extends ScopedControls {
    now(): Date;
    advance(by: Duration): ClockView;
    advanceTo(time: string | number | Date): ClockView;
    runUntilIdle(): ClockView;
    freeze(): ClockView;
    resume(): ClockView;
}

interface ClockState {
    readonly frozenAt?: number;
    readonly offset: number;
    readonly latest: number;
}

export interface ClockView {
    readonly now: string;
    readonly frozen: boolean;
    readonly nextDueAt: string | null;
}

export declare class ContactControls extends ScopedControls {
    list(filter?: ContactFilter): readonly ContactView[];
    get(id: string): ContactView;
    setStatus(id: string, status: ContactStatus): ContactView;
}

export interface ContactFilter {
    readonly status?: ContactStatus | undefined;
    readonly q?: string | undefined;
    readonly limit?: number | undefined;
}

export declare class ContactListControls extends ScopedControls {
    list(): readonly ContactListView[];
}

export interface ContactListView {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
    readonly customFields: readonly CustomFieldDefinition[];
    readonly contacts: Readonly<Record<ContactStatus, number>>;
    readonly createdAt: string;
    readonly updatedAt: string;
}

export interface ContactView extends Contact {
    readonly suppressionReason?: SuppressionReason;
}

export declare class ControlError extends Error {
    readonly name = "ControlError";
    readonly status: number;
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>> | undefined;
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: number, code: string, message: string, details?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>);
}

export declare class CreditControls extends ScopedControls {
    balance(): number;
    set(balance: number): void;
    ledger(): readonly CreditEntryView[];
}

export interface CreditEntryView {
    readonly at: string;
    readonly change: number;
    readonly balance: number;
    readonly reason: CreditReason;
    readonly verificationId?: string;
}

export type CreditReason = 'opening' | 'verification' | 'set';

export type DeliveryOutcome = 'delivered' | 'bounced' | 'failed' | 'queued' | 'opened' | 'clicked';

export declare class DomainControls extends ScopedControls {
    update(domain: {
        readonly dnsVerified?: boolean;
        readonly active?: boolean;
    }): AccountView['domain'];
}

export type Duration = number | string;

export interface EmailChecks {
    readonly passed: boolean;
    readonly findings: readonly Finding[];
    readonly counts: Readonly<Record<Severity, number>>;
    readonly clients: readonly string[];
    readonly supportDate: string;
    readonly htmlBytes: number;
    readonly clippedBytes: number;
}

export declare class EmailControls extends ScopedControls {
    #private;
    deliver(id: string): Message;
    bounce(id: string): Message;
    fail(id: string): Message;
    open(id: string): Message;
    click(id: string, url?: string): Message;
}

export type EmailEventType = (typeof emailEventTypes)[number];

export interface EmailTiming {
    readonly sent: number;
    readonly delivered: number;
    readonly bounced: number;
    readonly failed: number;
    readonly opened: number;
    readonly clicked: number;
}

export type Environment = (typeof environments)[number];

export declare class FaultControls extends ScopedControls {
    add(rule: FaultInput): FaultRule;
    failNext(operation: OperationName, status: number, times?: number): FaultRule;
    list(): readonly FaultRule[];
    remove(id: string): void;
    clear(): void;
}

export interface FaultEffect {
    readonly network?: 'reset' | 'drop' | 'hang' | 'cut';
    readonly delay?: number;
    readonly status?: number;
    readonly code?: string;
    readonly message?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly retryAfter?: number | string;
    readonly body?: 'html' | 'text' | 'empty' | 'truncated' | 'bare' | 'success-false';
}

export interface FaultEffectInput extends Omit<FaultEffect, 'delay'> {
    readonly delay?: Duration | undefined;
}

export interface FaultInput {
    readonly operation?: OperationName | undefined;
    readonly account?: string | undefined;
    readonly times?: number | undefined;
    readonly skip?: number | undefined;
    readonly phase?: 'before' | 'after' | undefined;
    readonly effect: FaultEffectInput;
}

export type FaultPhase = FaultRule['phase'];

export interface FaultRule {
    readonly id: string;
    readonly accountId?: string;
    readonly operation?: string;
    readonly skip: number;
    readonly times?: number;
    readonly phase: 'before' | 'after';
    readonly effect: FaultEffect;
}

export interface Finding {
    readonly check: CheckName;
    readonly severity: Severity;
    readonly title: string;
    readonly reason: string;
    readonly message: string;
    readonly part: 'html' | 'text' | 'subject' | 'headers' | 'message';
    readonly line?: number;
    readonly column?: number;
    readonly places: readonly Place[];
    readonly count: number;
    readonly feature?: string;
    readonly url?: string;
    readonly clients?: readonly string[];
}

export interface HeaderSource {
    get(name: string): string | null;
    forEach(visit: (value: string, name: string) => void): void;
}

export interface IncomingRequest {
    readonly method: string;
    readonly origin: string;
    readonly path: string;
    readonly query: string;
    readonly headers: HeaderSource;
    readonly access?: Access | undefined;
    readonly isLocal?: boolean | undefined;
    readonly signal?: AbortSignal | undefined;
    read(limit: number): Body | Promise<Body>;
    parts(): AsyncIterable<Uint8Array>;
}

export type Invariant = (typeof invariantNames)[number];

export interface JournalAnswer {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly isCut?: true;
}

export interface JournalEntry {
    readonly sequence: number;
    readonly at: number;
    readonly requestId: string;
    readonly accountId?: string;
    readonly operation?: string;
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly ignoredFields?: readonly string[];
    readonly status?: number;
    readonly code?: string;
    readonly field?: string;
    readonly sentId?: string;
    readonly answer?: JournalAnswer;
    readonly fault?: string;
    readonly durationMs: number;
    readonly clientFault?: 'credentials-on-upload';
}

export declare class KeyControls extends ScopedControls {
    list(): readonly KeyView[];
    create(key: NewKeyInput): KeyView;
    revoke(key: string): KeyView;
    expire(key: string): KeyView;
    rotate(key: string): KeyView;
}

export interface KeyView {
    readonly key: string;
    readonly environment: Environment;
    readonly status: 'active' | 'revoked' | 'expired';
    readonly expiresAt?: string;
}

export declare class Mailbox extends ScopedControls {
    #private;
    list(filter?: MessageFilter): Message[];
    latest(filter?: MessageFilter): Message | undefined;
    get(id: string): Message;
    waitFor(filter?: MessageFilter, options?: {
        readonly timeout?: Duration;
    }): Promise<Message>;
    remove(id: string): void;
    clear(): void;
}

export interface Message extends MessageView {
    readonly attachments: readonly MessageAttachment[];
    links(): string[];
    codes(): string[];
    raw(): Uint8Array;
    check(options?: CheckOptions): Promise<EmailChecks>;
}

export interface MessageAttachment extends AttachmentView {
    readonly content: Uint8Array;
}

export interface MessageEventView {
    readonly type: 'queued' | EmailEventType;
    readonly at: string;
    readonly url?: string;
}

export interface MessageFilter {
    readonly to?: string | undefined;
    readonly from?: string | undefined;
    readonly subject?: string | undefined;
    readonly status?: EmailStatus | undefined;
    readonly environment?: Environment | undefined;
    readonly q?: string | undefined;
}

export interface MessageView {
    readonly id: string;
    readonly messageId: string;
    readonly environment: Environment;
    readonly from: string;
    readonly to: readonly string[];
    readonly cc: readonly string[];
    readonly bcc: readonly string[];
    readonly replyTo?: string;
    readonly subject: string;
    readonly html?: string;
    readonly text?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly templateId?: string;
    readonly attachments: readonly AttachmentView[];
    readonly status: EmailStatus;
    readonly timeline: readonly MessageEventView[];
    readonly createdAt: string;
}

export interface NewAccount {
    readonly domain: {
        readonly name: string;
        readonly dnsVerified?: boolean | undefined;
        readonly active?: boolean | undefined;
    };
    readonly credits?: number | undefined;
    readonly keys?: readonly NewKey[] | undefined;
}

export interface NewAccountInput extends Omit<NewAccount, 'domain' | 'keys'> {
    readonly domain: {
        readonly name: string;
        readonly dnsVerified?: boolean | undefined;
        readonly active?: boolean | undefined;
    };
    readonly keys?: readonly NewKeyInput[] | undefined;
}

export interface NewKey {
    readonly key?: string | undefined;
    readonly environment: Environment;
    readonly expiresAt?: number | undefined;
}

export interface NewKeyInput extends Omit<NewKey, 'expiresAt'> {
    readonly environment: Environment;
    readonly expiresAt?: string | number | undefined;
}

export interface PageChoice {
    readonly limit?: number | undefined;
    readonly cursor?: number | undefined;
}

export interface PageView {
    readonly total?: number;
    readonly cursor?: string;
}

export interface Place {
    readonly line: number;
    readonly column: number;
}

export declare class RateWindowControls extends ScopedControls {
    list(): RateWindowsView;
}

export interface RateWindowView {
    readonly key: string;
    readonly environment: Environment;
    readonly limit: number;
    readonly remaining: number;
    readonly resetsAt?: string;
}

export interface RateWindowsView {
    readonly isLimited: boolean;
    readonly window: number;
    readonly keys: readonly RateWindowView[];
}

export type Reply = Answer | BrokenConnection;

export declare class RequestControls extends ScopedControls {
    list(filter?: RequestFilter): readonly RequestView[];
    count(filter?: RequestFilter): number;
    last(filter?: RequestFilter): RequestView | undefined;
    get(id: string): RequestView;
    subscribe(listener: (request: RequestView) => void): () => void;
    clear(): void;
}

export interface RequestFilter {
    readonly operation?: OperationName | undefined;
    readonly status?: number | undefined;
    readonly ignoredFields?: boolean | undefined;
    readonly q?: string | undefined;
    readonly limit?: number | undefined;
}

export interface RequestView extends Omit<JournalEntry, 'at'> {
    readonly at: string;
}

export declare class Sandbox extends AccountControls {
    #private;
    readonly baseUrl: string;
    readonly uploadBaseUrl: string;
    readonly endpoints: Endpoints;
    readonly fetch: typeof fetch;
    readonly clock: ClockControls;
    readonly accounts: AccountsControls;
    get apiKey(): string;
    get liveApiKey(): string;
    account(idOrKey: string): AccountControls;
    get wire(): WireOptions;
    get storedBytes(): number;
    setWire(choice: WireChoice): WireOptions;
    snapshot(): Snapshot;
    fork(): Sandbox;
    restore(snapshot: Snapshot): void;
    save(): Iterable<string>;
    load(saved: SavedState): Promise<void>;
    reset(): void;
    check(): string[];
    handle(request: IncomingRequest): Promise<Reply>;
}

export interface SandboxOptions {
    readonly baseUrl?: string;
    readonly uploadBaseUrl?: string;
    readonly clock?: 'system' | 'manual';
    readonly startAt?: string | number | Date;
    readonly randomSeed?: number | string;
    readonly seed?: Seed;
    readonly wire?: WireChoice;
    readonly endpoints?: Endpoints;
    readonly strict?: boolean;
    readonly rateLimit?: false | {
        readonly limit?: number;
        readonly windowMs?: number;
    };
    readonly limits?: Partial<AdjustableLimits>;
    readonly timing?: {
        readonly email?: {
            readonly [Step in keyof EmailTiming]?: Duration;
        };
        readonly verification?: {
            readonly [Step in keyof VerificationTiming]?: Duration;
        };
    };
    readonly autoProvision?: boolean;
    readonly outcomes?: (address: string) => DeliveryOutcome | undefined;
    readonly verifier?: (address: string) => AddressResult | undefined;
    readonly disposable?: readonly string[];
    readonly cors?: boolean;
    readonly controlToken?: string;
    readonly journalSize?: number;
    readonly eventLogSize?: number;
}

export type SavedState = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export declare abstract class ScopedControls {
}

export interface Seed {
    readonly startAt?: string | number | undefined;
    readonly accounts?: readonly SeedAccount[] | undefined;
    readonly faults?: readonly FaultInput[] | undefined;
}

export interface SeedAccount {
    readonly domain?: NewAccountInput['domain'] | undefined;
    readonly credits?: number | undefined;
    readonly keys?: readonly NewKeyInput[] | undefined;
    readonly templates?: Readonly<Record<string, TemplateParts>> | undefined;
    readonly suppressions?: readonly (string | {
        readonly email: string;
        readonly reason?: string | undefined;
    })[] | undefined;
    readonly contactLists?: readonly SeedContactList[] | undefined;
    readonly verificationResults?: Readonly<Record<string, VerificationOutcome>> | undefined;
}

export interface SeedContact extends CreateContactBody {
    readonly status?: ContactStatus | undefined;
}

export interface SeedContactList {
    readonly name: string;
    readonly description?: string | undefined;
    readonly customFields?: readonly CustomFieldDefinition[] | undefined;
    readonly contacts?: readonly SeedContact[] | undefined;
}

export type Severity = 'error' | 'warning' | 'advice';

export interface Snapshot {
    readonly clock: ClockState;
}

export interface StoredLimits {
    readonly storedBytes: number;
    readonly storedEmails: number;
}

export declare class SuppressionControls extends ScopedControls {
    list(): readonly SuppressionView[];
    add(suppression: {
        readonly email: string;
        readonly reason?: string;
    }): SuppressionView;
    remove(email: string): void;
}

export interface SuppressionView {
    readonly email: string;
    readonly reason: string;
    readonly createdAt: string;
}

export interface SweepBreak {
    readonly request?: string;
    readonly fault?: string;
    readonly phase?: FaultPhase;
    readonly wire?: string;
    readonly invariant: Invariant;
    readonly message: string;
    readonly reproduction: string;
    readonly also: readonly string[];
}

export type SweepCheck<T> = (fork: Sandbox, outcome: SweepOutcome<T>) => string | void | PromiseLike<string | void>;

export interface SweepFault {
    readonly name: string;
    readonly effect: FaultEffectInput;
    readonly phases?: readonly FaultPhase[] | undefined;
}

export interface SweepOptions<T = unknown> {
    readonly check?: SweepCheck<T> | undefined;
    readonly faults?: readonly SweepFault[] | undefined;
    readonly wire?: readonly WireChoice[] | undefined;
    readonly operations?: readonly OperationName[] | undefined;
    readonly repeat?: boolean | undefined;
    readonly limit?: number | undefined;
    readonly concurrency?: number | undefined;
    readonly timeout?: number | undefined;
}

export type SweepOutcome<T> = ({
    readonly ok: true;
    readonly value: T;
    readonly error?: undefined;
} | {
    readonly ok: false;
    readonly error: unknown;
    readonly value?: undefined;
}) & {
    readonly baseline: {
        readonly fork: Sandbox;
        readonly value: T;
    };
};

export declare class SweepReport {
    readonly requests: readonly string[];
    readonly runs: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly broken: readonly SweepBreak[];
    toString(): string;
}

export type SweepScenario<T> = (fork: Sandbox) => T | PromiseLike<T>;

export declare class TemplateControls extends ScopedControls {
    list(): readonly TemplateView[];
    set(id: string, parts: TemplateParts): TemplateView;
    preview(draft: TemplateDraft): TemplatePreview;
    remove(id: string): void;
}

export interface TemplateDraft extends TemplateParts {
    readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

export interface TemplateParts {
    readonly subject?: string | undefined;
    readonly html?: string | undefined;
    readonly text?: string | undefined;
}

export interface TemplatePreview extends Omit<TemplateView, 'id' | 'subject'> {
    readonly subject: string;
    readonly variables: readonly string[];
    readonly missing: readonly string[];
    readonly problem?: string;
}

export interface TemplateView {
    readonly id: string;
    readonly subject?: string;
    readonly html?: string;
    readonly text?: string;
}

export interface UploadPage extends PageChoice {
    readonly status?: AttachmentStatus | undefined;
    readonly q?: string | undefined;
}

export interface UploadView {
    readonly id: string;
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
    readonly uploadedBytes?: number;
    readonly inline: boolean;
    readonly status: AttachmentStatus;
    readonly emails: number;
    readonly createdAt: string;
    readonly confirmedAt?: string;
    readonly expiresAt: string;
}

export interface UploadsView extends PageView {
    readonly attachments: readonly UploadView[];
}

export interface VerificationAddressView {
    readonly email: string;
    readonly result?: AddressResult;
    readonly reason?: string;
    readonly riskScore?: number;
    readonly cached: boolean;
}

export declare class VerificationControls extends ScopedControls {
    list(filter?: VerificationFilter): readonly Verification[];
    addresses(id: string): readonly VerificationAddressView[];
    results(): readonly VerificationOutcomeView[];
    setResult(address: string, outcome: AddressResult | VerificationOutcome): VerificationOutcomeView;
    removeResult(address: string): void;
    complete(id: string): Verification;
    fail(id: string): Verification;
    clearCache(): void;
}

export interface VerificationFilter {
    readonly limit?: number | undefined;
}

export interface VerificationOutcome {
    readonly result: AddressResult;
    readonly reason?: string | undefined;
    readonly riskScore?: number | undefined;
    readonly details?: {
        readonly isDisposable?: boolean | undefined;
        readonly isFreeProvider?: boolean | undefined;
        readonly isRoleAccount?: boolean | undefined;
    } | undefined;
}

export interface VerificationOutcomeView extends VerificationOutcome {
    readonly email: string;
}

export interface VerificationTiming {
    readonly pending: number;
    readonly perEmail: number;
}

export type WireChoice = WirePreset | (Partial<WireOptions> & {
    readonly preset?: WirePreset;
}) | Calibration;

export declare const adjustableLimits: readonly [
    "idempotencyLifetime",
    "attachmentsTotalBytes",
    "emailBytes",
    "attachmentOnEmailBytes",
    "attachmentBytes",
    "inlineAttachmentBytes",
    "uploadBytes",
    "uploadLifetime",
    "attachmentLifetime",
    "concurrentBatches",
    "verificationLifetime",
    "bodyBytes",
    "storedBytes",
    "storedEmails"
];

export declare function createSandbox(options?: SandboxOptions): Sandbox;

declare const emailEventTypes: readonly [
    "sent",
    "delivered",
    "bounced",
    "failed",
    "opened",
    "clicked"
];

declare const environments: readonly [
    "live",
    "test"
];

declare const invariantNames: readonly [
    "sent-once",
    "created-once",
    "charged-once",
    "nothing-lost",
    "succeeds",
    "ends",
    "consistent",
    "check"
];

export declare function sweep<T>(sandbox: Sandbox, run: SweepScenario<T>, check?: SweepCheck<T> | SweepOptions<T>): Promise<SweepReport>;

export declare const sweepFaults: readonly SweepFault[];

export { WireOption } from '@mailrig/contract';
export { WireOptions } from '@mailrig/contract';
export { WirePreset } from '@mailrig/contract';
export { wireOptions } from '@mailrig/contract';
export { wirePresets } from '@mailrig/contract';
