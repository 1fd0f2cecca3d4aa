import { decisions, type WireOption, wireOptions } from '@mailrig/contract';
import { ask, type ProbeRequest, probes, requests } from '@mailrig/probes';
import { expect, test } from 'vitest';
import { deployFilled } from './deployment.ts';

const rows: readonly (readonly [string, ProbeRequest])[] = Object.entries(requests);

test('there are 40 probes and more, each with its own name', () => {
  const names = probes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test('each wire option has one probe', () => {
  const options = probes.flatMap(({ option }) => option ?? []);
  expect(options.toSorted()).toEqual((Object.keys(wireOptions) as WireOption[]).toSorted());
});

test('each probe names requirements or decisions that exist', () => {
  const known = new Set<string>(decisions.map(({ id }) => id));
  for (const { name, requirements, decisions: ids } of probes) {
    expect(requirements.length + ids.length, name).toBeGreaterThan(0);
    for (const id of ids) expect(known.has(id), `${name}: ${id}`).toBe(true);
    for (const id of requirements) expect(Number(id.slice(1)), `${name}: ${id}`).toBeLessThanOrEqual(210);
  }
});

test('no request reaches the control plane', () => {
  expect(rows.filter(([, { path }]) => !/^(\/api\/v1\/|\{uploadUrl\}$)/.test(path))).toEqual([]);
});

test('observing changes nothing, not even with a live key', async () => {
  const { deployment, sandbox } = await deployFilled();
  sandbox.requests.clear();
  const before = { credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length };
  await ask(deployment);

  const accepted = sandbox.requests
    .list({ limit: 1_000 })
    .filter(({ method, status = 0 }) => method !== 'GET' && status < 400);
  expect(accepted).toEqual([]);
  expect({ credits: sandbox.credits.balance(), emails: sandbox.mailbox.list().length }).toEqual(before);
});
