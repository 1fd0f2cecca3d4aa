/**
 * Finds out how a deployment of the mail service behaves: calibration and verification.
 *
 * @packageDocumentation
 */
export type { Answer } from './answer.ts';
export { ask, type Asked, type AskOptions, type Left, type OwnStep, requestsOf } from './ask.ts';
export { calibrate, type CalibrateOptions, calibrating } from './calibrate.ts';
export type { Deployment } from './deployment.ts';
export type { Drift, DriftMember, DriftReport, KnownDrift } from './drift.ts';
export { formChecks } from './form.ts';
export { NoAnswerError, ProbeError } from './probe-error.ts';
export { type Answers, script, type StepName } from './script.ts';
export { decided, type Shown, shown } from './shown.ts';
export { operationOf, type ProbeRequest, step, type StepInput } from './step.ts';
export { compareTranscripts, type Difference } from './compare.ts';
export { Tamer } from './tame.ts';
export { contradictionsIn, type Contradiction } from './rules.ts';
export { type Tier, tiers } from './tier.ts';
export { verify, type VerifyOptions } from './verify.ts';
