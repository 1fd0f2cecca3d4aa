import type { Load } from './load.ts';

const paragraph = 'thank you for your order. It left our warehouse today and reaches you on Thursday. ';

/** The emails that every server in this benchmark accepts. */
export const emails = Array.from({ length: 1_000 }, (_, n) => emailOf(n));

/** An email to two recipients, with HTML and text. */
function emailOf(n: number) {
  return {
    from: 'Ada <ada@example.com>',
    to: [`grace.${n}@example.org`, `alan.${n}@example.net`],
    subject: `Your order ${n}`,
    html: `<p>Hello,</p><p>${paragraph.repeat(2)}</p>`,
    text: `Hello, ${paragraph.repeat(2)}`,
  };
}

/** A send of each email, as the sandbox takes it. */
export function sandboxSends(): Load['requests'] {
  const headers = { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' };
  return emails.map((email) => ({ path: '/api/v1/emails', headers, body: JSON.stringify(email) }));
}
