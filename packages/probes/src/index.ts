/**
 * Finds out how a deployment of the mail service behaves: probes, calibration, verification and recordings.
 *
 * @packageDocumentation
 */
export { type Tier, tiers } from './tier.ts';
