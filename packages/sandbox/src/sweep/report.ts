import type { FaultPhase } from './faults.ts';
import { type Invariant, invariantNames } from './invariants.ts';
import { reproductionOf, type Strike, type SweptRequest } from './reproduction.ts';
import type { SweptWire } from './wires.ts';

/** Something that must hold and did not. Breaks of one invariant by faults on one request are one break. */
export interface SweepBreak {
  /** The request that met the fault, for example `sendEmail #2`; absent if there was no fault. */
  readonly request?: string;
  /** Name of the simplest fault that breaks it; absent if there was no fault. */
  readonly fault?: string;
  /** When the fault struck; absent if there was no fault. */
  readonly phase?: FaultPhase;
  /** The wire options that break it; absent if the sandbox's own do. */
  readonly wire?: string;
  readonly invariant: Invariant;
  /** What is wrong. */
  readonly message: string;
  /** Code that shows it, with the `sandbox` and the `run` that were given to the sweep. */
  readonly reproduction: string;
  /** The other faults on this request that break it, and under which wire options if not under these. */
  readonly also: readonly string[];
}

/** Where and how one run broke an invariant. */
export interface Breach {
  readonly wire: SweptWire;
  readonly strike: Strike | undefined;
  readonly invariant: Invariant;
  readonly message: string;
  /** Whether it took a second run after the first had failed. */
  readonly isRepeated: boolean;
}

/** What a sweep found. As a string, it is a text for people. */
export class SweepReport {
  /** The requests that met faults, in their order, for example `sendEmail #1`. */
  readonly requests: readonly string[];
  /** Number of runs: each had one fault on one request under one choice of wire options. */
  readonly runs: number;
  /** Runs in which the scenario succeeded. */
  readonly succeeded: number;
  /** Runs in which it failed, which is no break in itself, or did not end. */
  readonly failed: number;
  /** What did not hold; empty if everything did. */
  readonly broken: readonly SweepBreak[];

  /** @internal */
  constructor(
    requests: readonly SweptRequest[],
    counts: { readonly runs: number; readonly succeeded: number; readonly failed: number },
    breaches: readonly Breach[],
  ) {
    this.requests = requests.map(requestName);
    this.runs = counts.runs;
    this.succeeded = counts.succeeded;
    this.failed = counts.failed;
    this.broken = breaksOf(breaches);
  }

  /** The breaks as text, each with the shortest code that shows it. */
  toString(): string {
    const summary = `${this.runs} runs with a fault on ${this.requests.join(', ')}: ${this.succeeded} succeeded, ${this.failed} failed.`;
    const { length } = this.broken;
    const breaks = length === 1 ? '1 break' : `${length} breaks`;
    if (length === 0) return `${summary} Everything held.`;
    return [`${summary} ${breaks}:`, ...this.broken.map(breakText)].join('\n\n');
  }
}

/** The name of a request in reports, for example `sendEmail #2`. */
export function requestName({ operation, number }: SweptRequest): string {
  return `${operation} #${number}`;
}

/** Groups the breaches by request and invariant. The first of each group is the simplest: it comes first in a sweep. */
function breaksOf(breaches: readonly Breach[]): SweepBreak[] {
  const groups = Map.groupBy(breaches, ({ strike, invariant, wire }) =>
    // Without a fault, the wire options are the cause.
    JSON.stringify([strike ? requestName(strike.request) : wire.name, invariant]),
  );
  const breaks = [...groups.values()].flatMap((group) => {
    const [simplest, ...others] = group;
    return simplest ? [breakOf(simplest, others)] : [];
  });
  return breaks.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ invariant }: SweepBreak): number {
  return invariantNames.indexOf(invariant);
}

function breakOf(
  { wire, strike, invariant, message, isRepeated }: Breach,
  others: readonly Breach[],
): SweepBreak {
  return {
    ...(strike && {
      request: requestName(strike.request),
      fault: strike.fault.name,
      phase: strike.phase,
    }),
    ...(wire.choice !== undefined && { wire: wire.name }),
    invariant,
    message,
    reproduction: reproductionOf(wire.choice, strike, isRepeated),
    also: alsoBrokenBy(others, { wire, strike }),
  };
}

/** The other faults, each once. Wire options are named only if those of the break do not break it. */
function alsoBrokenBy(
  others: readonly Breach[],
  { wire, strike }: Pick<Breach, 'wire' | 'strike'>,
): string[] {
  const byStrike = Map.groupBy(others, (other) => other.strike && strikeName(other.strike));
  return [...byStrike].flatMap(([name, same]) => {
    if (name === undefined || (strike && name === strikeName(strike))) return [];
    const wires = new Set(same.map((finding) => finding.wire.name));
    return wires.has(wire.name) ? name : `${name} (wire ${[...wires].join(', ')})`;
  });
}

function strikeName({ fault, phase }: Strike): string {
  return `${fault.name} ${phase}`;
}

function breakText({
  request,
  fault,
  phase,
  wire,
  invariant,
  message,
  reproduction,
  also,
}: SweepBreak): string {
  const struck = request === undefined ? 'no fault' : `${request}, ${fault} ${phase}`;
  const where = wire === undefined ? struck : `${struck}, wire ${wire}`;
  return [
    `✗ ${invariant}: ${where}`,
    indented(message, '  '),
    indented(reproduction, '    '),
    ...(also.length > 0 ? [`  Also: ${also.join('; ')}`] : []),
  ].join('\n');
}

function indented(text: string, by: string): string {
  return text.replaceAll(/^/gm, by);
}
