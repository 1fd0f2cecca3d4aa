import { plan, send, twice } from '../programs.ts';

/** Both clicks have the key of the order. */
export const program = plan({
  scenario: {
    tasks: twice((fork) => send(fork, { subject: 'Receipt', idempotencyKey: 'order-7' })),
  },
});
