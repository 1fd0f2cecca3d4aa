import { decisions } from '@mailrig/contract/decisions';
import { ask, decided, script, shown } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { deployFilled } from './deployment.ts';

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

test('whatever a step shows are statements or decisions that exist', () => {
  const known = new Set<string>(decisions.map(({ id }) => id));
  for (const id of shown.flatMap(({ sources }) => sources.split(' '))) {
    expect(known.has(id) || /^R([1-9]\d?|1\d\d|20\d|210)$/.test(id), id).toBe(true);
  }
});

test('no request reaches the control plane', () => {
  const paths = script.map(([, { path }]) => path);
  expect(paths.filter((path) => !/^(\/api\/v1\/|\{(upload|longer)Url\}$)/.test(path))).toEqual([]);
});

test('observing changes nothing, not even with a live key', async () => {
  const { deployment, sandbox } = await deployFilled({ rateLimit: false });
  sandbox.requests.clear();
  const before = { credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length };
  await ask(deployment);
  const accepted = sandbox.requests
    .list({ limit: 1_000 })
    .filter(({ method, status = 0 }) => method !== 'GET' && status < 400);
  expect(accepted).toEqual([]);
  expect({ credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length }).toEqual(before);
});
