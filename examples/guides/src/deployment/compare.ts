import { createSandbox } from '@mailrig/sandbox';
import { calibrate, compare } from '@mailrig/sandbox/deployment';

const deployment = { baseUrl: 'https://mail.example.com', apiKey: 'sk_test_…' };
const calibration = await calibrate(deployment);

const sandbox = createSandbox({ wire: calibration, clock: 'manual' });
const { drift } = await compare(deployment, {
  ...sandbox.clientOptions('test'),
  now: () => sandbox.clock.now(),
  wait: async (milliseconds) => void sandbox.clock.advance(milliseconds),
});
for (const { probe, verdict } of drift) console.log(probe, verdict);
