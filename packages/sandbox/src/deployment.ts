/**
 * Finds out how a deployment of the mail service behaves: calibration and verification.
 *
 * @packageDocumentation
 */
export type { Answer } from './deployment/answer.ts';
export { ask, type Asked, type AskOptions, type Left, type OwnStep, requestsOf } from './deployment/ask.ts';
export { calibrate, type CalibrateOptions, calibrating } from './deployment/calibrate.ts';
export type { Deployment } from './deployment/deployment.ts';
export type { Drift, DriftMember, DriftReport, KnownDrift } from './deployment/drift.ts';
export { formChecks } from './deployment/form.ts';
export { NoAnswerError, ProbeError } from './deployment/probe-error.ts';
export { type Answers, script, type StepName } from './deployment/script.ts';
export { decided, type Shown, shown } from './deployment/shown.ts';
export { operationOf, type ProbeRequest, step, type StepInput } from './deployment/step.ts';
export { compareTranscripts, type Difference } from './deployment/compare.ts';
export { Tamer } from './deployment/tame.ts';
export { contradictionsIn, type Contradiction } from './deployment/rules.ts';
export { type Tier, tiers } from './deployment/tier.ts';
export { verify, type VerifyOptions } from './deployment/verify.ts';
