import type { WireOptions } from '@mailrig/contract';

/**
 * The record as the wire options show fields without a value: left out, or `null` (A16).
 *
 * @param named The optional fields that the document names for this record in this answer (A121).
 */
export function withNulls<T extends object>(
  record: T,
  named: readonly (keyof T)[],
  { nulls }: Pick<WireOptions, 'nulls'>,
): T {
  if (nulls === 'omit') return record;
  const missing = named.filter((field) => record[field] === undefined);
  return { ...record, ...Object.fromEntries(missing.map((field) => [field, null])) };
}
