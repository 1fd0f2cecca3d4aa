import { isAPIError, isMailrigError, type Mailrig, type SendEmailParams } from 'mailrig';

// #region did-it-go-out
/** Sends an email and reports whether it went out. */
export async function report(mail: Mailrig, email: SendEmailParams): Promise<string> {
  try {
    const { skipped } = await mail.emails.send(email);
    return skipped ? 'sent by an earlier attempt or call' : 'sent';
  } catch (error) {
    if (!isMailrigError(error)) throw error;
    switch (error.outcome) {
      case 'not-sent':
      case 'rejected':
        return `not sent: ${error.message}`;
      case 'unknown':
        return `maybe sent: try again with the key ${error.idempotencyKey}, never with a new one`;
      case 'succeeded':
        return 'sent, but the response could not be read';
    }
  }
}
// #endregion did-it-go-out

// #region codes
/** Returns a message for the user, or `undefined` if the email is on its way. */
export async function signUpProblem(mail: Mailrig, to: string): Promise<string | undefined> {
  const email = { from: 'hello@example.com', to, subject: 'Hello', text: 'Welcome.' };
  const { ok, error } = await mail.emails.send(email, { totalTimeout: 3_000 }).settle();
  if (ok) return undefined;
  if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) return 'This address does not want email from us.';
  if (isAPIError(error, 'VALIDATION_ERROR')) return error.fieldErrors()[0]?.message;
  throw error;
}
// #endregion codes

// #region queue
/** A job of your queue, which it stores. */
export interface SendJob {
  readonly email: SendEmailParams;
  readonly idempotencyKey: string;
}

/** Does a job. Returns how many milliseconds later to do it again; `undefined` if it is over. */
export async function work(mail: Mailrig, { email, idempotencyKey }: SendJob): Promise<number | undefined> {
  try {
    await mail.emails.send({ ...email, idempotencyKey });
    return undefined;
  } catch (error) {
    if (!isMailrigError(error) || !error.retryable) throw error;
    return isAPIError(error) ? (error.retryAfter ?? 60_000) : 60_000;
  }
}
// #endregion queue
