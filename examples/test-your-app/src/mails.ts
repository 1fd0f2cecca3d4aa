import type { SendEmailParams } from 'mailrig';
import type { Account } from './accounts.ts';

const from = '"Shop" <hello@example.com>';

/** The mail with the code. Its idempotency key is the account, so each account gets it once. */
export function confirmation({ id, email, name, code }: Account): SendEmailParams {
  return {
    from,
    to: email,
    subject: 'Confirm your address',
    text: `Hello ${name},\n\nyour code is ${code}.\n`,
    idempotencyKey: `confirmation-${id}`,
  };
}

/** The mail with a link for choosing a new password. Every request sends a new one. */
export function resetLink({ email, name }: Account, link: URL): SendEmailParams {
  return {
    from,
    to: email,
    subject: 'Choose a new password',
    text: `Hello ${name},\n\nfollow ${link} within an hour. If it was not you who asked, do nothing.\n`,
  };
}
