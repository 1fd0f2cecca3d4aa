import type { Case } from './case.ts';
import type { Scenario } from './scenario.ts';
import { ruleOf } from './faults.ts';

/** The shortest code that shows a break: only what differs from the defaults. */
export function reproductionOf(
  { plan: { wire, injected }, token }: Case,
  { isFunction, replayLine }: Scenario,
  isRepeated: boolean,
): string {
  if (replayLine && token !== undefined) return replayLine(token);
  if (token !== undefined && !(isFunction && injected)) {
    return `await sweep(sandbox, ${isFunction ? 'run' : 'scenario'}, { replay: ${literal(token)} });`;
  }
  return [
    'const fork = sandbox.fork();',
    ...(wire === undefined ? [] : [`fork.setWire(${literal(wire)});`]),
    ...(injected ? [`fork.faults.add(${literal(ruleOf(injected))});`] : []),
    isRepeated ? 'await Promise.resolve(run(fork)).catch(() => run(fork));' : 'await run(fork);',
  ].join('\n');
}

/** Plain data as TypeScript. Texts with quotes stay JSON. */
function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll(/"([^"\\']*)"/g, "'$1'");
}
