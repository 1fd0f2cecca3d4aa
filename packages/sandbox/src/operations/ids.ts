import type { Context } from './operation.ts';

/** Kinds of record with an id of their own (api.md §1). */
export type IdPrefix = 'msg' | 'lst' | 'cnt' | 'att' | 'ver';

/** A new id in the form that the wire options ask for (decision A17). */
export function newId({ store }: Context, prefix: IdPrefix): string {
  if (store.wire.ids === 'prefixed') return `${prefix}_${store.random.hex(24)}`;
  return prefix === 'ver' ? uuid(store.random.hex(32)) : store.random.hex(24);
}

/** A version 4 UUID from 32 hexadecimal digits. */
function uuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
