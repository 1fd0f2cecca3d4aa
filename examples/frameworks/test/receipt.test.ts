import { test } from '@mailrig/sandbox/vitest';
import { Mailrig } from 'mailrig';
import { sendReceipt } from '../src/receipt.tsx';

test('a receipt greets the customer and leads to the order', async ({ sandbox, expect }) => {
  const mail = new Mailrig(sandbox.clientOptions());
  const orderUrl = 'https://shop.example.com/orders/17';

  await sendReceipt(mail, 'grace@example.org', { name: 'Grace & Co', orderUrl });

  const receipt = sandbox.mailbox.latest({ to: 'grace@example.org' });
  expect(receipt?.html).toContain('Grace &amp; Co');
  expect(receipt?.text).toContain('Thank you, Grace & Co.');
  expect(receipt?.links()).toEqual([orderUrl]);
});
