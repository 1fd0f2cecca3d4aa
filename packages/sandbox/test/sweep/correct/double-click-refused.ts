import { plan, send, twice } from '../programs.ts';

/** The second click is refused, which is no harm. */
export const program = plan({
  scenario: {
    setup: () => ({ isPaid: false }),
    tasks: twice(async (fork, order: { isPaid: boolean }) => {
      if (order.isPaid) throw new Error('already paid');
      order.isPaid = true;
      await send(fork, { subject: 'Receipt' });
    }),
  },
});
