/** How many places each arrow key moves in a list of suggestions. */
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The place in a list of suggestions after a key. It goes round at both ends. `undefined` for all other keys. */
export function placeAfter(key: string, place: number, count: number): number | undefined {
  const by = arrows[key];
  return by === undefined ? undefined : (place + by + count) % Math.max(1, count);
}
