import { expect, test, vi } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { call } from '../harness.ts';
import { controlEndpoints } from './control-endpoints.ts';
import { requestTo } from './requests.ts';
import { assertSequences, expectControlResponse, expectSound, type World } from './world.ts';
import { secret } from './values.ts';

// These runs take longer than an ordinary test on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Fails unless the sandbox is consistent and can be reset. */
async function expectResettable(world: World): Promise<void> {
  const { sandbox } = world;
  await expectSound(world);
  sandbox.reset();
  expect(sandbox.check()).toEqual([]);
  const response = await call(sandbox, 'GET', emails, { key: secret });
  expect(response.json).toMatchObject({ success: true, data: { emails: [] } });
}

test('a control verb answers any request in the envelope, and never with a 500 (A22)', async () => {
  await assertSequences(requestTo(controlEndpoints, []), expectControlResponse, {
    runs: 40,
    maxLength: 25,
    after: expectResettable,
  });
});

test.each(controlEndpoints.filter(({ method }) => method !== 'GET'))(
  '$method $path answers anything in the envelope, and never with a 500 (A22)',
  async (endpoint) => {
    await assertSequences(requestTo([endpoint], []), expectControlResponse, {
      runs: endpoint.bodies ? 15 : 5,
      maxLength: 5,
      after: expectResettable,
    });
  },
);
