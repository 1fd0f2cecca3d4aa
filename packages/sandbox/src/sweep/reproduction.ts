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
  const isPlain = isFunction && (injected !== undefined || token === undefined);
  if (!isPlain && token !== undefined) {
    return `await sweep(sandbox, ${isFunction ? 'run' : 'scenario'}, { replay: ${quoted(token)} });`;
  }
  return [
    'const fork = sandbox.fork();',
    ...(wire === undefined ? [] : [`fork.setWire(${literal(wire)});`]),
    ...(injected ? [`fork.faults.add(${literal(ruleOf(injected))});`] : []),
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
