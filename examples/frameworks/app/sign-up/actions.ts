'use server';

import { mail } from '../../lib/mail.ts';

/** Sends the visitor a code. Returns the message to show. */
export async function signUp(_shown: string, form: FormData): Promise<string> {
  const { ok, error } = await mail()
    .emails.send({
      from: 'hello@example.com',
      to: String(form.get('email')),
      subject: 'Confirm your address',
      text: 'Your code is 493017.',
    })
    .settle();
  return ok ? 'Check your mail.' : `We cannot send you an email (${error.code}).`;
}
