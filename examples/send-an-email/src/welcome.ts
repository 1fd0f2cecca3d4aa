import type { Mailrig, SendResult } from 'mailrig';

/**
 * Welcomes a new user with the template `welcome`.
 *
 * @throws MailrigError. Its `outcome` says whether the email went out.
 */
export async function sendWelcome(mail: Mailrig, to: string): Promise<SendResult> {
  return await mail.emails.send({
    from: '"Ada Lovelace" <ada@example.com>',
    to,
    templateId: 'welcome',
    variables: { name: 'Grace', plan: 'free' },
  });
}
