import { plan, send, twice } from '../programs.ts';

/** A double click on "Buy", and the order is marked after the receipt. */
export const program = plan({
  scenario: {
    setup: () => ({ isPaid: false }),
    tasks: twice(async (fork, order: { isPaid: boolean }) => {
      const { isPaid } = await Promise.resolve(order);
      if (isPaid) throw new Error('already paid');
      await send(fork, { subject: 'Receipt' });
      order.isPaid = true;
    }),
  },
  shows: '"Receipt" was sent 2 times',
});
