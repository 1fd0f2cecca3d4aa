import type { WireOptions } from '@mailrig/contract';
import type { Payload } from './envelope.ts';

/** One page of a list, before it is formatted. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly limit: number;
  /** Items on all pages together. */
  readonly total: number;
}

/** A page on the wire: under its name or `data` next to the pagination, or as a bare array (A29, A124). */
export function pagePayload<T>(
  name: string,
  { items, page, limit, total }: PageOf<T>,
  show: (item: T) => unknown,
  { pageContainer }: Pick<WireOptions, 'pageContainer'>,
  beside: Readonly<Record<string, unknown>> = {},
): Payload {
  const totalPages = Math.ceil(total / limit);
  // Only the verification list says whether pages follow and precede (A30, A32).
  const neighbours = name === 'items' && { hasNext: page < totalPages, hasPrev: page > 1 && total > 0 };
  const pagination = { page, limit, total, totalPages, ...neighbours };
  const shown = items.map(show);
  if (pageContainer === 'bare') return { data: shown, beside: { ...beside, pagination } };
  return { data: { [pageContainer === 'nested' ? 'data' : name]: shown, ...beside, pagination } };
}
