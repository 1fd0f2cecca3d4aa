// src/welcome.ts
import type { Mailrig } from 'mailrig';

/** Welcomes a person whom no email has been sent to. */
export async function welcome(mail: Mailrig, to: string): Promise<void> {
  const { total } = await mail.emails.list({ to });
  if (total > 0) return;
  await mail.emails.send({ from: 'hello@example.com', to, subject: 'Welcome', text: 'Hello!' });
}
