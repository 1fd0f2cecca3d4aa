import {
  type AddressResult,
  batchResults,
  formatTimestamp,
  percentage,
  statusOf,
  type Verification,
  type VerificationAnalytics,
  type VerificationBatchReceipt,
  type VerificationResult,
  type VerificationStats,
  type WireOptions,
  writeRecord,
} from '@mailrig/contract';
import type { Complete, Whole } from '@mailrig/contract/checking';
import type { AddressFinding, VerificationRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { type PageOf, pagePayload } from './page.ts';

/** An address with its result. */
export interface VerifiedEmail {
  readonly email: string;
  readonly finding: AddressFinding;
  /** Whether the result came from the cache of the last 24 hours. */
  readonly cached: boolean;
}

/** The counts from which the statistics are computed. */
export interface VerificationSums {
  /** Different addresses by their latest result. */
  readonly addresses: Readonly<Record<AddressResult, number>>;
  /** Verifications that were completed. */
  readonly completed: number;
}

/** The result of one address (R180, A96). */
export function verificationResultPayload(verified: VerifiedEmail, options: WireOptions): Payload {
  return { data: writeRecord('VerificationResult', resultOf(verified), options) };
}

/** The response to a submitted batch (A103). */
export function batchReceiptPayload(batch: VerificationRecord, options: WireOptions): Payload {
  const { id, emails, creditsDeducted, status } = batch;
  const receipt = {
    verificationId: id,
    totalEmails: emails.length,
    creditsDeducted,
    status,
    results: resultsOnWire(batch, options),
    analytics: analyticsOnWire(batch, options),
  } satisfies Whole<VerificationBatchReceipt, 'results' | 'analytics'>;
  const name = status === 'completed' ? 'CompletedBatchReceipt' : 'PendingBatchReceipt';
  return { data: writeRecord(name, receipt, options) };
}

/** A verification, with its results once it has them (A106). */
export function verificationPayload(verification: VerificationRecord, options: WireOptions): Payload {
  const record = {
    ...identifiedOnWire(verification),
    analytics: analyticsOnWire(verification, options),
    results: resultsOnWire(verification, options),
  };
  record satisfies Complete<typeof record, Verification>;
  return { data: writeRecord('Verification', record, options) };
}

/** A page of verifications, never with results (A115, A130, A131). */
export function verificationPagePayload(page: PageOf<VerificationRecord>, options: WireOptions): Payload {
  const show = (verification: VerificationRecord) =>
    writeRecord(
      'ListedVerification',
      { ...identifiedOnWire(verification), analytics: analyticsOnWire(verification, options) },
      options,
    );
  return pagePayload('listVerifications', page, show, options);
}

/** The statistics of all time (A113). */
export function verificationStatsPayload({ addresses, completed }: VerificationSums): Payload {
  const { valid, invalid, risky, unknown } = addresses;
  const totalVerified = valid + invalid + risky + unknown;
  const stats: VerificationStats = {
    totalVerified,
    totalValid: valid,
    totalInvalid: invalid,
    totalUnknown: unknown + risky,
    totalVerifications: completed,
    validPercentage: percentage(valid, totalVerified),
  };
  return { data: stats };
}

/** With both names of its id; the wire options choose one (A106, A131). */
function identifiedOnWire(verification: VerificationRecord) {
  return { verificationId: verification.id, ...verificationOnWire(verification) };
}

/** The progress of a verification. */
export function verificationOnWire(
  verification: VerificationRecord,
): Omit<Verification, 'results' | 'analytics'> {
  const { id, type, status, emails, queue, turns, creditsDeducted } = verification;
  const { createdAt, startedAt, completedAt } = verification;
  const processedEmails = emails.length - queue.length + turns;
  return {
    id,
    type,
    status,
    totalEmails: emails.length,
    processedEmails,
    progress: Math.floor((100 * processedEmails) / emails.length),
    creditsDeducted,
    ...(startedAt !== undefined && { startedAt: formatTimestamp(startedAt) }),
    createdAt: formatTimestamp(createdAt),
    ...(completedAt !== undefined && { completedAt: formatTimestamp(completedAt) }),
  };
}

/** The counts over a completed verification, in both vocabularies (A105). */
export function analyticsOf({ valid, invalid, risky, unknown }: Tally): Required<VerificationAnalytics> {
  return {
    cleanCount: valid,
    dirtyCount: invalid + risky,
    unknownCount: unknown,
    cleanPercentage: percentage(valid, valid + invalid + risky + unknown),
    valid,
    invalid,
    risky,
    unknown,
  };
}

type Tally = NonNullable<VerificationRecord['tally']>;

/** The results that a verification has so far, in the order of submission. */
export function resultsOf({ emails, findings, queue }: VerificationRecord): readonly VerificationResult[] {
  const fresh = new Set(queue.map(({ entry }) => entry));
  return emails.flatMap((email, entry) => {
    const finding = findings[entry];
    return finding ? resultOf({ email, finding, cached: !fresh.has(entry) }) : [];
  });
}

function resultOf({ email, finding, cached }: VerifiedEmail) {
  const { result, reason, riskScore, details } = finding;
  const status = statusOf[result];
  const isValid = result === 'valid';
  return {
    email,
    status,
    result,
    isValid,
    reason,
    riskScore,
    cached,
    details,
  } satisfies Whole<VerificationResult>;
}

function resultsOnWire(verification: VerificationRecord, options: WireOptions): unknown {
  if (verification.status !== 'completed') return undefined;
  return batchResults[options.batchResults].write(resultsOf(verification), options);
}

function analyticsOnWire({ tally }: VerificationRecord, options: WireOptions): object | undefined {
  return tally && writeRecord('VerificationAnalytics', analyticsOf(tally), options);
}
