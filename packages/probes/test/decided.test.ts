import { decisions } from '@mailrig/contract';
import { decided, script } from '@mailrig/probes';
import { expect, test } from 'vitest';

test('each decision names what shows it, or says why nothing can', () => {
  expect(decided.map(({ decision }) => decision)).toEqual(decisions.map(({ id }) => id));
  for (const { decision, by, because } of decided) {
    expect(by.length > 0, decision).toBe(because === undefined);
  }
});

test('each step that shows a decision is in the script', () => {
  const steps = new Set<string>(script.map(([name]) => name));
  const named = decided.flatMap(({ by }) => by).filter((name) => !/^[a-z]+(-[a-z0-9]+)*$/.test(name));
  expect(named.filter((name) => !steps.has(name))).toEqual([]);
});
