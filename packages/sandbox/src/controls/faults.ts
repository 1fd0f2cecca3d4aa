import type { OperationName } from '@mailrig/contract';
import { addFault, clearFaults, type FaultInput, listFaults, removeFault } from '../control/faults.ts';
import { invoke } from '../control/verb.ts';
import type { FaultRule } from '../state/records.ts';
import { ScopedControls } from './scoped.ts';

/**
 * Rules that make answers go wrong: of the whole sandbox, or under `sandbox.account(…)` of one
 * account. The oldest rule that matches a call strikes; a call that is refused for its key or its
 * rate reaches none.
 */
export class FaultControls extends ScopedControls {
  /** Adds a rule; one that is impossible is a `ControlError` that names what is wrong. */
  add(rule: FaultInput): FaultRule {
    return invoke(addFault, this.scope, rule);
  }

  /** Answers the next calls of an operation with an error status; the code is one that fits it. */
  failNext(operation: OperationName, status: number, times = 1): FaultRule {
    return this.add({ operation, times, effect: { status } });
  }

  /** The rules that are still to strike, in the order in which they are looked at. */
  list(): readonly FaultRule[] {
    return invoke(listFaults, this.scope, {}).faults;
  }

  /** Takes one rule back. */
  remove(id: string): void {
    invoke(removeFault, this.scope, { id });
  }

  /** Takes all rules back: of the whole sandbox, or of the account that was chosen. */
  clear(): void {
    invoke(clearFaults, this.scope, {});
  }
}
