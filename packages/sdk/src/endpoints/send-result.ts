import type { Email, EmailStatus, Open, SendReceipt, Within } from '@mailrig/contract';

/** Result of a send with a production key (`sk_live_…`). */
export interface LiveSendResult {
  /** False: the email is on its way. */
  readonly sandbox: false;
  /** SMTP message id, or the email's id if the service sent no other. */
  readonly messageId: string;
  /** Id of the email in the list. Absent if the service does not send it. */
  readonly id?: string;
  /** State at acceptance, normally `queued`. Absent if the service does not send it. */
  readonly status?: Open<EmailStatus>;
  /** When the service accepted it. ISO 8601. Absent if the service does not send it. */
  readonly createdAt?: string;
  /** True if the email had already been sent with this idempotency key, by an earlier call or by an earlier attempt of this one. */
  readonly skipped: boolean;
  /**
   * True if the service did not say so itself: it refused the idempotency key, because files that are uploaded again
   * have other ids, and the list has one email with this sender, these recipients and this subject or template.
   */
  readonly inferred?: true;
}

/** Result of a simulated send, with a sandbox key (`sk_test_…`): nothing was sent. */
export interface TestSendResult {
  /** True: the send was only simulated. */
  readonly sandbox: true;
  /** Made-up SMTP message id. */
  readonly messageId: string;
  /** A message for people. */
  readonly message: string;
  /** Bare addresses of all recipients: to, then cc, then bcc. */
  readonly recipients: readonly string[];
  /** As for a live send. */
  readonly skipped: boolean;
}

/** Result of a send. `sandbox` is true if the send was simulated. */
export type SendResult = LiveSendResult | TestSendResult;

/** The result of a send, from its receipt. */
export function toSendResult(receipt: SendReceipt): SendResult {
  const { skipped = false, ...rest } = receipt;
  if ('sandbox' in rest) {
    rest satisfies Within<typeof rest, TestSendResult>;
    return { ...rest, skipped };
  }
  rest satisfies Within<typeof rest, LiveSendResult>;
  return { sandbox: false, ...rest, skipped };
}

/** The result of a send that the list shows. */
export function resultOf({ id, messageId = id, status, createdAt }: Email): LiveSendResult {
  return { sandbox: false, id, messageId, status, createdAt, skipped: true, inferred: true };
}
