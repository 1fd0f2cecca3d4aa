import type { OperationName } from '@mailrig/contract';
import { addFault, clearFaults, type FaultInput, listFaults, removeFault } from '../control/faults.ts';
import { invoke } from '../control/verb.ts';
import type { FaultRule } from '../state/records.ts';
import { ScopedControls } from './scoped.ts';

/** Rules that make answers go wrong. */
export class FaultControls extends ScopedControls {
  add(rule: FaultInput): FaultRule {
    return invoke(addFault, this.scope, rule);
  }

  /** Answers the next calls of an operation with an error status. */
  failNext(operation: OperationName, status: number, times = 1): FaultRule {
    return this.add({ operation, times, effect: { status } });
  }

  /** The rules that are still to strike. */
  list(): readonly FaultRule[] {
    return invoke(listFaults, this.scope, {}).faults;
  }

  remove(id: string): void {
    invoke(removeFault, this.scope, { id });
  }

  clear(): void {
    invoke(clearFaults, this.scope, {});
  }
}
