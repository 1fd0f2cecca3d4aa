// app/sign-up/actions.ts
'use server';

import { mail } from '../../lib/mail';

/** The action of a form with the field `email`. Returns the message for the visitor. */
export async function signUp(form: FormData): Promise<string> {
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
