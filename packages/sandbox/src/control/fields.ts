import { oneOf, type OperationName, operations, parseTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { latestTime } from '../service/kernel/clock.ts';
import { durationHint, parseDuration } from '../service/kernel/duration.ts';

/**
 * A value that is text in a query. `read` gives the value that it stands for, or `undefined` if it must be what `hint`
 * says.
 */
export function readFrom<T>(hint: string, read: (given: number | string) => T | undefined) {
  const given = z.union([z.number(), z.string()], { error: hint });
  return z.pipe(
    given.check(z.refine((value) => read(value) !== undefined, { error: hint })),
    z.transform((value: number | string) => read(value) as T),
  );
}

/** Milliseconds as a number, or text with a unit such as `24h`; the output is milliseconds. */
export const duration = readFrom(durationHint, parseDuration);

/** Hint for a value that {@link timeOf} does not accept. */
export const timeHint = 'must be an ISO 8601 time or milliseconds since 1970';

/** ISO 8601, or milliseconds since 1970-01-01T00:00:00Z; the output is milliseconds. */
export const time = readFrom(timeHint, timeOf);

/** Milliseconds of a time in any accepted form; `undefined` if it is invalid or later than {@link latestTime}. */
export function timeOf(value: number | string | Date): number | undefined {
  const time = typeof value === 'string' ? (parseTimestamp(value) ?? Number.NaN) : Number(value);
  return Number.isSafeInteger(time) && Math.abs(time) <= latestTime ? time : undefined;
}

/** A reader of whole numbers that are not negative. */
export function digits(most: number) {
  const pattern = new RegExp(`^\\d{1,${most}}$`);
  return (value: number | string) => (pattern.test(String(value)) ? Number(value) : undefined);
}

/** A number of records. */
export const count = readFrom('must be a whole number', digits(9));

/** A boolean; in a query it is text. */
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
