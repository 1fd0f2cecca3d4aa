import { plan, send, twice } from '../programs.ts';

/** Each click makes its own idempotency key. */
export const program = plan({
  scenario: {
    setup: () => ({ isPaid: false, attempts: 0 }),
    tasks: twice(async (fork, order: { isPaid: boolean; attempts: number }) => {
      if (order.isPaid) return;
      order.attempts += 1;
      await send(fork, { idempotencyKey: `order-7-${order.attempts}` });
      order.isPaid = true;
    }),
  },
  shows: 'sent 2 times',
});
