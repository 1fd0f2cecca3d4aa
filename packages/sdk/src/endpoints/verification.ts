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
} from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import { endpoint, type RefusedField } from './endpoint.ts';
import { type FetchPage, listEndpoint, Page } from './page.ts';

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
export interface Verification
  extends Omit<DocumentedVerification, keyof VerificationFindings>, Partial<VerificationFindings> {
  /** Percentage of addresses that have a result, a whole number; 100 when completed. */
  readonly progress: number;
}

/** A submitted batch. Pass it to `waitForBatch`. */
export interface VerificationBatch
  extends Omit<DocumentedReceipt, keyof VerificationFindings>, Partial<VerificationFindings> {}

/** A completed batch. */
export interface VerifiedBatch
  extends VerificationFindings, Pick<VerificationBatch, 'totalEmails' | 'creditsDeducted'> {
  /** Id of the verification. Absent if the batch completed at once and got none. */
  readonly id?: string;
}

/** A documented record as the contract reads it: its results are one list, whatever their form on the wire. */
type Read<Documented> = Omit<Documented, 'results'> & { readonly results?: readonly VerificationResult[] };

function toVerification(read: Read<DocumentedVerification>): Verification {
  return { progress: 0, ...withFindings(read) };
}

/** A record as the caller gets it: its results also in groups. */
function withFindings<R extends { readonly analytics?: DocumentedAnalytics } & Read<object>>(
  read: R,
): Omit<R, 'results' | 'analytics'> & Partial<VerificationFindings> {
  const { results, analytics, ...record } = read;
  return {
    ...record,
    ...(results && { results, groups: groupResults(results) }),
    ...(analytics && { analytics: toAnalytics(analytics) }),
  };
}

/** Counts over the addresses of a completed verification. */
export interface VerificationAnalytics extends Pick<
  DocumentedAnalytics,
  'cleanPercentage' | 'valid' | 'invalid' | 'risky'
> {
  /** Addresses that are safe to send to. */
  readonly clean: number;
  /** Addresses that are invalid or risky. */
  readonly dirty: number;
  /** Addresses whose validity is undetermined. */
  readonly unknown: number;
}

/** The caller's form of documented analytics. */
function toAnalytics(documented: DocumentedAnalytics): VerificationAnalytics {
  const { cleanCount, dirtyCount, unknownCount, unknown: _, ...others } = documented;
  others satisfies Within<typeof others, VerificationAnalytics>;
  return { clean: cleanCount, dirty: dirtyCount, unknown: unknownCount, ...others };
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
  {
    normalise: readBatch,
    present: (read: Read<DocumentedReceipt>): VerificationBatch => withFindings(read),
    extraChecks: checkBatch,
  },
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
