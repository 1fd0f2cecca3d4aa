/**
 * Finds out how a deployment of the mail service behaves: probes, calibration and verification.
 *
 * @packageDocumentation
 */
export type { Answer } from './answer.ts';
export { ask, type Asked, type AskOptions, type OwnStep, requestsOf } from './ask.ts';
export { calibrate, type CalibrateOptions } from './calibrate.ts';
export type { Deployment } from './deployment.ts';
export type { Drift, DriftReport, KnownDrift } from './drift.ts';
export type { Finding } from './finding.ts';
export { findingsOf, type Found } from './findings.ts';
export type { Answers, Probe } from './probe.ts';
export { NoAnswerError, ProbeError } from './probe-error.ts';
export { probes } from './probes.ts';
export type { ProbeRequest } from './probe-request.ts';
export { type RequestName, requests } from './requests.ts';
export { step, type StepInput } from './step.ts';
export { compareTranscripts, type Difference, Tamer } from './tame.ts';
export { contradictionsIn, type Contradiction } from './rules.ts';
export { type Tier, tiers } from './tier.ts';
export { verify, type VerifyOptions } from './verify.ts';
