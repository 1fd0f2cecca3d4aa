import type { Sandbox } from '@mailrig/sandbox';
import { get, plan, send } from '../programs.ts';

/** The second worker checks a request later, so only a change of the order shows it. */
export const program = plan({
  scenario: {
    tasks: {
      quick: welcome,
      slow: async (fork) => {
        await get(fork, '/contact-lists');
        await welcome(fork);
      },
    },
  },
  shows: 'sent 2 times',
});

async function welcome(fork: Sandbox): Promise<void> {
  const { emails } = await get<{ emails: unknown[] }>(fork, '/emails?to=grace@example.org');
  if (emails.length === 0) await send(fork, { to: 'grace@example.org', subject: 'Welcome' });
}
