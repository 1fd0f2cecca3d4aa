import { type CompareOptions, type Drift, tiers, compare } from '@mailrig/sandbox/deployment';
import { expect, test } from 'vitest';
import { few } from '../../../../tooling/nightly.ts';
import { deploy, type Deployed } from './deployment.ts';
import { settings } from './settings.ts';

const contacts = Array.from({ length: 150 }, (_, at) => ({ email: `reader-${at}@example.org` }));
const seed = {
  accounts: [{ domain: { name: 'example.com' }, contactLists: [{ name: 'Readers', contacts }] }],
};

/** A deployment with 45 batches, 150 contacts, and another program that verifies an address at each seventh request. */
async function deployWithPast(options: Parameters<typeof deploy>[0]): Promise<Deployed> {
  const deployed = deploy({ ...options, seed });
  const { sandbox, deployment } = deployed;
  const verifies = (path: string, body: object) =>
    sandbox.fetch(`${sandbox.baseUrl}/api/v1/email-verification/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': sandbox.testApiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (let batch = 0; batch < 45; batch += 1) {
    await verifies('batch', { emails: [`past-${batch}@example.org`, 'info@example.org'] });
    sandbox.clock.advance('1m');
  }
  let asked = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sandbox.clock.advance(150);
    asked += 1;
    // Also just before the newest one is read alone.
    if (asked % 7 === 0 || String(input).endsWith('email-verification?limit=1'))
      await verifies('single', { email: `other-${asked}@example.org` });
    return sandbox.fetch(input, init);
  };
  return { ...deployed, deployment: { ...deployment, fetch } };
}

async function driftOf(
  { deployment }: Deployed,
  wire: CompareOptions['wire'] = {},
): Promise<readonly Drift[]> {
  const { drift } = await compare(deployment, { tiers, wire });
  return drift;
}

test.for(few(3, settings))(
  'a correct deployment with a past and other programs never differs: %s',
  async ([, wires]) => {
    for (const wire of few(3, wires)) {
      expect(await driftOf(await deployWithPast({ wire }), wire)).toEqual([]);
    }
  },
);

test('a deployment that was verified before does not differ', async () => {
  const deployed = deploy();
  expect(await driftOf(deployed)).toEqual([]);
  expect(await driftOf(deployed)).toEqual([]);
});

test('a step of your own is compared like the others', async () => {
  const { same } = await compare(deploy({ wire: { emailContainer: 'bare' } }).deployment, {
    run: 'test',
    steps: [
      { name: 'our report', tier: 'observe', method: 'GET', path: '/api/v1/emails?status=failed&limit=3' },
    ],
  });
  expect(same).toContain('our report');
});
