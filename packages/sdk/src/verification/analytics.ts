import type {
  Nothing,
  VerificationAnalytics as DocumentedAnalytics,
  VerificationGroups,
} from '@mailrig/contract';
import { fieldsOf } from '../call/json.ts';

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

/** Computes the clean, dirty and unknown counts from `valid`, `invalid` and `risky` if the service sent only those (A105). */
export function normaliseAnalytics(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const given = fieldsOf(payload);
  const cleanCount = given['cleanCount'] ?? given['valid'];
  const dirtyCount = given['dirtyCount'] ?? sum(given['invalid'], given['risky']);
  const unknownCount = given['unknownCount'] ?? given['unknown'];
  const cleanPercentage = given['cleanPercentage'] ?? percentage(cleanCount, dirtyCount, unknownCount);
  return { ...given, cleanCount, dirtyCount, unknownCount, cleanPercentage };
}

/** The caller's form of documented analytics. */
export function toAnalytics(documented: DocumentedAnalytics): VerificationAnalytics {
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

/** Analytics computed from the groups, for a response without any. */
export function analyticsOfGroups({ clean, dirty, unknown }: VerificationGroups): VerificationAnalytics {
  const counts = { clean: clean.length, dirty: dirty.length, unknown: unknown.length };
  return { ...counts, cleanPercentage: percentage(counts.clean, counts.dirty, counts.unknown) ?? 0 };
}

function sum(...counts: unknown[]): number | undefined {
  const numbers = counts.filter((count) => typeof count === 'number');
  return numbers.length === 0 ? undefined : numbers.reduce((total, count) => total + count, 0);
}

/** Percentage of `part` in the sum of all counts, rounded to two decimals (A114). */
function percentage(part: unknown, ...others: unknown[]): number | undefined {
  const whole = sum(part, ...others);
  if (typeof part !== 'number' || whole === undefined) return undefined;
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
