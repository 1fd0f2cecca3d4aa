/** The error for a replay that does not fit. */
export function foreignReplay(token: string, why: string): Error {
  return new Error(
    `The replay ${token} is of another scenario: ${why}. Sweep without replay to see what breaks now`,
  );
}
