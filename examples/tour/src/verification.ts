import { type Chapter, must } from './chapter.ts';

const addresses = ['ada@example.net', 'nobody@gmial.com', 'x@mailinator.com', 'timeout@example.net'];

/** Verifies a single address and a batch. */
export const verification: Chapter = {
  title: 'Verification',
  steps: [
    {
      title: 'verify one address',
      run: async ({ live }) => {
        const { email, status } = await live.verification.verify('support@example.net');
        return `${email} is ${status}`;
      },
    },
    {
      title: 'verify a batch, five seconds later',
      run: async ({ live, control }) => {
        const batch = await live.verification.createBatch(addresses);
        must(batch.creditsDeducted === addresses.length, 'each new address costs a credit');
        await control.moveClock({ advance: '5s' });
        const { groups, creditsDeducted } = await live.verification.waitForBatch(batch);
        const { clean, dirty, unknown } = groups;
        return `${clean.length} clean, ${dirty.length} dirty, ${unknown.length} unknown for ${creditsDeducted} credits`;
      },
    },
    {
      title: 'read the statistics',
      run: async ({ live }) => {
        const { totalVerified, validPercentage } = await live.verification.stats();
        return `${totalVerified} addresses, ${validPercentage} % valid`;
      },
    },
  ],
};
