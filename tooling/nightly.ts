/**
 * Whether tests and checks take every round, as they do each night and before a release. Otherwise what takes long
 * takes a short round, which is enough to notice a mistake.
 */
export const nightly = process.env['NIGHTLY'] === '1';

/** All rows at night, otherwise the first ones. */
export function few<Row>(count: number, rows: readonly Row[]): readonly Row[] {
  return nightly ? rows : rows.slice(0, count);
}

/** How often to repeat a test of random input: a quarter as often by day, and twice as often at night. */
export function rounds(count: number): number {
  return nightly ? 2 * count : Math.ceil(count / 4);
}
