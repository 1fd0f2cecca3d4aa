import { isAPIError, isMailrigError, type Mailrig, RateLimitError, type SendEmailParams } from 'mailrig';

// #region did-it-go-out
/** Sends, and says what is known about the email afterwards. */
export async function report(mail: Mailrig, email: SendEmailParams): Promise<string> {
  try {
    const { skipped } = await mail.emails.send(email);
    return skipped ? 'an earlier call had sent it' : 'sent';
  } catch (error) {
    if (!isMailrigError(error)) throw error;
    switch (error.outcome) {
      case 'not-sent':
      case 'rejected':
        return `not sent: ${error.message}`;
      case 'unknown':
        return `perhaps sent; ask again with the key ${error.idempotencyKey}`;
      case 'succeeded':
        return 'sent, but the answer could not be read';
    }
  }
}
// #endregion did-it-go-out

// #region key
/** The key comes from your own data, so a job that runs again sends nothing twice. */
export async function sendInvoice(mail: Mailrig, invoice: { id: string; to: string }): Promise<boolean> {
  const { skipped } = await mail.emails.send({
    from: 'billing@example.com',
    to: invoice.to,
    subject: `Invoice ${invoice.id}`,
    text: 'It is due on Friday.',
    idempotencyKey: `invoice-${invoice.id}`,
  });
  return !skipped;
}
// #endregion key

// #region codes
/** What to tell whoever signs up; `undefined` where the mail is on its way. */
export async function signUpProblem(mail: Mailrig, to: string): Promise<string | undefined> {
  try {
    await mail.emails.send({ from: 'hello@example.com', to, subject: 'Hello', text: 'Welcome.' });
    return undefined;
  } catch (error) {
    if (isAPIError(error, 'RECIPIENT_SUPPRESSED')) return 'This address gets no mail from us.';
    if (isAPIError(error, 'VALIDATION_ERROR')) {
      return error
        .fieldErrors()
        .map(({ field, message }) => `${field} ${message}`)
        .join(', ');
    }
    if (error instanceof RateLimitError) return `Try again in ${error.retryAfter ?? 60} seconds.`;
    throw error;
  }
}
// #endregion codes

// #region limits
/** A call that somebody waits for: three seconds in all, and it ends when they leave. */
export async function sendWhileWaiting(
  mail: Mailrig,
  email: SendEmailParams,
  left: AbortSignal,
): Promise<void> {
  await mail.emails.send(email, { totalTimeout: 3_000, maxRetries: 1, signal: left });
}
// #endregion limits
