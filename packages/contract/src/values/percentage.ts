/**
 * A share of a whole, 0 to 100, with at most two decimals (A114); 0 if the whole is 0.
 *
 * @param part How many of the whole.
 * @param whole All of them.
 */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
