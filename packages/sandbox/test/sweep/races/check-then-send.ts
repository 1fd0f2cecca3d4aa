import { get, plan, send, twice } from '../programs.ts';

/** Two workers check whether an address was welcomed already. */
export const program = plan({
  scenario: {
    tasks: twice(async (fork) => {
      const { emails } = await get<{ emails: unknown[] }>(fork, '/emails?to=grace@example.org');
      if (emails.length === 0) await send(fork, { to: 'grace@example.org', subject: 'Welcome' });
    }),
  },
  shows: 'sent 2 times, 1 expected',
});
