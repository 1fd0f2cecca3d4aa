import type { Sandbox } from '@mailrig/sandbox';
import { plan, post } from '../programs.ts';

/** The budget is enough for one verification. */
export const program = plan({
  scenario: {
    setup: () => ({ left: 1 }),
    tasks: {
      'worker 1': (fork, budget) => verify(fork, 'ada@example.net', budget),
      'worker 2': (fork, budget) => verify(fork, 'bob@example.net', budget),
    },
  },
  shows: 'Verification took 2 credits, 1 expected.',
});

async function verify(fork: Sandbox, email: string, budget: { left: number }): Promise<void> {
  if (budget.left === 0) return;
  await post(fork, '/email-verification/single', { email });
  budget.left -= 1;
}
