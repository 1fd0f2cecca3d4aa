import { plan, send, twice } from '../programs.ts';

/** The key is a hash of the content, which the platform computes elsewhere. */
export const program = plan({
  scenario: {
    tasks: twice(async (fork) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('Welcome, Grace'));
      await send(fork, { idempotencyKey: Buffer.from(digest).toString('hex') });
    }),
  },
});
