import {
  groupResults,
  type Open,
  type Verification as DocumentedVerification,
  type VerificationAnalytics as DocumentedAnalytics,
  type VerificationBatchReceipt as DocumentedReceipt,
  type VerificationGroups,
  type VerificationResult,
  type VerificationStatus,
  type VerificationType,
  type Within,
} from '@mailrig/contract';
import { toAnalytics, type VerificationAnalytics } from './verification-analytics.ts';

/** Results of a completed verification. */
export interface VerificationFindings {
  /** One result for each address. Ordered by group if the service groups them, else as submitted. */
  readonly results: readonly VerificationResult[];
  /** The same addresses, grouped by short result. */
  readonly groups: VerificationGroups;
  /** Counts over the results. */
  readonly analytics: VerificationAnalytics;
}

/** A verification of one address or of a batch. Its results are present only when it is completed. */
export interface Verification extends Partial<VerificationFindings> {
  /** Id of the verification. */
  readonly id: string;
  /** Whether it is of one address or of a batch. */
  readonly type: Open<VerificationType>;
  /** State of the verification; `completed` and `failed` are final. */
  readonly status: Open<VerificationStatus>;
  /** Addresses in it. */
  readonly totalEmails: number;
  /** Addresses that have a result. */
  readonly processedEmails: number;
  /** Percentage of addresses that have a result, a whole number; 100 when completed. */
  readonly progress: number;
  /** Credits taken. */
  readonly creditsDeducted: number;
  /** When the work on the first address began. ISO 8601. Absent before. */
  readonly startedAt?: string;
  /** When it was submitted. ISO 8601. */
  readonly createdAt: string;
  /** When it completed or failed. ISO 8601. Absent before. */
  readonly completedAt?: string;
}

/** A submitted batch. Pass it to `waitForBatch`. */
export interface VerificationBatch extends Partial<VerificationFindings> {
  /** Id of the verification. May be absent if every address was cached; then the results are here. */
  readonly verificationId?: string;
  /** Submitted addresses, counting repeated ones each time. */
  readonly totalEmails: number;
  /** Credits taken: one for each different address that was not cached. */
  readonly creditsDeducted: number;
  /** State of the batch: `pending`, or `completed` at once. */
  readonly status: Open<VerificationStatus>;
}

/** A completed batch. */
export interface VerifiedBatch extends VerificationFindings {
  /** Id of the verification. Absent if the batch completed at once and got none. */
  readonly id?: string;
  /** Submitted addresses, counting repeated ones each time. */
  readonly totalEmails: number;
  /** Credits taken. */
  readonly creditsDeducted: number;
}

/** A documented record as the contract reads it: its results are one list, whatever their form on the wire. */
type Read<Documented> = Omit<Documented, 'results'> & { readonly results?: readonly VerificationResult[] };

/** Makes the verification that the caller gets from the result of `readVerification`. */
export function toVerification(read: Read<DocumentedVerification>): Verification {
  const { results, analytics, progress = 0, ...rest } = read;
  rest satisfies Within<typeof rest, Verification>;
  return { ...rest, progress, ...toFindings(results, analytics) };
}

/** Makes the batch that the caller gets from the result of `readBatch`. */
export function toBatch(read: Read<DocumentedReceipt>): VerificationBatch {
  const { results, analytics, ...receipt } = read;
  receipt satisfies Within<typeof receipt, VerificationBatch>;
  return { ...receipt, ...toFindings(results, analytics) };
}

function toFindings(
  results: readonly VerificationResult[] | undefined,
  analytics: DocumentedAnalytics | undefined,
): Partial<VerificationFindings> {
  return {
    ...(results && { results, groups: groupResults(results) }),
    ...(analytics && { analytics: toAnalytics(analytics) }),
  };
}
