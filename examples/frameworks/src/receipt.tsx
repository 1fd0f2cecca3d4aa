import { render } from '@react-email/render';
import type { Mailrig } from 'mailrig';
import type { ReactElement } from 'react';

interface ReceiptProps {
  readonly name: string;
  readonly orderUrl: string;
}

function Receipt({ name, orderUrl }: ReceiptProps): ReactElement {
  return (
    <html lang="en">
      <body>
        <p>Thank you, {name}.</p>
        <a href={orderUrl}>See your order</a>
      </body>
    </html>
  );
}

/** Sends a receipt as HTML, with the same words as text. */
export async function sendReceipt(mail: Mailrig, to: string, props: ReceiptProps): Promise<void> {
  const receipt = <Receipt {...props} />;
  await mail.emails.send({
    from: 'shop@example.com',
    to,
    subject: 'Your receipt',
    html: await render(receipt),
    text: await render(receipt, { plainText: true }),
  });
}
