import { get, plan, send, twice } from '../programs.ts';

/** The number of an invoice is the number of emails before it. */
export const program = plan({
  scenario: {
    tasks: twice(async (fork) => {
      const { pagination } = await get<{ pagination: { total: number } }>(fork, '/emails');
      await send(fork, { subject: `Invoice ${pagination.total + 1}` });
    }),
  },
  shows: '"Invoice 1" was sent 2 times',
});
