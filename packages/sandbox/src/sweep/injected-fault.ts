import type { OperationName } from '@mailrig/contract';
import { defaultPhase, type FaultPhase, type SweepFault } from './faults.ts';

/** A request of the scenario. */
export interface SweptRequest {
  readonly operation: OperationName;
  /** Its number among those of the same operation, from 1. */
  readonly number: number;
}

/** One fault on one request. */
export interface InjectedFault {
  readonly request: SweptRequest;
  readonly fault: SweepFault;
  readonly phase: FaultPhase;
}

/** The rule that makes a injected happen. */
export function ruleOf({ request, fault, phase }: InjectedFault) {
  const { operation, number } = request;
  return {
    operation,
    ...(number > 1 && { skip: number - 1 }),
    times: 1,
    ...(phase !== defaultPhase(fault.effect) && { phase }),
    effect: fault.effect,
  };
}

/** The name of a request in reports, for example `sendEmail #2`. */
export function requestName({ operation, number }: SweptRequest): string {
  return `${operation} #${number}`;
}
