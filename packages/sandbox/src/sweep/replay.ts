/** Names an order by the places of what passed at each choice, without those at the end that changed nothing. */
export function orderToken(places: readonly number[]): string {
  const last = places.findLastIndex((place) => place > 0);
  return `order:${last < 0 ? '0' : places.slice(0, last + 1).join(',')}`;
}

/** The places in a token. */
export function orderOf(token: string): number[] {
  const order = token.slice('order:'.length).split(',').map(Number);
  return order.slice(0, order.findLastIndex((place) => place > 0) + 1);
}

/** Whether a text has the form of a token. */
export function isOrderToken(text: string): boolean {
  return /^order:\d+(,\d+)*$/.test(text);
}

/** The error for a replay that does not fit. */
export function foreignReplay(token: string, why: string): Error {
  return new Error(
    `The replay ${token} is of another scenario: ${why}. Sweep without replay to see what breaks now`,
  );
}
