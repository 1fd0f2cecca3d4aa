import {
  type Email,
  type EmailRecord,
  type EmailStats,
  type EmailStatsRecord,
  type EmailStatus,
  type ListEmailsQuery,
  type Open,
  operations,
  type SendReceipt,
} from '@mailrig/contract';
import { APIPromise, type WithResponse } from './api-promise.ts';
import type { Attachments } from './attachments.ts';
import { traceCaller } from './call/call-site.ts';
import { countdown } from './call/countdown.ts';
import type { Caller } from './call/caller.ts';
import { endpoint, type FetchPage, listEndpoint } from './call/endpoint.ts';
import { fieldsOf, withId } from './call/fields.ts';
import type { EmailAttachment } from './emails/attachable.ts';
import { checkNumber, OutgoingFiles } from './emails/outgoing-files.ts';
import type { CachedUpload } from './emails/upload-cache.ts';
import { isAPIError } from './errors/guards.ts';
import type { RequestOptions } from './options.ts';
import { Page } from './page.ts';
import type { PagePromise } from './page-promise.ts';

/** Fields of every email, with or without a template. */
export interface SendEmailBase {
  /** Sender on the key's verified domain: `ada@example.com` or `"Ada" <ada@example.com>`. */
  readonly from: string;
  /** One recipient, or several who see each other. */
  readonly to: string | readonly string[];
  /** Carbon copies. */
  readonly cc?: string | readonly string[] | undefined;
  /** Blind carbon copies. */
  readonly bcc?: string | readonly string[] | undefined;
  /** Address for replies. */
  readonly replyTo?: string | undefined;
  /** More mail headers. Those that the service writes itself are ignored (A57). */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ids of confirmed attachments, at most 10. */
  readonly attachmentIds?: readonly string[] | undefined;
  /**
   * Files to upload and attach, at most 10 together with `attachmentIds`. The client uploads the same content
   * only once, however many emails it goes to, and again when the upload has expired.
   */
  readonly attachments?: readonly EmailAttachment[] | undefined;
  /**
   * Sends with the same key within 24 hours send one email. At most 256 characters. Default: a new key for
   * each call, which makes the client's retries safe. Pass your own if you may call `send` again yourself.
   */
  readonly idempotencyKey?: string | undefined;
}

/** An email with HTML content, and optional plain text. */
export interface SendHtmlParams extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject: string;
  /** HTML content. */
  readonly html: string;
  /** Plain text for mail programs that show no HTML. */
  readonly text?: string | undefined;
  readonly templateId?: undefined;
  readonly variables?: undefined;
}

/** An email with plain-text content, and optional HTML. */
export interface SendTextParams extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject: string;
  /** Plain-text content. */
  readonly text: string;
  /** HTML content, which mail programs prefer if they can show it. */
  readonly html?: string | undefined;
  readonly templateId?: undefined;
  readonly variables?: undefined;
}

/** An email made from a stored template. */
export interface SendTemplateParams extends SendEmailBase {
  /** Id of the template. */
  readonly templateId: string;
  /** Values for the `{{variables}}` of the template. Every variable needs one. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Replaces the template's subject. Variables in it are not filled in. */
  readonly subject?: string | undefined;
  readonly html?: undefined;
  readonly text?: undefined;
}

/** An email to send: a subject with html, text or both, or a template (A53, A54). */
export type SendEmailParams = SendHtmlParams | SendTextParams | SendTemplateParams;

/** Result of a send with a production key (`sk_live_…`). */
export interface LiveSendResult {
  /** False: the email is on its way. */
  readonly sandbox: false;
  /** SMTP message id, or the email's id if the service sent no other (A38). */
  readonly messageId: string;
  /** Id of the email in the list. Absent if the service does not send it. */
  readonly id?: string;
  /** State at acceptance, normally `queued`. Absent if the service does not send it. */
  readonly status?: Open<EmailStatus>;
  /** When the service accepted it. ISO 8601. Absent if the service does not send it. */
  readonly createdAt?: string;
  /** True if the email had already been sent with this idempotency key, by an earlier call or by an earlier attempt of this one (A40). */
  readonly skipped: boolean;
}

/** Result of a simulated send, with a sandbox key (`sk_test_…`): nothing was sent. */
export interface TestSendResult {
  /** True: the send was only simulated. */
  readonly sandbox: true;
  /** Made-up SMTP message id. */
  readonly messageId: string;
  /** What happened, for people. */
  readonly message: string;
  /** Bare addresses of all recipients: to, then cc, then bcc. */
  readonly recipients: readonly string[];
  /** As for a live send. */
  readonly skipped: boolean;
}

/** Result of a send. Check `sandbox` to tell a simulated send from a real one. */
export type SendResult = LiveSendResult | TestSendResult;

const sendEmail = endpoint(operations.sendEmail, { normalise: completeReceipt, present: toSendResult });
const listEmails = listEndpoint(operations.listEmails, {
  key: 'emails',
  open: ({ emails, pagination }, fetchPage: FetchPage<Page<Email>>) =>
    new Page(emails, pagination, fetchPage),
});

const getEmail = endpoint(operations.getEmail, {
  normalise: (payload) => ({ email: withId(fieldsOf(payload)['email'] ?? payload) }),
  present: ({ email }: EmailRecord) => email,
});
const getEmailStats = endpoint(operations.getEmailStats, {
  normalise: (payload) => ({ stats: fieldsOf(payload)['stats'] ?? payload }),
  present: ({ stats }: EmailStatsRecord) => stats,
});

/** Sends transactional emails and lists their states. */
export class Emails {
  readonly #caller: Caller;
  readonly #files: OutgoingFiles;

  /** @internal */
  constructor(caller: Caller, attachments: Attachments) {
    this.#caller = caller;
    this.#files = new OutgoingFiles(attachments);
  }

  /**
   * Sends one email. Every send carries an idempotency key, so the client can retry after lost connections
   * and failures of the service without sending the email twice (A117).
   *
   * Files in `attachments` are uploaded and confirmed first. `timeout` limits each request, and `totalTimeout`
   * everything together.
   *
   * @throws ValidationError if a field or an attachment is wrong; nothing is uploaded then.
   * @throws SendError if the service refuses the domain, template, attachments, content or a recipient.
   * @throws ConflictError if the idempotency key was used for another email.
   */
  send(params: SendEmailParams, options?: RequestOptions): APIPromise<SendResult> {
    if (params.attachments === undefined) return this.#caller.call(sendEmail, { body: params }, options);
    return new APIPromise(traceCaller(() => this.#sendWithFiles(params, params.attachments ?? [], options)));
  }

  async #sendWithFiles(
    params: SendEmailParams,
    attachments: readonly EmailAttachment[],
    options: RequestOptions = {},
  ): Promise<WithResponse<SendResult>> {
    const { attachmentIds = [] } = params;
    this.#caller.check(sendEmail, { body: withFiles(params, []) });
    checkNumber(attachments, attachmentIds);
    const remaining = countdown(options, this.#caller.totalTimeout);
    const send = (uploads: readonly CachedUpload[]) =>
      this.#caller.call(sendEmail, { body: withFiles(params, uploads) }, remaining()).withResponse();
    const uploads = await this.#files.upload(attachments, remaining);
    try {
      return await send(uploads);
    } catch (error) {
      // The service has forgotten an upload that an earlier send made.
      const isGone = isAPIError(error, 'ATTACHMENT_NOT_FOUND') && uploads.some(({ isReused }) => isReused);
      if (!isGone) throw error;
      this.#files.forget(uploads);
      return send(await this.#files.upload(attachments, remaining));
    }
  }

  /**
   * Lists the emails that production keys sent, newest first. `await` gives one page, `for await` gives
   * every email. Simulated sends are never listed (A66).
   */
  list(query: ListEmailsQuery = {}, options?: RequestOptions): PagePromise<Email> {
    return this.#caller.list(listEmails, { query }, options);
  }

  /**
   * Gets an email that a production key sent, by its id or message id. The document of the service lacks this
   * call; its published clients have it (A126).
   *
   * @throws NotFoundError if there is no such email, or the service does not have this call.
   */
  get(id: string, options?: RequestOptions): APIPromise<Email> {
    return this.#caller.call(getEmail, { params: { id } }, options);
  }

  /**
   * Counts the emails that production keys sent, and how they ended. The document of the service lacks this
   * call; its published clients have it (A126).
   *
   * @throws NotFoundError if the service does not have this call.
   */
  stats(options?: RequestOptions): APIPromise<EmailStats> {
    return this.#caller.call(getEmailStats, {}, options);
  }
}

/** The email with the ids of its files, and their content ids in its HTML. */
function withFiles(params: SendEmailParams, uploads: readonly CachedUpload[]): object {
  const { attachments: _files, attachmentIds, html, ...email } = params;
  const ids = [...(attachmentIds ?? []), ...uploads.map(({ attachment }) => attachment.id)];
  return {
    ...email,
    ...(html !== undefined && { html: withContentIds(html, uploads) }),
    ...(ids.length > 0 && { attachmentIds: ids }),
  };
}

/** Replaces `cid:logo.png` by the content id of the inline file with this name. */
function withContentIds(html: string, uploads: readonly CachedUpload[]): string {
  const ids = new Map(uploads.map(({ attachment }) => [attachment.filename, attachment.contentId]));
  return html.replaceAll(/(?<=cid:)[^"'\s()<>]+/g, (name) => ids.get(name) ?? name);
}

/** Fills in the fields that a receipt may lack (A38). */
function completeReceipt(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { messageId, id, sandbox, message, recipients } = payload as Readonly<Record<string, unknown>>;
  const receipt = { ...payload, messageId: messageId ?? id };
  if (sandbox !== true) return receipt;
  // A simulated send must not look like a real one, even if its other fields are wrong.
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
