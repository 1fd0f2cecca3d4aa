import type { OperationName } from '@mailrig/contract';
import type { WireChoice } from '../control/wire/wire.ts';
import { defaultPhase, type FaultPhase, type SweepFault } from './faults.ts';

/** A request of the scenario. */
export interface SweptRequest {
  readonly operation: OperationName;
  /** Its number among those of the same operation, from 1. */
  readonly number: number;
}

/** One fault on one request. */
export interface Strike {
  readonly request: SweptRequest;
  readonly fault: SweepFault;
  readonly phase: FaultPhase;
}

/** The rule that makes a strike happen. */
export function ruleOf({ request, fault, phase }: Strike) {
  const { operation, number } = request;
  return {
    operation,
    ...(number > 1 && { skip: number - 1 }),
    times: 1,
    ...(phase !== defaultPhase(fault.effect) && { phase }),
    effect: fault.effect,
  };
}

/** The shortest code that shows a break: only what differs from the defaults. */
export function reproductionOf(
  wire: WireChoice | undefined,
  strike: Strike | undefined,
  isRepeated: boolean,
): string {
  return [
    'const fork = sandbox.fork();',
    ...(wire === undefined ? [] : [`fork.setWire(${literal(wire)});`]),
    ...(strike ? [`fork.faults.add(${literal(ruleOf(strike))});`] : []),
    isRepeated ? 'await Promise.resolve(run(fork)).catch(() => run(fork));' : 'await run(fork);',
  ].join('\n');
}

/** Plain data as TypeScript. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${/^[a-z]\w*$/i.test(name) ? name : quoted(name)}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
