import { expect, test, vi } from 'vitest';
import { controlEndpoints } from './control-endpoints.ts';
import { requestTo } from './requests.ts';
import { assertSequences, expectControlAnswer, expectSound, type World } from './world.ts';
import { secret } from './values.ts';

// So much takes longer than one ordinary test where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

/** After any control calls the sandbox still agrees with itself, and goes back to its start. */
async function expectResettable(world: World): Promise<void> {
  const { sandbox } = world;
  await expectSound(world);
  sandbox.reset();
  expect(sandbox.check()).toEqual([]);
  const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(await response.json()).toMatchObject({ success: true, data: { emails: [] } });
}

test('a control verb answers any request in the envelope, and never with a 500 (A22)', async () => {
  await assertSequences(requestTo(controlEndpoints, []), expectControlAnswer, {
    runs: 60,
    maxLength: 25,
    after: expectResettable,
  });
});

test.each(controlEndpoints.filter(({ method }) => method !== 'GET'))(
  '$method $path answers anything in the envelope, and never with a 500 (A22)',
  async (endpoint) => {
    await assertSequences(requestTo([endpoint], []), expectControlAnswer, {
      runs: endpoint.bodies ? 30 : 5,
      maxLength: 5,
      after: expectResettable,
    });
  },
);
