import { test, vi } from 'vitest';
import { apiEndpoints } from './api-endpoints.ts';
import { requestTo } from './requests.ts';
import { assertSequences, expectApiResponse } from './world.ts';
import { secret } from './values.ts';

// These runs take longer than an ordinary test on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const bearer = [['authorization', `Bearer ${secret}`]] as const;

test('an operation answers any request in the envelope, and never with a 500 (A22)', async () => {
  await assertSequences(requestTo(apiEndpoints, bearer), expectApiResponse, { runs: 25, maxLength: 20 });
});

test.each(apiEndpoints)(
  '$method $path answers anything in the envelope, and never with a 500 (A22)',
  async (endpoint) => {
    await assertSequences(requestTo([endpoint], bearer), expectApiResponse, { runs: 15, maxLength: 4 });
  },
);
