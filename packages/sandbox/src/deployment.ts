/**
 * Finds out how a deployment of the service behaves, with plain requests:
 *
 * - {@link calibrate}: which form it uses for each wire option, for `createSandbox({ wire })`.
 * - {@link compare}: how it differs from a sandbox.
 *
 * Both only observe unless `tiers` allows more.
 *
 * @packageDocumentation
 */
export type { DeploymentResponse } from './deployment/response.ts';
export type { AskOptions, ComparisonProgress, LeftBehind as Left } from './deployment/ask.ts';
export { calibrate, type CalibrateOptions } from './deployment/calibrate.ts';
export {
  type Deployment,
  DeploymentError,
  type Tier,
  tiers,
  UnavailableError,
} from './deployment/deployment.ts';
export type { Drift, DriftMember, DriftReport, KnownDrift } from './deployment/drift.ts';
export type { OwnStep } from './deployment/script.ts';
export type { StepRequest } from './deployment/step.ts';
export { compare, type CompareOptions } from './deployment/compare.ts';
