/**
 * What a run may do: each tier allows more than the one before. A request is sent only if its tier was chosen.
 *
 * - `observe`: reads, and requests that are certain to be refused. It changes nothing.
 * - `simulate`: one simulated send to a reserved domain, and verifications. Test keys only; costs no credits.
 * - `create`: a contact list, a contact and an upload. The document has no call that deletes lists and contacts.
 * - `burst`: more requests than the rate limit allows, until one is refused.
 */
export const tiers = ['observe', 'simulate', 'create', 'burst'] as const;

/** How far a request goes. */
export type Tier = (typeof tiers)[number];

/** Why a request was not sent if its time, in milliseconds, comes after the end of the run. */
export function tooLate(milliseconds: number): string {
  const [size, unit] = units.find(([size]) => milliseconds % size === 0) ?? [1, 'ms'];
  return `it needs --wait ${milliseconds / size}${unit}`;
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
] as const;

/** Why a request was not sent if its tier was left out. */
export function notChosen(tier: Tier): string {
  return `the tier ${tier} was not chosen`;
}
