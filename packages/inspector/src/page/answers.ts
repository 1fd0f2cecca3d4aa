/**
 * What the control plane answers, as far as the page reads it. The page is a client like any other: the
 * tests hold these shapes against the sandbox's own.
 */

/** State of an email. */
export type EmailStatus = 'queued' | 'sent' | 'delivered' | 'bounced' | 'failed';

/** Which keys: live ones send, test ones only simulate. */
export type Environment = 'live' | 'test';

/** `GET /health`. */
export interface Health {
  readonly version: string;
}

/** `GET /clock` and `POST /clock`. */
export interface Clock {
  /** ISO 8601. */
  readonly now: string;
  readonly frozen: boolean;
  /** ISO 8601; `null` where nothing is to come. */
  readonly nextDueAt: string | null;
}

/** Something that happened to a message. */
export interface TimelineEntry {
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  readonly url?: string;
}

/** A file on a message. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly inline: boolean;
  readonly contentId?: string;
}

/** A captured message. */
export interface Message {
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
  readonly attachments: readonly Attachment[];
  readonly status: EmailStatus;
  readonly timeline: readonly TimelineEntry[];
  /** ISO 8601. */
  readonly createdAt: string;
}

/** `GET /messages`. */
export interface Messages {
  /** Newest first. */
  readonly messages: readonly Message[];
  readonly total: number;
}

/** An entry of the request journal. */
export interface JournalEntry {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly code?: string;
  readonly fault?: string;
  /** Real milliseconds. */
  readonly durationMs: number;
  readonly clientFault?: string;
}

/** `GET /requests`. */
export interface Journal {
  /** Newest first. */
  readonly requests: readonly JournalEntry[];
  readonly total: number;
}

/** An API key. */
export interface Key {
  readonly key: string;
  readonly environment: Environment;
  readonly status: 'active' | 'revoked' | 'expired';
  /** ISO 8601. */
  readonly expiresAt?: string;
}

/** An account. */
export interface Account {
  readonly id: string;
  readonly domain: { readonly name: string; readonly dnsVerified: boolean; readonly active: boolean };
  readonly credits: number;
  readonly keys: readonly Key[];
}

/** A change of an account's credits. */
export interface CreditEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly change: number;
  readonly balance: number;
  readonly reason: string;
  readonly verificationId?: string;
}

/** A stored template. */
export interface Template {
  readonly id: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

/** An address that no mail of the account goes to. */
export interface Suppression {
  readonly email: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A contact of any list. */
export interface Contact {
  readonly id: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly status: string;
  readonly suppressionReason?: string;
}

/** `GET /contacts`. */
export interface Contacts {
  readonly contacts: readonly Contact[];
  readonly total: number;
}

/** What an address was, or is to be, found to be. */
export type AddressResult = 'valid' | 'invalid' | 'risky' | 'unknown';

/** An address whose result was set. */
export interface ForcedResult {
  readonly email: string;
  readonly result: AddressResult;
  readonly reason?: string | undefined;
}

/** A verification, of one address or of many. */
export interface Verification {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly totalEmails: number;
  readonly processedEmails: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** `GET /verifications`. */
export interface Verifications {
  readonly verifications: readonly Verification[];
  readonly total: number;
}

/** What a fault does. */
export interface FaultEffect {
  readonly network?: 'reset' | 'drop' | 'hang' | 'cut';
  /** Milliseconds. */
  readonly delay?: number;
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfter?: number | string;
  readonly body?: string;
}

/** A rule that makes answers go wrong. */
export interface Fault {
  readonly id: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly times?: number;
  readonly skip: number;
  readonly phase: 'before' | 'after';
  readonly effect: FaultEffect;
}

/** `GET /wire`: a value for each option. */
export type Wire = Readonly<Record<string, string>>;

/** One thing that the API's document leaves open. */
export interface Decision {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly document: string;
  readonly options?: readonly string[];
  readonly answer: string;
  readonly client?: string;
  readonly wire?: { readonly option: string; readonly values: readonly string[]; readonly meaning: string };
}

/** What `GET /events` tells. */
export interface SandboxEvent {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
