import { calibrate, compare } from '@mailrig/sandbox/deployment';

const deployment = { baseUrl: 'https://mail.example.com', apiKey: 'sk_test_…' };
const calibration = await calibrate(deployment);

// Another day:
const { drift } = await compare(deployment, { wire: calibration });
for (const { name, verdict } of drift) console.log(name, verdict);
