import { oneOf, type OperationName, operations, parseTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { latestTime } from '../service/kernel/clock.ts';
import { durationHint, parseDuration } from '../service/kernel/duration.ts';

/** Milliseconds as a number, or text with a unit such as `24h`; the output is milliseconds. */
export const duration = z.pipe(
  z
    .union([z.number(), z.string()], { error: durationHint })
    .check(z.refine((value) => parseDuration(value) !== undefined, { error: durationHint })),
  z.transform((value: number | string) => parseDuration(value) ?? 0),
);

/** Hint for a value that {@link timeOf} does not accept. */
export const timeHint = 'must be an ISO 8601 time or milliseconds since 1970';

/** ISO 8601, or milliseconds since 1970-01-01T00:00:00Z; the output is milliseconds. */
export const time = z.pipe(
  z
    .union([z.number(), z.string()], { error: timeHint })
    .check(z.refine((value) => timeOf(value) !== undefined, { error: timeHint })),
  z.transform((value: number | string) => timeOf(value) ?? 0),
);

/** Milliseconds of a time in any accepted form; `undefined` if it is invalid or later than {@link latestTime}. */
export function timeOf(value: number | string | Date): number | undefined {
  const at = typeof value === 'string' ? (parseTimestamp(value) ?? Number.NaN) : Number(value);
  return Number.isSafeInteger(at) && Math.abs(at) <= latestTime ? at : undefined;
}

/** A number of records; a query has it as text. */
export const count = z.pipe(
  z
    .union([z.number(), z.string()], { error: 'must be a whole number' })
    .check(z.refine((value) => /^\d{1,9}$/.test(String(value)), { error: 'must be a whole number' })),
  z.transform(Number),
);

/** A yes or no; a query has it as text. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' }),
  z.transform((value: boolean | 'true' | 'false') => String(value) === 'true'),
);

/** Names an address. */
export interface AddressReference {
  /** The bare address; case does not matter. */
  readonly email: string;
}

const operationNames = Object.keys(operations) as [OperationName, ...OperationName[]];

export const operationName = oneOf(operationNames);
