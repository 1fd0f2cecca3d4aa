import { isAPIError, isMailrigError, type Mailrig, RateLimitError, type SendEmailParams } from 'mailrig';

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
        return `maybe sent: try again with the key ${error.idempotencyKey}`;
      case 'succeeded':
        return 'sent, but the response could not be read';
    }
  }
}
// #endregion did-it-go-out

// #region key
/** The key comes from your own data, so running the job twice sends one email. */
export async function sendInvoice(mail: Mailrig, invoice: { id: string; to: string }): Promise<string> {
  const { messageId } = await mail.emails.send({
    from: 'billing@example.com',
    to: invoice.to,
    subject: `Invoice ${invoice.id}`,
    text: 'It is due on Friday.',
    idempotencyKey: `invoice-${invoice.id}`,
  });
  return messageId;
}
// #endregion key

// #region codes
/** Returns a message for the user, or `undefined` if the email is on its way. */
export async function signUpProblem(mail: Mailrig, to: string): Promise<string | undefined> {
  try {
    await mail.emails.send({ from: 'hello@example.com', to, subject: 'Hello', text: 'Welcome.' });
    return undefined;
  } catch (error) {
    if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) return 'This address does not want email from us.';
    if (isAPIError(error, 'VALIDATION_ERROR')) {
      return error
        .fieldErrors()
        .map(({ field, message }) => `${field} ${message}`)
        .join(', ');
    }
    if (error instanceof RateLimitError) {
      const seconds = Math.ceil((error.retryAfter ?? 60_000) / 1_000);
      return `Try again in ${seconds} seconds.`;
    }
    throw error;
  }
}
// #endregion codes

// #region settle
/** Checks the result instead of catching an error. */
export async function trySend(mail: Mailrig, email: SendEmailParams): Promise<string> {
  const { ok, data, error } = await mail.emails.send(email).settle();
  return ok ? `sent as ${data.messageId}` : `${error.code}: ${error.outcome}`;
}
// #endregion settle

// #region limits
/** For a call that a user is waiting for: three seconds in total, and it stops when they leave. */
export async function sendWhileWaiting(
  mail: Mailrig,
  email: SendEmailParams,
  signal: AbortSignal,
): Promise<void> {
  await mail.emails.send(email, { totalTimeout: 3_000, maxRetries: 1, signal });
}
// #endregion limits
