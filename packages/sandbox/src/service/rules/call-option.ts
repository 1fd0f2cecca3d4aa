/**
 * Calls the function that an option such as `outcomes` or `verifier` holds, for one address. If it returns `undefined`,
 * the sandbox decides.
 *
 * @throws TypeError naming the option, the value that it returned and the values that it may return.
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
