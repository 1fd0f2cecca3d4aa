import { parseAddress } from './addresses.ts';
import { addressMessage, oneOf, type Open, openEnum, rule } from './fields.ts';
import type { InvalidField } from './issues.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** States of a verification (api.md §3.4), in their order; `completed` and `failed` are final. */
export const verificationStatuses = ['pending', 'processing', 'completed', 'failed'] as const;

/** State of a verification. */
export type VerificationStatus = (typeof verificationStatuses)[number];

/** Kinds of verification: one address, or a batch of them. */
export const verificationTypes = ['single', 'batch'] as const;

/** Kind of a verification. */
export type VerificationType = (typeof verificationTypes)[number];

/** What an address was found to be, in short: safe to send to, not safe, undetermined (api.md §2.7). */
export const addressStatuses = ['clean', 'dirty', 'unknown'] as const;

/** What an address was found to be, in short. */
export type AddressStatus = (typeof addressStatuses)[number];

/** What an address was found to be: `invalid` and `risky` are `dirty` in short, `valid` is `clean` (api.md §2.7). */
export const addressResults = ['valid', 'invalid', 'risky', 'unknown'] as const;

/** What an address was found to be. */
export type AddressResult = (typeof addressResults)[number];

/** Body of `POST /api/v1/email-verification/single` (api.md §4.5). */
export interface VerifyEmailBody {
  /** Bare address to verify. 1 credit, or none within 24 hours of its last verification. */
  readonly email: string;
}

/** Body of `POST /api/v1/email-verification/batch` (api.md §4.5). */
export interface CreateVerificationBatchBody {
  /** Bare addresses to verify, 1 to 1,000. 1 credit for each that was not verified within 24 hours. */
  readonly emails: readonly string[];
}

/** What is known about an address beside the result. */
export interface AddressDetails {
  /** Whether its domain gives out throw-away addresses. */
  readonly isDisposable: boolean;
  /** Whether its domain is a free mail provider's. */
  readonly isFreeProvider: boolean;
  /** Whether it stands for a function such as `support`, not for a person. */
  readonly isRoleAccount: boolean;
}

/** Payload of `POST /api/v1/email-verification/single` (api.md §2.7, decision A96). */
export interface VerificationResult {
  /** The address as it was given. */
  readonly email: string;
  /** What it was found to be, in short. */
  readonly status: Open<AddressStatus>;
  /** What it was found to be. */
  readonly result: Open<AddressResult>;
  /** True exactly where `result` is `valid`. */
  readonly isValid: boolean;
  /** Why, in words. */
  readonly reason?: string;
  /** 0 for an address without risk to 100. */
  readonly riskScore?: number;
  /** Whether the result is one of the last 24 hours, which costs nothing. */
  readonly cached?: boolean;
  /** What else is known about it. */
  readonly details?: AddressDetails;
}

/** Addresses of a batch by what they were found to be, each group in the order of submission. */
export interface VerificationGroups {
  /** Safe to send to. */
  readonly clean: readonly string[];
  /** Invalid or risky. */
  readonly dirty: readonly string[];
  /** Undetermined. */
  readonly unknown: readonly string[];
}

/** Counts over the addresses of a completed verification (api.md §2.6, decision A105). */
export interface VerificationAnalytics {
  /** Addresses that are safe to send to. */
  readonly cleanCount: number;
  /** Addresses that are invalid or risky. */
  readonly dirtyCount: number;
  /** Addresses whose validity is undetermined. */
  readonly unknownCount: number;
  /** Share of the clean ones, 0 to 100. */
  readonly cleanPercentage: number;
  /** The same number as `cleanCount`. */
  readonly valid?: number;
  /** Addresses that take no mail. */
  readonly invalid?: number;
  /** Addresses that take mail but are better not mailed. */
  readonly risky?: number;
  /** The same number as `unknownCount`. */
  readonly unknown?: number;
}

/** Payload of `POST /api/v1/email-verification/batch`. */
export interface VerificationBatchReceipt {
  /** Id to poll. Absent where every address was cached and the batch is complete at once (decision A103). */
  readonly verificationId?: string;
  /** Addresses that were submitted, repeated ones counted each time. */
  readonly totalEmails: number;
  /** Credits that were taken: one for each different address that was not cached. */
  readonly creditsDeducted: number;
  /** State of the batch: `pending`, or `completed` at once. */
  readonly status: Open<VerificationStatus>;
  /** Results; only of a batch that is complete at once. */
  readonly results?: VerificationGroups;
  /** Counts over the results; only of a batch that is complete at once. */
  readonly analytics?: VerificationAnalytics;
}

/** A verification that was asked for, of one address or a batch (api.md §2.5). */
export interface Verification {
  /** Id of the verification, often with the prefix `ver_`. */
  readonly id: string;
  /** Whether it was asked for one address or for a batch. */
  readonly type: Open<VerificationType>;
  /** How far it has come. */
  readonly status: Open<VerificationStatus>;
  /** Addresses in it. */
  readonly totalEmails: number;
  /** Addresses that are done. */
  readonly processedEmails: number;
  /** Whole percentage of the addresses that are done, 100 when complete. */
  readonly progress?: number;
  /** Credits that it took. */
  readonly creditsDeducted: number;
  /** Counts over the results; only when it is completed. */
  readonly analytics?: VerificationAnalytics;
  /** Results; only when it is completed, and never in a list. */
  readonly results?: VerificationGroups;
  /** When the first address was taken up. ISO 8601; absent before. */
  readonly startedAt?: string;
  /** When it was asked for. ISO 8601. */
  readonly createdAt: string;
  /** When it completed or failed. ISO 8601; absent before. */
  readonly completedAt?: string;
}

/** Query of `GET /api/v1/email-verification`. */
export interface ListVerificationsQuery extends PageQuery {
  /** Only verifications in this state. */
  readonly status?: VerificationStatus | undefined;
}

/** Payload of `GET /api/v1/email-verification`: newest first, without results. */
export interface VerificationPage {
  /** The verifications of this page, newest first. */
  readonly items: readonly Verification[];
  /** Which page this is, and how many there are. */
  readonly pagination: Pagination;
}

/** Payload of `GET /api/v1/email-verification/stats`: over all time (api.md §2.8, decision A113). */
export interface VerificationStats {
  /** Different addresses that have a result. */
  readonly totalVerified: number;
  /** Of these, the ones whose latest result is valid. */
  readonly totalValid: number;
  /** Of these, the ones whose latest result is invalid. */
  readonly totalInvalid: number;
  /** Of these, the ones whose latest result is unknown or risky. */
  readonly totalUnknown: number;
  /** Requests that were completed, single ones and batches, cached ones included. */
  readonly totalVerifications: number;
  /** Share of the valid addresses, 0 to 100. */
  readonly validPercentage: number;
}

/**
 * Takes any string: one that is no address is `INVALID_EMAIL`, not `VALIDATION_ERROR` (decision
 * A98), so both sides ask `invalidEmail` after this schema has passed.
 */
export const verifyEmailBodySchema = z.object({ email: z.string() } satisfies Shape<VerifyEmailBody>);

/** What is wrong with the address of a single verification; `undefined` where nothing is. */
export function invalidEmail({ email }: VerifyEmailBody): InvalidField | undefined {
  return parseAddress(email) ? undefined : { field: 'email', message: addressMessage, value: email };
}

/** The entries of a batch, not looked at one by one: there may be any number of them. */
export const batchEntries = z
  .array(z.unknown())
  .check(
    rule((emails) => emails.length > 0, 'must hold at least 1 item', { check: 'min_length', minimum: 1 }),
  ) as z.ZodMiniType<string[]>;

/**
 * Takes any number of any entries but none at all: more than `limits.batchSize` are
 * `BATCH_TOO_LARGE`, which comes before what they hold (decision A100). So both sides compare the
 * number of entries, then ask `invalidEmails`, after this schema has passed.
 */
export const createVerificationBatchBodySchema = z.object({
  emails: batchEntries,
} satisfies Shape<CreateVerificationBatchBody>);

/** The entries of a batch that are no addresses, each under its index; empty where all are. */
export function invalidEmails({ emails }: CreateVerificationBatchBody): readonly InvalidField[] {
  return emails.flatMap((email: unknown, index) => {
    if (typeof email === 'string' && parseAddress(email)) return [];
    const message = typeof email === 'string' ? addressMessage : 'must be a string';
    return [{ field: `emails[${index}]`, message, value: email }];
  });
}

export const listVerificationsQuerySchema = z.object({
  ...pageQueryFields,
  status: z.optional(oneOf(verificationStatuses)),
} satisfies Shape<ListVerificationsQuery>);

const addressDetailsSchema = z.object({
  isDisposable: z.boolean(),
  isFreeProvider: z.boolean(),
  isRoleAccount: z.boolean(),
} satisfies Shape<AddressDetails>);

export const verificationResultSchema = z.object({
  email: z.string(),
  status: openEnum(addressStatuses),
  result: openEnum(addressResults),
  isValid: z.boolean(),
  reason: z.exactOptional(z.string()),
  riskScore: z.exactOptional(z.int()),
  cached: z.exactOptional(z.boolean()),
  details: z.exactOptional(addressDetailsSchema),
} satisfies Shape<VerificationResult>);

const verificationGroupsSchema = z.object({
  clean: z.array(z.string()),
  dirty: z.array(z.string()),
  unknown: z.array(z.string()),
} satisfies Shape<VerificationGroups>);

const verificationAnalyticsSchema = z.object({
  cleanCount: z.int(),
  dirtyCount: z.int(),
  unknownCount: z.int(),
  cleanPercentage: z.number(),
  valid: z.exactOptional(z.int()),
  invalid: z.exactOptional(z.int()),
  risky: z.exactOptional(z.int()),
  unknown: z.exactOptional(z.int()),
} satisfies Shape<VerificationAnalytics>);

export const verificationBatchReceiptSchema = z.object({
  verificationId: z.exactOptional(z.string()),
  totalEmails: z.int(),
  creditsDeducted: z.int(),
  status: openEnum(verificationStatuses),
  results: z.exactOptional(verificationGroupsSchema),
  analytics: z.exactOptional(verificationAnalyticsSchema),
} satisfies Shape<VerificationBatchReceipt>);

export const verificationSchema = z.object({
  id: z.string(),
  type: openEnum(verificationTypes),
  status: openEnum(verificationStatuses),
  totalEmails: z.int(),
  processedEmails: z.int(),
  progress: z.exactOptional(z.int()),
  creditsDeducted: z.int(),
  analytics: z.exactOptional(verificationAnalyticsSchema),
  results: z.exactOptional(verificationGroupsSchema),
  startedAt: z.exactOptional(z.string()),
  createdAt: z.string(),
  completedAt: z.exactOptional(z.string()),
} satisfies Shape<Verification>);

export const verificationPageSchema = z.object({
  items: z.array(verificationSchema),
  pagination: paginationSchema,
} satisfies Shape<VerificationPage>);

export const verificationStatsSchema = z.object({
  totalVerified: z.int(),
  totalValid: z.int(),
  totalInvalid: z.int(),
  totalUnknown: z.int(),
  totalVerifications: z.int(),
  validPercentage: z.number(),
} satisfies Shape<VerificationStats>);
