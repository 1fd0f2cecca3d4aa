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
} from '@mailrig/contract';
import { failed, type Reading } from '../call/endpoint.ts';
import { type Fields, fieldsOf, withId } from '../call/fields.ts';
import { normaliseAnalytics, toAnalytics, type VerificationAnalytics } from './analytics.ts';
import { groupResults, readResults } from './results.ts';

/** What a completed verification found. */
export interface VerificationFindings {
  /** A result for each address, in the order of the service: by group where it groups them, else as they were submitted. */
  readonly results: readonly VerificationResult[];
  /** The same addresses by what they were found to be. */
  readonly groups: VerificationGroups;
  /** Counts over the results. */
  readonly analytics: VerificationAnalytics;
}

/** A verification that was asked for, of one address or a batch. */
export interface Verification extends Partial<VerificationFindings> {
  /** Id of the verification. */
  readonly id: string;
  /** Whether it was asked for one address or for a batch. */
  readonly type: Open<VerificationType>;
  /** How far it has come; `completed` and `failed` are final. */
  readonly status: Open<VerificationStatus>;
  /** Addresses in it. */
  readonly totalEmails: number;
  /** Addresses that are done. */
  readonly processedEmails: number;
  /** Whole percentage of the addresses that are done, 100 when complete. */
  readonly progress: number;
  /** Credits that it took. */
  readonly creditsDeducted: number;
  /** When the first address was taken up. ISO 8601; absent before. */
  readonly startedAt?: string;
  /** When it was asked for. ISO 8601. */
  readonly createdAt: string;
  /** When it completed or failed. ISO 8601; absent before. */
  readonly completedAt?: string;
}

/** What the submission of a batch comes to: pass it to `waitForBatch`. */
export interface VerificationBatch extends Partial<VerificationFindings> {
  /** Id to ask for the results with. May be absent where every address was cached: then the results are here. */
  readonly verificationId?: string;
  /** Addresses that were submitted, repeated ones counted each time. */
  readonly totalEmails: number;
  /** Credits that were taken: one for each different address that was not cached. */
  readonly creditsDeducted: number;
  /** State of the batch: `pending`, or `completed` at once. */
  readonly status: Open<VerificationStatus>;
}

/** A batch that is complete. */
export interface VerifiedBatch extends VerificationFindings {
  /** Id of the verification; absent where the batch was complete at once and got none. */
  readonly id?: string;
  /** Addresses that were submitted, repeated ones counted each time. */
  readonly totalEmails: number;
  /** Credits that it took. */
  readonly creditsDeducted: number;
}

/** Reads a verification in any of its forms (decisions A104 to A106). */
export function readVerification(payload: unknown): Reading<Verification> {
  return readBoth(
    operations.getVerification.response,
    normaliseVerification(payload),
    payload,
    toVerification,
  );
}

/** Reads the answer to the submission of a batch in any of its forms (decisions A103 to A105). */
export function readBatch(payload: unknown): Reading<VerificationBatch> {
  return readBoth(operations.createVerificationBatch.response, normaliseReceipt(payload), payload, toBatch);
}

/** A verification with its `id` and `progress`, whose results are read apart. */
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

/** The caller's verification, without results. */
export function toVerification(documented: DocumentedVerification): Verification {
  const { results: _, analytics, progress = 0, ...rest } = documented;
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
  return { ...receipt, ...(analytics && { analytics: toAnalytics(analytics) }) };
}

function withAnalytics(record: Fields): Fields {
  const { analytics } = record;
  return analytics === undefined ? record : { ...record, analytics: normaliseAnalytics(analytics) };
}

/** Checks a record and the results in it, and puts them together. */
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
