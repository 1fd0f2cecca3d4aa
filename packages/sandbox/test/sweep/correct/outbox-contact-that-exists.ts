import { listPath, oneContact, plan, post, send } from '../programs.ts';

/** A contact that exists is as good as created. */
export const program = plan({
  prepare: oneContact,
  scenario: {
    setup: () => undefined,
    tasks: {
      worker: async (fork) => {
        const path = `${listPath(fork)}/contacts`;
        await post(fork, path, { email: 'grace@example.org' }).catch(() => {});
        await send(fork, { to: 'grace@example.org', subject: 'Welcome', idempotencyKey: 'welcome-grace' });
      },
    },
  },
});
