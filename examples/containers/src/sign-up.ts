import type { Mailrig } from 'mailrig';

/** Sends a new user a code to confirm their address. */
export async function signUp(mail: Mailrig, to: string, code: string): Promise<void> {
  await mail.emails.send({
    from: 'hello@example.com',
    to,
    subject: 'Confirm your address',
    text: `Your code is ${code}.`,
  });
}
