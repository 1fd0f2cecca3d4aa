// src/buy.ts
import type { Mailrig } from 'mailrig';

/** The orders of a shop, in its database. */
export class Orders {
  readonly #paid = new Set<string>();

  async isPaid(id: string): Promise<boolean> {
    return this.#paid.has(id);
  }

  async markPaid(id: string): Promise<void> {
    this.#paid.add(id);
  }
}

/** What a click on "Buy" does. */
export async function buy(mail: Mailrig, orders: Orders, id: string): Promise<void> {
  if (await orders.isPaid(id)) return;
  await mail.emails.send({
    from: 'shop@example.com',
    to: 'grace@example.org',
    subject: `Receipt for order ${id}`,
    text: 'Thank you!',
  });
  await orders.markPaid(id);
}
