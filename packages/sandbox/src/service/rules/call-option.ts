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
  const result = callback(address) ?? undefined;
  if (result === undefined || known.includes(result)) return result;
  throw new TypeError(
    `${option} returned ${String(result)} for ${address}: it must return undefined or one of ${known.join(', ')}`,
  );
}
