import {
  type CreateVerificationBatchBody,
  fieldsOf,
  invalidEmail,
  invalidEmails,
  limits,
  verificationOperations,
  readBatch,
  readBatchSchema,
  readResult,
  readVerification,
  readVerificationPageSchema,
  readVerificationSchema,
  type VerificationResult,
  type VerificationStats,
  type VerifyEmailBody,
  groupResults,
  type Verification as DocumentedVerification,
  type VerificationAnalytics as DocumentedAnalytics,
  type VerificationBatchReceipt as DocumentedReceipt,
  type VerificationGroups,
  type VerificationStatus,
  type VerificationType,
} from '@mailrig/contract';
import type { Within, Nothing } from '@mailrig/contract/checking';
import { endpoint, type FetchPage, listEndpoint, type RefusedField } from './endpoint.ts';
import { Page } from './page.ts';

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
  readonly type: VerificationType;
  /** State of the verification; `completed` and `failed` are final. */
  readonly status: VerificationStatus;
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
  readonly status: VerificationStatus;
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
function toVerification(read: Read<DocumentedVerification>): Verification {
  const { results, analytics, progress = 0, ...rest } = read;
  rest satisfies Within<typeof rest, Verification>;
  return { ...rest, progress, ...toFindings(results, analytics) };
}

/** Makes the batch that the caller gets from the result of `readBatch`. */
function toBatch(read: Read<DocumentedReceipt>): VerificationBatch {
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

/** Counts over the addresses of a completed verification. */
export interface VerificationAnalytics {
  /** Addresses that are safe to send to. */
  readonly clean: number;
  /** Addresses that are invalid or risky. */
  readonly dirty: number;
  /** Addresses whose validity is undetermined. */
  readonly unknown: number;
  /** Percentage of clean addresses, 0 to 100, with at most two decimals. */
  readonly cleanPercentage: number;
  /** The same number as `clean`. Absent if the service does not send it. */
  readonly valid?: number;
  /** Addresses that accept no mail. Absent if the service does not send it. */
  readonly invalid?: number;
  /** Addresses that accept mail but are risky to send to. Absent if the service does not send it. */
  readonly risky?: number;
}

/** The caller's form of documented analytics. */
function toAnalytics(documented: DocumentedAnalytics): VerificationAnalytics {
  const { cleanCount, dirtyCount, unknownCount, cleanPercentage, valid, invalid, risky, ...others } =
    documented;
  const { unknown: _, ...rest } = others;
  rest satisfies Nothing;
  return {
    clean: cleanCount,
    dirty: dirtyCount,
    unknown: unknownCount,
    cleanPercentage,
    ...(valid !== undefined && { valid }),
    ...(invalid !== undefined && { invalid }),
    ...(risky !== undefined && { risky }),
  };
}

/** Wrong addresses that one error lists (A100). */
const mostReported = 20;

export const verifyEmail = endpoint(verificationOperations.verifyEmail, {
  normalise: readResult,
  present: (result): VerificationResult => result,
  extraChecks: checkEmail,
  many: { method: 'verification.verifyMany', field: 'email' },
});

export const createVerificationBatch = endpoint(
  { ...verificationOperations.createVerificationBatch, response: readBatchSchema },
  { normalise: readBatch, present: toBatch, extraChecks: checkBatch },
);

export const getVerification = endpoint(
  { ...verificationOperations.getVerification, response: readVerificationSchema },
  { normalise: readVerification, present: toVerification },
);

export const listVerifications = listEndpoint(
  { ...verificationOperations.listVerifications, response: readVerificationPageSchema },
  {
    key: 'items',
    normaliseItem: (item) => readVerification({ ...fieldsOf(item), results: undefined }),
    open: ({ items, pagination }, fetchPage: FetchPage<Page<Verification>>) =>
      new Page(items.map(toVerification), pagination, fetchPage),
  },
);

export const getVerificationStats = endpoint(verificationOperations.getVerificationStats, {
  present: (stats): VerificationStats => stats,
});

/** Text that is not an address is `INVALID_EMAIL`, not `VALIDATION_ERROR` (A98). */
function checkEmail(body: unknown): readonly RefusedField[] {
  const problem = invalidEmail(body as VerifyEmailBody);
  if (!problem) return [];
  const hint = problem.message.endsWith('not several') ? ': for many, call verification.verifyMany' : '';
  return [{ ...problem, message: `${problem.message}${hint}`, code: 'INVALID_EMAIL' }];
}

/** Checks the number of addresses before their syntax (A100). */
function checkBatch(body: unknown): readonly RefusedField[] {
  const batch = body as CreateVerificationBatchBody;
  if (batch.emails.length > limits.batchSize) {
    const message = `must hold at most ${limits.batchSize} addresses`;
    return [{ field: 'emails', message, code: 'BATCH_TOO_LARGE' }];
  }
  return invalidEmails(batch).slice(0, mostReported);
}
