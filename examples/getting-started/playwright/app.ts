// app.ts
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Mailrig } from 'mailrig';

const form = '<form method="post"><label>Email <input name="email"></label><button>Sign up</button></form>';

/** A page that sends its visitors a code. */
export function signUpApp(mail: Mailrig): Server {
  return createServer((request, response) => {
    void answer(mail, request).then((html) => response.setHeader('content-type', 'text/html').end(html));
  });
}

async function answer(mail: Mailrig, request: IncomingMessage): Promise<string> {
  if (request.method !== 'POST') return form;
  const to = new URLSearchParams(await text(request)).get('email') ?? '';
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    subject: 'Confirm your address',
    text: 'Your code is 493017.',
  });
  return '<p>Check your mail.</p>';
}
