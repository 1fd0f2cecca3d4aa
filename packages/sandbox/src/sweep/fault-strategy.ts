import { defaultFaults, phasesOf, type SweepFault } from './faults.ts';
import type { SweepOptions } from './options.ts';
import { isSuccess, type Peace } from './peace.ts';
import { type Case, strikeName } from './case.ts';
import type { Judged, Strategy } from './strategy.ts';
import { requestName, type SweptRequest } from './strike.ts';
import type { SweptWire } from './wires.ts';

/** Each fault on each request, under each choice of wire options. The runs without a fault come first. */
export function faultStrategy<T>(
  peace: Peace<T>,
  wires: readonly SweptWire[],
  { faults, operations, time = 'virtual' }: SweepOptions<never, never>,
): Strategy<T> {
  const chosen = faults || defaultFaults(time);
  const swept = new Set<string>();
  return {
    name: 'faults',
    isExact: false,
    rules: {
      claim: (trial) =>
        isSuccess(trial, peace.trial) ? `${peace.scenario.subject} succeeded, but` : undefined,
    },
    first: () => wires.map((wire) => ({ plan: { wire: wire.choice }, wire })),
    next: (round) =>
      round.flatMap((judged) => {
        // Every fault would show the same break again.
        if (judged.case.token !== undefined || judged.verdicts.length > 0) return [];
        const requests = judged.trial.requests.filter(
          ({ operation }) => operations?.includes(operation) ?? true,
        );
        for (const request of requests) swept.add(requestName(request));
        return requests.flatMap((request) => strikesOn(request, chosen, judged));
      }),
    tooMany: (runs, limit) => {
      const requests = swept.size === 1 ? '1 request' : `${swept.size} requests`;
      return new Error(
        `The scenario makes ${requests}, so the sweep needs ${count(runs)} runs, more than its limit of ${count(limit)}. Choose fewer operations, faults or wire options, or raise the limit`,
      );
    },
  };
}

function strikesOn(
  request: SweptRequest,
  faults: readonly SweepFault[],
  { case: dry }: Judged<unknown>,
): Case[] {
  return faults.flatMap((fault) =>
    phasesOf(fault).map((phase) => {
      const strike = { request, fault, phase };
      const wire = dry.wire?.choice === undefined ? '' : `, wire ${dry.wire.name}`;
      const token = `fault:${requestName(request)}, ${strikeName(strike)}${wire}`;
      return { ...dry, plan: { ...dry.plan, strike }, strike, token };
    }),
  );
}

export function count(number: number): string {
  return number.toLocaleString('en');
}
