import type { OperationName } from '@mailrig/contract';
import { type FaultEffectInput, changesResponse } from '../control/faults/effect.ts';
import type { FaultRule } from '../service/state/fault-rule.ts';

/** Whether the service acts despite the fault: `before`, it does not; `after`, only its response goes wrong. */
export type FaultPhase = FaultRule['phase'];

/** A fault that a sweep tries on each request. */
export interface SweepFault {
  /** Its name in the report, for example `connection reset`. */
  readonly name: string;
  /** What goes wrong. */
  readonly effect: FaultEffectInput;
  /** How many requests of the operation in a row meet it: an outage that lasts. Default 1. */
  readonly times?: number | undefined;
  /** Default: both, or only `after` if the effect changes the real response. */
  readonly phases?: readonly FaultPhase[] | undefined;
}

/**
 * The faults that a sweep tries by default, simple ones first. Each meets one request once. A 429, and a 503
 * with `Retry-After`, promise that nothing was done, so they come in phase `before` only (A117). In real time, those that
 * only wait are left out.
 */
export const sweepFaults: readonly SweepFault[] = [
  { name: 'connection reset', effect: { network: 'reset' } },
  { name: 'connection closed', effect: { network: 'drop' } },
  { name: '500', effect: { status: 500 } },
  { name: '502 with HTML', effect: { status: 502, body: 'html' } },
  { name: '503 with Retry-After', effect: { status: 503, retryAfter: 0 }, phases: ['before'] },
  { name: '429 with Retry-After', effect: { status: 429, retryAfter: 0 }, phases: ['before'] },
  { name: 'answer cut off', effect: { network: 'cut' } },
  { name: 'half of the JSON', effect: { body: 'truncated' } },
  { name: '200 with HTML', effect: { body: 'html' }, phases: ['before', 'after'] },
  // Slow enough for a job to be started twice, and slower than a typical time limit.
  { name: 'slow by 2 s', effect: { delay: '2s' }, phases: ['after'] },
  { name: 'slow by 90 s', effect: { delay: '90s' }, phases: ['after'] },
  { name: 'hang', effect: { network: 'hang' } },
];

/** Whether the effect of a fault is only a wait. */
export const isWait = ({ effect }: SweepFault) => effect.network === 'hang' || effect.delay !== undefined;

/** Where the response of a fault comes from; `undefined` for what any service or network may do. */
export type FaultOrigin = 'document' | 'proxy';

/** The document of the service has a 429 and no response other than whole JSON: a proxy may give another one. */
export function originOf({ body, status }: FaultEffectInput): FaultOrigin | undefined {
  if (body !== undefined) return 'proxy';
  return status === 429 ? 'document' : undefined;
}

/** The phases in which a fault is tried. */
export const phasesOf = ({ effect, phases }: SweepFault): readonly FaultPhase[] =>
  phases ?? (defaultPhase(effect) === 'after' ? ['after'] : ['before', 'after']);

const defaultPhase = ({ delay: _delay, ...effect }: FaultEffectInput): FaultPhase =>
  changesResponse(effect) ? 'after' : 'before';

/** A request of the scenario. */
export interface SweptRequest {
  readonly operation: OperationName;
  /** Its number among those of the same operation, from 1. */
  readonly number: number;
}

/** The rule that makes a fault happen on one request. */
export function ruleOf({ operation, number }: SweptRequest, fault: SweepFault, phase: FaultPhase) {
  return {
    operation,
    ...(number > 1 && { skip: number - 1 }),
    times: fault.times ?? 1,
    ...(phase !== defaultPhase(fault.effect) && { phase }),
    effect: fault.effect,
  };
}

/** The name of a request in reports, for example `sendEmail #2`. */
export const requestName = ({ operation, number }: SweptRequest) => `${operation} #${number}`;
