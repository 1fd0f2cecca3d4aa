import {
  type Nothing,
  percentage,
  type VerificationAnalytics as DocumentedAnalytics,
  type VerificationGroups,
} from '@mailrig/contract';

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
  return {
    ...counts,
    cleanPercentage: percentage(counts.clean, counts.clean + counts.dirty + counts.unknown),
  };
}
