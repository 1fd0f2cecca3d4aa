import * as z from 'zod/mini';
import { listOf, schemaRef } from './json-schema.ts';
import { paginationSchema } from '../resources/pagination.ts';
import { percentage } from '../values/percentage.ts';
import {
  type AddressResult,
  addressResults,
  type AddressStatus,
  addressStatuses,
} from '../resources/statuses.ts';
import {
  verificationBatchReceiptSchema,
  type VerificationGroups,
  verificationSchema,
  type VerificationResult,
  verificationResultSchema,
} from '../resources/verification.ts';
import { type Fields, fieldsOf, isObject } from '../checking/objects.ts';
import { withId } from './field-names.ts';
import type { Forms } from './form.ts';
import { writeRecord } from './records.ts';

/** The results of a batch: grouped addresses, or an array of results (A104). */
export const batchResults: Forms<'batchResults', readonly VerificationResult[]> = {
  grouped: {
    words: 'results are grouped by status',
    write: groupResults,
    schema: schemaRef('VerificationGroups'),
    takes: isObject,
  },
  items: {
    words: 'results are an array',
    write: (results, wire) => results.map((result) => writeRecord('VerificationResult', result, wire)),
    schema: listOf(schemaRef('VerificationResult')),
    takes: Array.isArray,
  },
};

/** The short result of each result (R182). */
export const statusOf: Readonly<Record<AddressResult, AddressStatus>> = {
  valid: 'clean',
  invalid: 'dirty',
  risky: 'dirty',
  unknown: 'unknown',
};

/**
 * The addresses of results, grouped by short result.
 *
 * @param results A result for each address.
 */
export function groupResults(
  results: readonly Pick<VerificationResult, 'email' | 'status'>[],
): VerificationGroups {
  const groups: Record<AddressStatus, string[]> = { clean: [], dirty: [], unknown: [] };
  for (const { email, status } of results) {
    groups[addressStatuses.find((known) => known === status) ?? 'unknown'].push(email);
  }
  return groups;
}

/**
 * Reads a result from either set of words (A96). Values that a newer service adds stay as they are.
 *
 * @param payload The `data` of the response.
 */
export function readResult(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { result: given, status = given, ...others } = payload;
  const word = given ?? status;
  // `dirty` alone may be invalid or risky (A129).
  const result = word === 'clean' ? 'valid' : word === 'dirty' ? undefined : word;
  const known = addressResults.find((one) => one === status);
  return {
    ...others,
    status: known ? statusOf[known] : status,
    ...(result !== undefined && { result }),
    isValid: result === 'valid',
  };
}

/**
 * Reads a verification in any form. Its results become an array (A104 to A106).
 *
 * @param payload The `data` of the response.
 */
export function readVerification(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { verificationId, id = verificationId, type = 'batch', ...record } = withFindings(payload);
  const { totalEmails, processedEmails } = record;
  const progress =
    typeof totalEmails === 'number' && typeof processedEmails === 'number' && totalEmails > 0
      ? Math.floor((100 * processedEmails) / totalEmails)
      : 0;
  return { progress, ...record, id, type };
}

/**
 * Reads the response to a submitted batch, likewise (A103 to A105).
 *
 * @param payload The `data` of the response.
 */
export function readBatch(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { id, verificationId = id, ...receipt } = withFindings(payload);
  return { ...receipt, ...(verificationId !== undefined && { verificationId }) };
}

const resultArray = () => z.exactOptional(z.array(verificationResultSchema));

/** What `readBatch` gives. */
export const readBatchSchema = z.lazy(() =>
  z.object({ ...verificationBatchReceiptSchema._zod.innerType.shape, results: resultArray() }),
);
/** What `readVerification` gives. */
export const readVerificationSchema = z.lazy(() =>
  z.object({ ...verificationSchema._zod.innerType.shape, results: resultArray() }),
);
/** What `readPage` gives for a page of verifications, each as `readVerification` gives it. */
export const readVerificationPageSchema = z.lazy(() =>
  z.object({ items: z.array(readVerificationSchema), pagination: paginationSchema }),
);

function withFindings(payload: unknown): Fields {
  const { results, analytics, ...record } = withId(payload);
  return {
    ...record,
    ...(results !== undefined && { results: readResults(results) }),
    ...(analytics !== undefined && { analytics: readAnalytics(analytics) }),
  };
}

function readResults(results: unknown): readonly unknown[] {
  if (Array.isArray(results)) return results.map(readResult);
  const groups = fieldsOf(results);
  return addressStatuses.flatMap((status) => {
    const emails = groups[status];
    return Array.isArray(emails) ? emails.map((email: unknown) => readResult({ email, status })) : [];
  });
}

/** Computes the clean, dirty and unknown counts if the service sent only the others (A105). */
function readAnalytics(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { valid, invalid, risky, unknown } = payload;
  const { cleanCount = valid, dirtyCount = sum(invalid, risky), unknownCount = unknown } = payload;
  const whole = sum(cleanCount, dirtyCount, unknownCount) ?? 0;
  const share = typeof cleanCount === 'number' ? percentage(cleanCount, whole) : undefined;
  return { cleanPercentage: share, ...payload, cleanCount, dirtyCount, unknownCount };
}

function sum(...counts: unknown[]): number | undefined {
  const numbers = counts.filter((count) => typeof count === 'number');
  return numbers.length === 0 ? undefined : numbers.reduce((total, count) => total + count, 0);
}
