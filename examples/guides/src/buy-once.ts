import type { Mailrig } from 'mailrig';
import type { Orders } from './buy.ts';

/** What a click on "Buy" does, however often it comes. */
export async function buyOnce(mail: Mailrig, orders: Orders, id: string): Promise<void> {
  if (await orders.isPaid(id)) return;
  await mail.emails.send({
    from: 'shop@example.com',
    to: 'grace@example.org',
    subject: `Receipt for order ${id}`,
    text: 'Thank you!',
    idempotencyKey: `receipt-${id}`,
  });
  await orders.markPaid(id);
}
