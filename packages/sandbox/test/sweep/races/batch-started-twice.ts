import { get, plan, post, twice } from '../programs.ts';

/** Two jobs verify a list of addresses unless that was done. */
export const program = plan({
  scenario: {
    tasks: twice(async (fork) => {
      const { pagination } = await get<{ pagination: { total: number } }>(fork, '/email-verification');
      if (pagination.total > 0) return;
      await post(fork, '/email-verification/batch', { emails: ['ada@example.net', 'bob@example.net'] });
    }),
  },
  shows: 'expected',
});
