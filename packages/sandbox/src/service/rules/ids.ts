import type { Store } from '../state/store.ts';
import type { Context } from './context.ts';

/** Prefixes of ids, one for each kind of record (R11). */
export type IdPrefix = 'msg' | 'lst' | 'cnt' | 'att' | 'ver';

const tables = {
  msg: 'messages',
  lst: 'contactLists',
  cnt: 'contacts',
  att: 'attachments',
  ver: 'verifications',
} as const satisfies Readonly<Record<IdPrefix, keyof Store>>;

/** A new id in the form that the wire options choose (A17, A125). */
export function newId({ store }: Context, prefix: IdPrefix): string {
  const table = store[tables[prefix]];
  return unused(
    () => drawId(store, prefix),
    (id) => table.isTaken(id),
  );
}

/** Draws until a value is unused: a loaded state may contain values that the generator has not drawn yet. */
export function unused(draw: () => string, taken: (drawn: string) => unknown): string {
  for (;;) {
    const drawn = draw();
    if (!taken(drawn)) return drawn;
  }
}

function drawId({ random, wire }: Store, prefix: IdPrefix): string {
  if (wire.ids === 'prefixed') return `${prefix}_${random.hex(24)}`;
  return prefix === 'cnt' ? uuid(random.hex(32)) : random.hex(24);
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
