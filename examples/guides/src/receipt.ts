import { Mailrig } from 'mailrig';

/** Sends a receipt. It creates its own client, so a test cannot pass one. */
export async function sendReceipt(to: string): Promise<void> {
  const mail = new Mailrig({ apiKey: 'sk_live_sandbox', baseUrl: 'https://mail.example.com' });
  await mail.emails.send({ from: 'shop@example.com', to, subject: 'Your receipt', text: 'Thank you!' });
}
