import {
  type Email,
  type EmailStatus,
  type ListEmailsQuery,
  type Open,
  operations,
  type SendReceipt,
} from '@mailrig/contract';
import type { APIPromise } from './api-promise.ts';
import type { Caller } from './call/caller.ts';
import { endpoint, type FetchPage, listEndpoint } from './call/endpoint.ts';
import type { RequestOptions } from './options.ts';
import { Page, type PagePromise } from './page.ts';

/** What every email has, whatever its content comes from. */
export interface SendEmailBase {
  /** Sender on the key's verified domain: `ada@example.com` or `"Ada" <ada@example.com>`. */
  readonly from: string;
  /** Recipient, or several, who all see each other. */
  readonly to: string | readonly string[];
  /** Carbon copies. */
  readonly cc?: string | readonly string[] | undefined;
  /** Blind carbon copies. */
  readonly bcc?: string | readonly string[] | undefined;
  /** Address for answers. */
  readonly replyTo?: string | undefined;
  /** Further mail headers; those that the service writes itself are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ids of confirmed attachments, at most 10. */
  readonly attachmentIds?: readonly string[] | undefined;
  /**
   * Makes repeated sends one email for 24 hours; at most 256 characters. Default: a new one for each
   * call, which makes the call's own repeats safe. Give your own where you may send again yourself.
   */
  readonly idempotencyKey?: string | undefined;
}

/** An email with HTML content, and plain text beside it if you like. */
export interface SendHtmlParams extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject: string;
  /** HTML content. */
  readonly html: string;
  /** Plain text for readers that show no HTML. */
  readonly text?: string | undefined;
  readonly templateId?: undefined;
  readonly variables?: undefined;
}

/** An email with plain-text content, and HTML beside it if you like. */
export interface SendTextParams extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject: string;
  /** Plain-text content. */
  readonly text: string;
  /** HTML content, shown instead where it can be. */
  readonly html?: string | undefined;
  readonly templateId?: undefined;
  readonly variables?: undefined;
}

/** An email made from a stored template. */
export interface SendTemplateParams extends SendEmailBase {
  /** Id of the template. */
  readonly templateId: string;
  /** Values for the template's `{{variable}}` places; each of them needs one. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Replaces the template's subject, as it is. */
  readonly subject?: string | undefined;
  readonly html?: undefined;
  readonly text?: undefined;
}

/** An email to send: its content is html, text or both with a subject, or a template (decisions A53 and A54). */
export type SendEmailParams = SendHtmlParams | SendTextParams | SendTemplateParams;

/** What a production key gets for a send. */
export interface LiveSendResult {
  /** False: the email is on its way. */
  readonly sandbox: false;
  /** SMTP message id; the email's id where the service gave no other. */
  readonly messageId: string;
  /** Id under which the email is listed; absent where the service does not say. */
  readonly id?: string;
  /** State when it was accepted, normally `queued`; absent where the service does not say. */
  readonly status?: Open<EmailStatus>;
  /** When it was accepted. ISO 8601; absent where the service does not say. */
  readonly createdAt?: string;
  /** True where this call sent nothing, because an earlier one with the same idempotency key had (decision A40). */
  readonly skipped: boolean;
}

/** What a sandbox key (`sk_test_…`) gets: nothing was sent. */
export interface TestSendResult {
  /** True: the send was only simulated. */
  readonly sandbox: true;
  /** Made-up SMTP message id. */
  readonly messageId: string;
  /** What happened, in the service's words. */
  readonly message: string;
  /** Bare addresses of all recipients: to, then cc, then bcc. */
  readonly recipients: readonly string[];
  /** As for a live send. */
  readonly skipped: boolean;
}

/** What a send came to, told apart by `sandbox`. */
export type SendResult = LiveSendResult | TestSendResult;

const sendEmail = endpoint(operations.sendEmail, { normalise: completeReceipt, present: toSendResult });
const listEmails = listEndpoint(operations.listEmails, {
  key: 'emails',
  open: ({ emails, pagination }, fetchPage: FetchPage<Page<Email>>) =>
    new Page(emails, pagination, fetchPage),
});

/** Transactional emails: sending them, and how far they have come. */
export class Emails {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Sends one email. Always carries an idempotency key, so lost connections and failures of the
   * service are repeated without sending twice.
   *
   * @throws SendError where the domain, template, attachments, content or a recipient is refused.
   * @throws ConflictError where the idempotency key was used for another email.
   */
  send(params: SendEmailParams, options?: RequestOptions): APIPromise<SendResult> {
    return this.#caller.call(sendEmail, { body: params }, options);
  }

  /**
   * Lists the emails that production keys sent, newest first. Await it for one page, loop over it
   * with `for await` for all. Sends of sandbox keys are never listed (decision A66).
   */
  list(query: ListEmailsQuery = {}, options?: RequestOptions): PagePromise<Email> {
    return this.#caller.list(listEmails, { query }, options);
  }
}

/** Fills in what a receipt may lack (decision A38). */
function completeReceipt(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { messageId, id, sandbox, message, recipients } = payload as Readonly<Record<string, unknown>>;
  const receipt = { ...payload, messageId: messageId ?? id };
  if (sandbox !== true) return receipt;
  // Whatever else is wrong with it, a simulated send must not pass for a live one.
  return {
    ...receipt,
    message: typeof message === 'string' ? message : '',
    recipients: Array.isArray(recipients) ? recipients.filter((item) => typeof item === 'string') : [],
  };
}

function toSendResult(receipt: SendReceipt): SendResult {
  return 'sandbox' in receipt
    ? { ...receipt, skipped: receipt.skipped ?? false }
    : { sandbox: false, ...receipt, skipped: receipt.skipped ?? false };
}
