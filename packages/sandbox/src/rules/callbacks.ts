/**
 * What a callback among the options gave about an address; `undefined` where it leaves that to the sandbox.
 *
 * @throws TypeError naming the option, what it gave and what it may give.
 */
export function givenBy<T extends string>(
  option: string,
  callback: (address: string) => T | undefined,
  address: string,
  known: readonly T[],
): T | undefined {
  const given = callback(address) ?? undefined;
  if (given === undefined || known.includes(given)) return given;
  throw new TypeError(
    `${option} gave ${String(given)} for ${address}: it must give undefined or one of ${known.join(', ')}`,
  );
}
