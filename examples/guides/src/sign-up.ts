import type { Mailrig } from 'mailrig';

// #region app
/** Sends a new user a code to confirm their address. */
export async function signUp(mail: Mailrig, to: string, code: string): Promise<string> {
  const { messageId } = await mail.emails.send({
    from: 'hello@example.com',
    to,
    subject: 'Confirm your address',
    html: `<p>Your code is ${code}, or <a href="https://app.example.com/confirm?code=${code}">click here</a>.</p>`,
  });
  return messageId;
}
// #endregion app
