import { hasNeighbours, type ListName, type WireOptions, wrapPage } from '@mailrig/contract';
import type { Payload } from './envelope.ts';

/** One page of a list, before it is formatted. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly limit: number;
  /** Items on all pages together. */
  readonly total: number;
}

/** A page on the wire (A30, A32). */
export function pagePayload<T>(
  list: ListName,
  { items, page, limit, total }: PageOf<T>,
  show: (item: T) => unknown,
  options: WireOptions,
  beside: Readonly<Record<string, unknown>> = {},
): Payload {
  const totalPages = Math.ceil(total / limit);
  const neighbours = hasNeighbours(list, options) && {
    hasNext: page < totalPages,
    hasPrev: page > 1 && total > 0,
  };
  const pagination = { page, limit, total, totalPages, ...neighbours };
  return wrapPage<unknown>(list, items.map(show), { ...beside, pagination }, options);
}
