import type {
  AddressDetails,
  AddressResult,
  ConsentType,
  ContactCustomFields,
  ContactStatus,
  CustomFieldDefinition,
  EmailStatus,
  SuppressionReason,
  VerificationStatus,
  VerificationType,
} from '@mailrig/contract';

/** The sides of an account (api.md §5). */
export const environments = ['live', 'test'] as const;

/** Production (`sk_live_…`) or sandbox (`sk_test_…`) side of an account (api.md §5). */
export type Environment = (typeof environments)[number];

/** A domain with everything that belongs to it. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface Account {
  /** Also the `domainId` of its records. */
  readonly id: string;
  readonly userId: string;
  readonly domain: {
    readonly name: string;
    readonly dnsVerified: boolean;
    readonly active: boolean;
  };
  /** Credits left for verification. */
  readonly credits: number;
}

export interface ApiKey {
  readonly key: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly revoked: boolean;
  readonly expiresAt?: number;
}

export interface Template {
  readonly accountId: string;
  readonly id: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

/** Everything that can happen to an email after it was accepted. */
export const emailEventTypes = ['sent', 'delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;

/** What can happen to an email after it was accepted. */
export type EmailEventType = (typeof emailEventTypes)[number];

export interface MessageEvent {
  readonly type: 'queued' | EmailEventType;
  readonly at: number;
  /** The link that was followed. */
  readonly url?: string;
}

/** An email that was accepted, live or simulated. */
export interface Message {
  readonly id: string;
  readonly messageId: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly from: string;
  /** Comparison key of the sender's address. */
  readonly fromKey: string;
  readonly to: readonly string[];
  /** Comparison keys of the `to` addresses, each once. */
  readonly toKeys: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly templateId?: string;
  readonly attachmentIds: readonly string[];
  readonly status: EmailStatus;
  readonly createdAt: number;
  readonly sentAt?: number;
  readonly deliveredAt?: number;
  readonly openedAt?: number;
  readonly clickedAt?: number;
  readonly timeline: readonly MessageEvent[];
}

/** A send that was accepted with an idempotency key, kept for 24 hours. */
export interface IdempotentSend {
  /** Account, environment and key: the scope of decision A43. */
  readonly id: string;
  /** The body without its key, in the one spelling that equal bodies share. */
  readonly body: unknown;
  readonly messageId: string;
  readonly acceptedAt: number;
}

export interface ContactListRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description?: string;
  readonly customFields: readonly CustomFieldDefinition[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ContactRecord {
  readonly id: string;
  readonly accountId: string;
  readonly listId: string;
  readonly email: string;
  /** Comparison key of the address. */
  readonly addressKey: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phoneNumber?: string;
  /** Every value ever set and not cleared, of fields that the list still defines or not (decision A88). */
  readonly customFields: ContactCustomFields;
  readonly status: ContactStatus;
  readonly suppressionReason?: SuppressionReason;
  readonly source: string;
  readonly subscriptionToken: string;
  /** Also when it subscribed (decision A91). */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly unsubscribedAt?: number;
  readonly consentType?: ConsentType;
  readonly consentSource?: string;
  readonly consentTimestamp?: number;
  readonly consentIpAddress?: string;
}

/** A file for emails, from its announcement on. Its status follows from its times, see `attachmentStatus`. */
export interface AttachmentRecord {
  readonly id: string;
  readonly accountId: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes that were declared. */
  readonly size: number;
  readonly inline: boolean;
  readonly contentId?: string;
  /** What the presigned URL must carry. */
  readonly urlToken: string;
  /** A second name for confirming it (decision A77). */
  readonly uploadToken: string;
  /** What was uploaded last; kept once, whoever refers to it. */
  readonly bytes?: Uint8Array;
  readonly createdAt: number;
  readonly confirmedAt?: number;
}

/** An address that no email of the domain goes to. */
export interface Suppression {
  readonly accountId: string;
  /** Comparison key of the address. */
  readonly key: string;
  readonly email: string;
  readonly reason: string;
  readonly createdAt: number;
}

/** What a verification found an address to be. */
export interface AddressFinding {
  readonly result: AddressResult;
  /** Why, in words. */
  readonly reason: string;
  /** 0 to 100. */
  readonly riskScore: number;
  readonly details: AddressDetails;
}

/** An address of a batch that was not cached when the batch was submitted. */
export interface VerificationTurn {
  /** Index of the address in the batch. */
  readonly entry: number;
  /** Index of the same address earlier in the batch, whose finding serves again (decision A101). */
  readonly sameAs?: number;
}

/** When the steps of a batch come; fixed when it is submitted. */
export interface BatchPlan {
  readonly startsAt: number;
  /** Length of a turn. */
  readonly turnLength: number;
  /** The turn at whose end the batch fails, counted from 0 (decision A108). */
  readonly failingTurn?: number;
}

/** A verification that was asked for: of one address, or of a batch. */
export interface VerificationRecord {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly type: VerificationType;
  readonly status: VerificationStatus;
  /** Every address, in the order of submission, trimmed and else as it was given. */
  readonly emails: readonly string[];
  /** What each of them was found to be; `null` before its turn. */
  readonly findings: readonly (AddressFinding | null)[];
  /** The addresses that were not cached, in the order in which they have their turns. */
  readonly queue: readonly VerificationTurn[];
  /** Turns that are over. */
  readonly turns: number;
  /** Absent where there was nothing to wait for. */
  readonly plan?: BatchPlan;
  readonly creditsDeducted: number;
  /** Addresses by what they were found to be; present exactly when it is completed. */
  readonly tally?: Readonly<Record<AddressResult, number>>;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly completedAt?: number;
}

/** The latest finding about an address: the statistics count it, and while it is fresh it costs nothing. */
export interface VerifiedAddress {
  readonly accountId: string;
  readonly environment: Environment;
  /** Comparison key of the address. */
  readonly key: string;
  readonly finding: AddressFinding;
  /** From this time on the address is new again (decision A99). */
  readonly cachedUntil: number;
}

/** What an address is found to be whatever the rules say: set by the control plane (decision A97). */
export interface VerificationOverride {
  readonly accountId: string;
  /** Comparison key of the address. */
  readonly key: string;
  readonly email: string;
  readonly result: AddressResult;
  readonly reason?: string;
  readonly riskScore?: number;
  readonly details?: Partial<AddressDetails>;
}

/** Why the credits of an account changed. */
export type CreditReason = 'opening' | 'verification' | 'set';

/** One change of the credits of an account. */
export interface CreditEntry {
  readonly accountId: string;
  /** Entries of the account before this one. */
  readonly position: number;
  readonly at: number;
  /** Credits added; negative where some were taken. */
  readonly change: number;
  /** Credits left after it. */
  readonly balance: number;
  readonly reason: CreditReason;
  /** What was paid for. */
  readonly verificationId?: string;
}

/** The requests of one API key in the running minute. */
export interface RateWindow {
  readonly key: string;
  readonly startedAt: number;
  readonly count: number;
}

/** What a fault does to an answer. */
export interface FaultEffect {
  /**
   * The connection: reset at once (`reset`), closed without an answer (`drop`), never answered
   * (`hang`), or lost in the middle of the answer (`cut`): its head promises more than comes.
   */
  readonly network?: 'reset' | 'drop' | 'hang' | 'cut';
  /** Real milliseconds by which the answer is late. */
  readonly delay?: number;
  /** Status of a made-up answer. */
  readonly status?: number;
  /** Error code of the made-up answer; one that fits the status where it is absent. */
  readonly code?: string;
  /** Message of the made-up answer; the meaning of its code where it is absent. */
  readonly message?: string;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Header `Retry-After`: seconds, or an HTTP date: `date` for one second ahead, or an ISO 8601 time. */
  readonly retryAfter?: number | string;
  /**
   * What the body is instead of the envelope: an HTML page, text, nothing, JSON that breaks off in an
   * answer that is else whole (`truncated`; for a connection that breaks off see `network: 'cut'`),
   * an `error` without envelope (`bare`), or an envelope with `success: false` whatever the status.
   */
  readonly body?: 'html' | 'text' | 'empty' | 'truncated' | 'bare' | 'success-false';
}

/** A rule that makes answers go wrong. */
export interface FaultRule {
  readonly id: string;
  /** Only calls of this account; all where it is absent. */
  readonly accountId?: string;
  /** Only calls of this operation; all where it is absent. */
  readonly operation?: string;
  /** Calls that it still lets pass before it strikes. */
  readonly skip: number;
  /** Calls that it still spoils; absent for all to come. */
  readonly times?: number;
  /** Before anything is done, or after it was done, so that only the answer is lost. */
  readonly phase: 'before' | 'after';
  readonly effect: FaultEffect;
}

/** One request, as the journal keeps it. */
export interface JournalEntry {
  readonly sequence: number;
  readonly at: number;
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly method: string;
  /** As it came; keys are redacted. */
  readonly path: string;
  /** As it came, with its `?`; keys are redacted. */
  readonly query: string;
  /** Lower-case names; keys are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; absent where there was none, it was not read, or it is over 64 KiB. */
  readonly body?: unknown;
  /** Status of the answer; absent where a fault broke the connection before any. */
  readonly status?: number;
  /** Error code of the answer. */
  readonly code?: string;
  /** Id of the fault that struck. */
  readonly fault?: string;
  /** Real milliseconds that the answer took. */
  readonly durationMs: number;
  /** What the caller should not have done: it sent its API key to the upload URL. */
  readonly clientFault?: 'credentials-on-upload';
}
