/**
 * Calls an option's callback for an address; `undefined` leaves the decision to the sandbox.
 *
 * @throws TypeError naming the option, the value it returned and the values it may return.
 */
export function callOption<T extends string>(
  option: string,
  callback: (address: string) => T | undefined,
  address: string,
  known: readonly T[],
): T | undefined {
  const given = callback(address) ?? undefined;
  if (given === undefined || known.includes(given)) return given;
  throw new TypeError(
    `${option} returned ${String(given)} for ${address}: it must return undefined or one of ${known.join(', ')}`,
  );
}
