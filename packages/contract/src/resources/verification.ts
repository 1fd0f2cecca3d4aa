import * as z from 'zod/mini';
import { parseAddress } from '../values/addresses.ts';
import { mostListed } from '../checking/bounded.ts';
import { recordOf } from '../checking/record.ts';
import { addressMessage, oneOf, openEnum } from '../values/fields.ts';
import type { InvalidField } from '../checking/issues.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { Shape } from '../types/shape.ts';
import {
  type VerificationStatus,
  verificationStatuses,
  type VerificationType,
  verificationTypes,
  type AddressStatus,
  addressStatuses,
  type AddressResult,
  addressResults,
} from './statuses.ts';

/** Body of `POST /api/v1/email-verification/single`. */
export interface VerifyEmailBody {
  /** Bare address to verify. Costs 1 credit, or none within 24 hours of its last verification. */
  readonly email: string;
}

/** Body of `POST /api/v1/email-verification/batch`. */
export interface CreateVerificationBatchBody {
  /** Bare addresses to verify, 1 to 1,000. Each costs 1 credit, or none within 24 hours of its last verification. */
  readonly emails: readonly string[];
}

/** Facts about an address besides the result. */
export interface AddressDetails {
  /** Whether its domain offers disposable addresses. */
  readonly isDisposable: boolean;
  /** Whether its domain belongs to a free mail provider. */
  readonly isFreeProvider: boolean;
  /** Whether it belongs to a role such as `support`, not to a person. */
  readonly isRoleAccount: boolean;
}

/** Payload of `POST /api/v1/email-verification/single`. */
export interface VerificationResult {
  /** The address as it was given. */
  readonly email: string;
  /** Short result. */
  readonly status: AddressStatus;
  /** Result. Absent if the service sends only `dirty`, which is invalid or risky. */
  readonly result?: AddressResult;
  /** True if and only if `status` is `clean`. */
  readonly isValid: boolean;
  /** Reason of the result, for people. */
  readonly reason?: string;
  /** Risk of sending to it, from 0 (none) to 100. */
  readonly riskScore?: number;
  /** Whether the result is from the last 24 hours, which costs nothing. */
  readonly cached?: boolean;
  /** More facts about the address. */
  readonly details?: AddressDetails;
}

/** Addresses of a batch by their short result, each group in the order of submission. */
export interface VerificationGroups {
  /** Safe to send to. */
  readonly clean: readonly string[];
  /** Invalid or risky. */
  readonly dirty: readonly string[];
  /** Neither. */
  readonly unknown: readonly string[];
}

/** Counts over the addresses of a completed verification. */
export interface VerificationAnalytics {
  /** Addresses that are safe to send to. */
  readonly cleanCount: number;
  /** Addresses that are invalid or risky. */
  readonly dirtyCount: number;
  /** Addresses whose validity is undetermined. */
  readonly unknownCount: number;
  /** Percentage of clean addresses, 0 to 100. */
  readonly cleanPercentage: number;
  /** The same number as `cleanCount`. */
  readonly valid?: number;
  /** Addresses that accept no mail. */
  readonly invalid?: number;
  /** Addresses that accept mail but are risky to send to. */
  readonly risky?: number;
  /** The same number as `unknownCount`. */
  readonly unknown?: number;
}

/** Payload of `POST /api/v1/email-verification/batch`. */
export interface VerificationBatchReceipt {
  /** Id to poll. Absent if every address was cached and the batch completed at once (A103). */
  readonly verificationId?: string;
  /** Submitted addresses, counting repeated ones each time. */
  readonly totalEmails: number;
  /** Credits taken: one for each different address that was not cached. */
  readonly creditsDeducted: number;
  /** State of the batch: `pending`, or `completed` at once. */
  readonly status: VerificationStatus;
  /** Results. Only if the batch completed at once. */
  readonly results?: VerificationGroups;
  /** Counts over the results. Only if the batch completed at once. */
  readonly analytics?: VerificationAnalytics;
}

/** A verification of one address or of a batch. */
export interface Verification {
  /** Id of the verification, often with the prefix `ver_`. */
  readonly id: string;
  /** `single` for one address, `batch` for several. */
  readonly type: VerificationType;
  /** State of the verification; `completed` and `failed` are final. */
  readonly status: VerificationStatus;
  /** Addresses in it. */
  readonly totalEmails: number;
  /** Addresses that have a result. */
  readonly processedEmails: number;
  /** Percentage of addresses that have a result, a whole number; 100 when completed. */
  readonly progress?: number;
  /** Credits taken. */
  readonly creditsDeducted: number;
  /** Counts over the results. Only when completed. */
  readonly analytics?: VerificationAnalytics;
  /** Results. Only when completed, and never in a list. */
  readonly results?: VerificationGroups;
  /** When the work on the first address began. ISO 8601. Absent before. */
  readonly startedAt?: string;
  /** When it was submitted. ISO 8601. */
  readonly createdAt: string;
  /** When it completed or failed. ISO 8601. Absent before. */
  readonly completedAt?: string;
}

/** Query of `GET /api/v1/email-verification`. */
export interface ListVerificationsQuery extends PageQuery {
  /** Only verifications in this state. */
  readonly status?: VerificationStatus | undefined;
}

/** Payload of `GET /api/v1/email-verification`. */
export interface VerificationPage {
  /** The verifications of this page, newest first. */
  readonly items: readonly Verification[];
  /** Position of this page in the list. */
  readonly pagination: Pagination;
}

/** Payload of `GET /api/v1/email-verification/stats`, over all time. */
export interface VerificationStats {
  /** Different addresses with a result. */
  readonly totalVerified: number;
  /** Those whose latest result is valid. */
  readonly totalValid: number;
  /** Those whose latest result is invalid. */
  readonly totalInvalid: number;
  /** Those whose latest result is unknown or risky. */
  readonly totalUnknown: number;
  /** Completed requests: single ones and batches, including cached ones. */
  readonly totalVerifications: number;
  /** Percentage of valid addresses, 0 to 100. */
  readonly validPercentage: number;
}

/**
 * Accepts any string. One that is not an address is `INVALID_EMAIL`, not `VALIDATION_ERROR` (A98), so call
 * `invalidEmail` after this schema has passed.
 */
export const verifyEmailBodySchema = z.lazy(() =>
  z.object({ email: z.string() } satisfies Shape<VerifyEmailBody>),
);

/** The mistake in the address of a single verification, `undefined` if it is an address. */
export function invalidEmail({ email }: VerifyEmailBody): InvalidField | undefined {
  return parseAddress(email) ? undefined : { field: 'email', message: addressMessage(email), value: email };
}

/**
 * Accepts one or more entries of any kind. More than `limits.batchSize` are `BATCH_TOO_LARGE`, whatever they hold
 * (A100), so compare their number and then call `invalidEmails`, after this schema has passed.
 */
export const createVerificationBatchBodySchema = z.lazy(() =>
  z.object({
    emails: z.array(z.unknown()).check(z.minLength(1)) as z.ZodMiniType<string[]>,
  } satisfies Shape<CreateVerificationBatchBody>),
);

/** The entries of a batch that are not addresses, each under its index, at most 100. */
export function invalidEmails({ emails }: CreateVerificationBatchBody): readonly InvalidField[] {
  const invalid: InvalidField[] = [];
  for (const [index, email] of emails.entries() as ArrayIterator<[number, unknown]>) {
    const message = typeof email === 'string' ? invalidEmail({ email })?.message : 'must be a string';
    if (message === undefined) continue;
    invalid.push({ field: `emails[${index}]`, message, value: email });
    if (invalid.length === mostListed) break;
  }
  return invalid;
}

export const listVerificationsQuerySchema = z.lazy(() =>
  z.object({
    ...pageQueryFields(),
    status: z.optional(oneOf(verificationStatuses)),
  } satisfies Shape<ListVerificationsQuery>),
);

const addressDetailsSchema = z.lazy(() =>
  z.object({
    isDisposable: z.boolean(),
    isFreeProvider: z.boolean(),
    isRoleAccount: z.boolean(),
  } satisfies Shape<AddressDetails>),
);

export const verificationResultSchema = z.lazy(() =>
  recordOf({
    email: z.string(),
    status: openEnum(addressStatuses),
    result: z.exactOptional(openEnum(addressResults)),
    isValid: z.boolean(),
    reason: z.exactOptional(z.string()),
    riskScore: z.exactOptional(z.int()),
    cached: z.exactOptional(z.boolean()),
    details: z.exactOptional(addressDetailsSchema),
  } satisfies Shape<VerificationResult>),
);

export const verificationGroupsSchema = z.lazy(() =>
  z.object({
    clean: z.array(z.string()),
    dirty: z.array(z.string()),
    unknown: z.array(z.string()),
  } satisfies Shape<VerificationGroups>),
);

export const verificationAnalyticsSchema = z.lazy(() =>
  z.object({
    cleanCount: z.int(),
    dirtyCount: z.int(),
    unknownCount: z.int(),
    cleanPercentage: z.number(),
    valid: z.exactOptional(z.int()),
    invalid: z.exactOptional(z.int()),
    risky: z.exactOptional(z.int()),
    unknown: z.exactOptional(z.int()),
  } satisfies Shape<VerificationAnalytics>),
);

export const verificationBatchReceiptSchema = z.lazy(() =>
  z.object({
    verificationId: z.exactOptional(z.string()),
    totalEmails: z.int(),
    creditsDeducted: z.int(),
    status: openEnum(verificationStatuses),
    results: z.exactOptional(verificationGroupsSchema),
    analytics: z.exactOptional(verificationAnalyticsSchema),
  } satisfies Shape<VerificationBatchReceipt>),
);

export const verificationSchema = z.lazy(() =>
  z.object({
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
  } satisfies Shape<Verification>),
);

export const verificationPageSchema = z.lazy(() =>
  z.object({
    items: z.array(verificationSchema),
    pagination: paginationSchema,
  } satisfies Shape<VerificationPage>),
);

export const verificationStatsSchema = z.lazy(() =>
  z.object({
    totalVerified: z.int(),
    totalValid: z.int(),
    totalInvalid: z.int(),
    totalUnknown: z.int(),
    totalVerifications: z.int(),
    validPercentage: z.number(),
  } satisfies Shape<VerificationStats>),
);
