import {
  check,
  type Open,
  operations,
  type Verification as DocumentedVerification,
  type VerificationBatchReceipt as DocumentedReceipt,
  type VerificationGroups,
  type VerificationResult,
  type VerificationStatus,
  type VerificationType,
  type Within,
} from '@mailrig/contract';
import { failed, type Reading } from '../call/endpoint.ts';
import { type Fields, fieldsOf, withId } from '../call/json.ts';
import { normaliseAnalytics, toAnalytics, type VerificationAnalytics } from './analytics.ts';
import { groupResults, readResults } from './results.ts';

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
  /** When the first address was started. ISO 8601. Absent before. */
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

/** Reads a verification in any of its documented shapes (A104 to A106). */
export function readVerification(payload: unknown): Reading<Verification> {
  return readBoth(
    operations.getVerification.response,
    normaliseVerification(payload),
    payload,
    toVerification,
  );
}

/** Reads a submitted batch in any of its documented shapes (A103 to A105). */
export function readBatch(payload: unknown): Reading<VerificationBatch> {
  return readBoth(operations.createVerificationBatch.response, normaliseReceipt(payload), payload, toBatch);
}

/** Fills in `id`, `type` and `progress`, and drops the results, which `readResults` reads. */
export function normaliseVerification(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { results: _, ...record } = withId(payload);
  const { verificationId, id = verificationId, type = 'batch', totalEmails, processedEmails } = record;
  const progress =
    typeof totalEmails === 'number' && typeof processedEmails === 'number' && totalEmails > 0
      ? Math.floor((100 * processedEmails) / totalEmails)
      : 0;
  return withAnalytics({ progress, ...record, id, type });
}

/** Converts a documented verification for the caller, without its results. */
export function toVerification(documented: DocumentedVerification): Verification {
  const { results: _, analytics, progress = 0, ...rest } = documented;
  rest satisfies Within<typeof rest, Verification>;
  return { ...rest, progress, ...(analytics && { analytics: toAnalytics(analytics) }) };
}

function normaliseReceipt(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { results: _, ...receipt } = withId(payload);
  const { id, verificationId = id } = receipt;
  return withAnalytics({ ...receipt, ...(verificationId !== undefined && { verificationId }) });
}

function toBatch(documented: DocumentedReceipt): VerificationBatch {
  const { results: _, analytics, ...receipt } = documented;
  receipt satisfies Within<typeof receipt, VerificationBatch>;
  return { ...receipt, ...(analytics && { analytics: toAnalytics(analytics) }) };
}

function withAnalytics(record: Fields): Fields {
  const { analytics } = record;
  return analytics === undefined ? record : { ...record, analytics: normaliseAnalytics(analytics) };
}

/** Checks a record and its results, and combines them. */
function readBoth<P, T>(
  schema: Parameters<typeof check<P>>[0],
  record: unknown,
  payload: unknown,
  present: (record: P) => T,
): Reading<T & Partial<VerificationFindings>> {
  const checked = check(schema, record);
  if (!checked.ok) return failed(checked.errors);
  const results = readResults(fieldsOf(payload)['results']);
  if (!results.ok) return results;
  const { value } = results;
  return {
    ok: true,
    value: { ...present(checked.value), ...(value && { results: value, groups: groupResults(value) }) },
  };
}
