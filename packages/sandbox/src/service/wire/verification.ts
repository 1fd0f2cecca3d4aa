import {
  type AddressResult,
  type AddressStatus,
  type Complete,
  formatTimestamp,
  type Verification,
  type VerificationAnalytics,
  type VerificationBatchReceipt,
  type VerificationGroups,
  type VerificationResult,
  type VerificationStats,
  type WireOptions,
} from '@mailrig/contract';
import type { AddressFinding, VerificationRecord } from '../state/records.ts';
import type { Payload } from './envelope.ts';
import { withNulls } from './nulls.ts';
import { type PageOf, pagePayload } from './page.ts';
import { percentage } from './percentage.ts';

/** An address with its result. */
export interface VerifiedEmail {
  readonly email: string;
  readonly finding: AddressFinding;
  /** Whether the result came from the cache of the last 24 hours. */
  readonly cached: boolean;
}

/** The numbers behind the statistics. */
export interface VerificationSums {
  /** Different addresses by their latest result. */
  readonly addresses: Readonly<Record<AddressResult, number>>;
  /** Verifications that were completed. */
  readonly completed: number;
}

const statusOf: Readonly<Record<AddressResult, AddressStatus>> = {
  valid: 'clean',
  invalid: 'dirty',
  risky: 'dirty',
  unknown: 'unknown',
};

/** The result of one address (R180, A96). */
export function verificationResultPayload(verified: VerifiedEmail, options: WireOptions): Payload {
  return { data: resultOnWire(verified, options) };
}

/** The answer to a submitted batch (A103). */
export function batchReceiptPayload(batch: VerificationRecord, options: WireOptions): Payload {
  const { id, emails, creditsDeducted, status } = batch;
  const isNamed = status !== 'completed' || options.batchImmediate === 'with-id';
  const receipt = {
    ...(isNamed && { verificationId: id }),
    totalEmails: emails.length,
    creditsDeducted,
    status,
    ...resultsOnWire(batch, options),
    ...analyticsOnWire(batch, options),
  };
  receipt satisfies Complete<typeof receipt, VerificationBatchReceipt>;
  return { data: withNulls(receipt, ['verificationId', 'results', 'analytics'], options) };
}

/** A verification, with its results once it has them (A106). */
export function verificationPayload(verification: VerificationRecord, options: WireOptions): Payload {
  const record = { ...listed(verification, options), ...resultsOnWire(verification, options) };
  record satisfies Complete<typeof record, Verification>;
  const { id, ...others } = withNulls(record, ['results'], options);
  return { data: { [options.verificationId]: id, ...others } };
}

/** A page of verifications, never with results (A115, A130). */
export function verificationPagePayload(page: PageOf<VerificationRecord>, options: WireOptions): Payload {
  const show = (verification: VerificationRecord) => listed(verification, options);
  return pagePayload('items', page, show, { pageContainer: options.verificationsContainer });
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

/** The addresses of a completed verification, grouped by result (A104). */
export function groupsOf(verification: VerificationRecord): VerificationGroups {
  const groups: Record<AddressStatus, string[]> = { clean: [], dirty: [], unknown: [] };
  for (const { email, finding } of verifiedEmails(verification)) groups[statusOf[finding.result]].push(email);
  return groups;
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

function listed(verification: VerificationRecord, options: WireOptions) {
  const record = { ...verificationOnWire(verification), ...analyticsOnWire(verification, options) };
  return withNulls(record, ['startedAt', 'completedAt', 'analytics'], options);
}

function resultOnWire({ email, finding, cached }: VerifiedEmail, options: WireOptions) {
  const { result, reason, riskScore, details } = finding;
  const status = statusOf[result];
  if (options.verification === 'minimal') return { email, status };
  const rich = { result, isValid: result === 'valid', reason, riskScore, cached, details };
  if (options.verification === 'rich') return { email, ...rich };
  const all = { email, status, ...rich } satisfies VerificationResult;
  all satisfies Complete<typeof all, VerificationResult>;
  return all;
}

function resultsOnWire(verification: VerificationRecord, options: WireOptions) {
  if (verification.status !== 'completed') return {};
  if (options.batchResults === 'grouped') return { results: groupsOf(verification) };
  return { results: verifiedEmails(verification).map((verified) => resultOnWire(verified, options)) };
}

function analyticsOnWire({ tally }: VerificationRecord, options: WireOptions) {
  if (!tally) return {};
  const { valid, invalid, risky, unknown, ...clean } = analyticsOf(tally);
  const byResult = { valid, invalid, risky, unknown };
  const shapes = { clean, valid: byResult, both: { ...clean, ...byResult } };
  return { analytics: shapes[options.analytics] };
}

function verifiedEmails({ emails, findings, queue }: VerificationRecord): VerifiedEmail[] {
  const fresh = new Set(queue.map(({ entry }) => entry));
  return emails.flatMap((email, entry) => {
    const finding = findings[entry];
    return finding ? [{ email, finding, cached: !fresh.has(entry) }] : [];
  });
}
