import { plan, post, twice } from '../programs.ts';

/** The budget is taken before the request. */
export const program = plan({
  scenario: {
    setup: () => ({ left: 1 }),
    tasks: twice(async (fork, budget: { left: number }) => {
      if (budget.left === 0) return;
      budget.left -= 1;
      await post(fork, '/email-verification/single', { email: 'ada@example.net' });
    }),
  },
});
