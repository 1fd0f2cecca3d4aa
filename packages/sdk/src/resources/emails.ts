import {
  type Email,
  type EmailStats,
  limits,
  type ListEmailsQuery,
  type SendEmailBody,
} from '@mailrig/contract';
import { plain } from '@mailrig/contract/checking';
import type { EmailAddress } from '../endpoints/addresses.ts';
import { sendEmail, type SendResult } from '../endpoints/send.ts';
import { APIPromise, type WithResponse, traceCaller } from '../results/api-promise.ts';
import type { Attachments } from './attachments.ts';
import { lazy, lazyRun, loadParts } from './lazy.ts';
import { countdown, type RequestOptions } from '../options/request-options.ts';
import type { Caller } from '../call/caller.ts';
import type { EmailAttachment } from '../files/attachable.ts';
import { type ChangesOptions, EmailChanges } from '../follow/changes.ts';
import { copier } from '../files/copies.ts';
import type { OutgoingFiles } from '../files/outgoing-files.ts';
import type { WaitForEmailOptions } from '../follow/wait-for-email.ts';
import type { ConflictError } from '../errors/api-errors.ts';
import { sourceFailed } from '../errors/client-errors.ts';
import { isAPIError } from '../errors/guards.ts';
import type { PagePromise } from '../results/page-promise.ts';
import { Run } from '../runs/run.ts';
import type { RunOptions } from '../runs/run-options.ts';
import type { RunSource } from '../runs/sources.ts';
import { Tally } from '../runs/tally.ts';
import { hold, streamsIn } from '../runtime/streams.ts';

/** Fields of every email, with or without a template. */
export interface SendEmailBase extends Pick<SendEmailBody, 'headers' | 'attachmentIds'> {
  /** Sender on the key's verified domain: `ada@example.com`, `"Ada" <ada@example.com>` or `{ name, email }`. */
  readonly from: EmailAddress;
  /** One recipient, or several who see each other. */
  readonly to: EmailAddress | readonly EmailAddress[];
  /** Carbon copies. */
  readonly cc?: EmailAddress | readonly EmailAddress[] | undefined;
  /** Blind carbon copies. */
  readonly bcc?: EmailAddress | readonly EmailAddress[] | undefined;
  /** Address for replies. */
  readonly replyTo?: EmailAddress | undefined;
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

/** No value has this type. Its name is what a compiler says if an email has html or text and a template. */
declare enum EitherHtmlAndTextOrTemplateId {
  templateId = '',
}

declare const variablesNeedTemplateId: unique symbol;

/** No value has this type. Its name is what a compiler says if an email has variables and no template. */
interface OnlyWithTemplateId {
  readonly [variablesNeedTemplateId]: never;
}

/** What emails with their own content have in common. */
export interface SendContentBase extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject: string;
  /** Not together with `html` and `text`: a template has its own. */
  readonly templateId?: EitherHtmlAndTextOrTemplateId | undefined;
  /** Only together with `templateId`. */
  readonly variables?: OnlyWithTemplateId | undefined;
}

// Editors explain a field of several kinds of emails only if all of them have it from one interface.
interface WithHtml {
  /** HTML content. */
  readonly html: string;
}
interface WithText {
  /** Plain-text content, alone or for mail programs that show no HTML. */
  readonly text: string;
}

/** An email with HTML content, and plain text for mail programs that show no HTML. */
export interface SendHtmlAndTextParams extends SendContentBase, WithHtml, WithText {}

/** An email with HTML content. */
export interface SendHtmlParams extends SendContentBase, WithHtml {
  /** Plain text: see {@link SendHtmlAndTextParams}. */
  readonly text?: undefined;
}

/** An email with plain-text content. */
export interface SendTextParams extends SendContentBase, WithText {
  /** HTML content: see {@link SendHtmlAndTextParams}. */
  readonly html?: undefined;
}

/** What emails of templates have in common. */
export interface SendTemplateBase extends SendEmailBase {
  /** Replaces the template's subject, at most 998 characters on one line. Variables in it are not filled in. */
  readonly subject?: string | undefined;
  /** Not together with `templateId`: the template has its own. */
  readonly html?: EitherHtmlAndTextOrTemplateId | undefined;
  /** Not together with `templateId`: the template has its own. */
  readonly text?: EitherHtmlAndTextOrTemplateId | undefined;
}

/** An email made from a stored template. */
export interface SendTemplateParams extends SendTemplateBase {
  /** Id of the template. */
  readonly templateId: string;
  /** Values for the `{{variables}}` of the template. Every variable needs one. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** An email made from a typed template that needs variables. */
export interface SendTypedTemplate<Id, Variables> extends SendTemplateBase {
  /** Id of the template. */
  readonly templateId: Id;
  /** Values for the `{{variables}}` of the template. */
  readonly variables: Variables;
}

/** An email made from a typed template that needs no variables. */
export interface SendTypedTemplateAlone<Id, Variables> extends SendTemplateBase {
  /** Id of the template. */
  readonly templateId: Id;
  /** Values for the `{{variables}}` of the template. */
  readonly variables?: Variables | undefined;
}

/** Templates whose ids and variables are not typed. */
export interface AnyTemplates {
  readonly [templateId: string]: Readonly<Record<string, unknown>>;
}

/** An email made from one of the typed templates: its id, and its variables if it has any. */
export type SendTypedTemplateParams<Templates> = {
  [Id in keyof Templates & string]: {} extends Templates[Id]
    ? SendTypedTemplateAlone<Id, Templates[Id]>
    : SendTypedTemplate<Id, Templates[Id]>;
}[keyof Templates & string];

declare const giveHtmlTextOrTemplateId: unique symbol;

/**
 * An email that has no content yet. No value has this type: it is declared and sorted last
 * among the kinds of emails, so a compiler shows it, with what is missing, if an email fits all of them equally badly.
 */
export interface SendWithoutContent<Templates> extends SendEmailBase {
  /** Subject, at most 998 characters on one line. */
  readonly subject?: string | undefined;
  /** Missing. */
  readonly html?: undefined;
  /** Missing. */
  readonly text?: undefined;
  /** Missing. */
  readonly templateId?: undefined;
  /** As wide as any, so that a compiler compares wrong variables with their own template, not with all of them. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** What is missing. */
  readonly [giveHtmlTextOrTemplateId]: keyof Templates;
}

/**
 * An email to send: a subject with html, text or both, or a template. `Templates` are the
 * variables of each template, by its id.
 */
export type SendEmailParams<Templates = AnyTemplates> =
  | SendHtmlAndTextParams
  | SendTextParams
  | SendHtmlParams
  | (string extends keyof Templates ? SendTemplateParams : SendTypedTemplateParams<Templates>)
  | SendWithoutContent<Templates>;

/**
 * The fields of an email whose content is not known when the code is compiled, as in a helper:
 *
 * ```ts
 * const notify = (email: Omit<SendEmailFields, 'from'>) => mail.emails.send({ from: 'ada@example.com', ...email });
 * ```
 *
 * `send` checks when it is called that the email has a subject with html, text or both, or a template.
 */
export interface SendEmailFields<Templates = AnyTemplates> extends SendEmailBase {
  /** Subject, at most 998 characters on one line. Needed without a template. */
  readonly subject?: string | undefined;
  /** HTML content. */
  readonly html?: string | undefined;
  /** Plain-text content, alone or for mail programs that show no HTML. */
  readonly text?: string | undefined;
  /** Id of a template, instead of `html` and `text`. */
  readonly templateId?: (keyof Templates & string) | EitherHtmlAndTextOrTemplateId | undefined;
  /** Values for the `{{variables}}` of the template. */
  readonly variables?: object | undefined;
}

/** Anything, if some content of an email is optional. Otherwise nothing: {@link SendEmailParams} decides. */
export type WithOptionalContent<Fields> = undefined extends Fields[keyof Fields &
  ('html' | 'text' | 'templateId')]
  ? unknown
  : never;

/**
 * Sends transactional emails and lists their states. `Templates` are the variables of each template, by its
 * id.
 *
 * ```ts
 * const { messageId } = await mail.emails.send({
 *   from: 'ada@example.com',
 *   to: 'grace@example.org',
 *   subject: 'Hello',
 *   text: 'Hello Grace',
 * });
 * for await (const email of mail.emails.list({ status: 'bounced' })) console.log(email.to);
 * ```
 */
export class Emails<Templates = AnyTemplates> {
  readonly #caller: Caller;
  readonly #attachments: Attachments;
  readonly #copy = copier();
  #files: Promise<OutgoingFiles> | undefined;

  /** @internal */
  constructor(caller: Caller, attachments: Attachments) {
    this.#caller = caller;
    this.#attachments = attachments;
  }

  /**
   * Sends one email. Every send carries an idempotency key, so the client can retry after lost connections
   * and failures of the service without sending the email twice.
   *
   * Files in `attachments` are uploaded and confirmed first. `timeout` limits each request, and `totalTimeout`
   * everything together.
   *
   * @throws ValidationError if a field or an attachment is wrong; nothing is uploaded then.
   * @throws SendError if the service refuses the domain, template, attachments, content or a recipient.
   * @throws ConflictError if the idempotency key was used for another email. If the email has `attachments` and a
   * key of yours, it may also have been sent with this key by another process, whose uploads have other ids: if the
   * list shows one email like it, that one is the result, with `inferred: true`; otherwise `outcome` is `unknown`.
   */
  send(params: SendEmailParams<Templates>, options?: RequestOptions): APIPromise<SendResult>;
  /**
   * Sends one email whose content may be optional: see {@link SendEmailFields}.
   *
   * @param params The email. It is refused if it has no content.
   */
  send<Fields extends SendEmailFields<Templates>>(
    params: Fields & WithOptionalContent<Fields>,
    options?: RequestOptions,
  ): APIPromise<SendResult>;
  send(params: SendEmailParams<Templates>, options?: RequestOptions): APIPromise<SendResult> {
    return this.#send(params, options, (error, request) => this.#sentBefore(params, error, request));
  }

  #send(
    params: SendEmailParams<Templates>,
    options?: RequestOptions,
    sentBefore?: (error: ConflictError, options: RequestOptions) => Promise<WithResponse<SendResult>>,
  ): APIPromise<SendResult> {
    const release = hold(streamsIn(params));
    let email: typeof params;
    let copies: readonly EmailAttachment[];
    try {
      email = plain(params);
      // JavaScript callers may pass anything.
      const attachments = (email as Partial<typeof params> | null)?.attachments;
      if (attachments === undefined) {
        const sent = this.#caller.call(sendEmail, { body: email }, options);
        // A stream in another field has been refused by now.
        release();
        return sent;
      }
      copies = this.#copy(attachments);
    } catch (error) {
      release();
      const unread = sourceFailed(sendEmail.operation, 'input cannot be read', 'not-sent', error);
      return new APIPromise(traceCaller(() => Promise.reject(unread)));
    }
    const send = async () => {
      const remaining = countdown(options ?? {}, this.#caller.settings.limits);
      try {
        return await (await this.#loadFiles()).send(email, copies, remaining);
      } catch (error) {
        if (sentBefore && isAPIError(error, 'IDEMPOTENCY_CONFLICT')) return sentBefore(error, remaining());
        throw error;
      } finally {
        release();
      }
    };
    return new APIPromise(traceCaller(() => this.#caller.group('sendWithAttachments', send)));
  }

  /** Uploads files, each once, however many emails have it. */
  #loadFiles(): Promise<OutgoingFiles> {
    return (this.#files ??= loadParts().then(
      (parts) =>
        new parts.OutgoingFiles(
          {
            check: (body, options) => this.#caller.check(sendEmail, { body }, options),
            send: (body, options) => this.#caller.call(sendEmail, { body }, options).withResponse(),
            upload: ({ content, filename, contentType, inline }, options) =>
              this.#attachments.upload(content, { ...options, filename, contentType, inline }),
          },
          this.#caller.settings.time,
        ),
    ));
  }

  /** The email that was sent with the key of this one before, as far as the list shows it. */
  async #sentBefore(
    params: SendEmailParams<Templates>,
    conflict: ConflictError,
    options: RequestOptions,
  ): Promise<WithResponse<SendResult>> {
    const { time } = this.#caller.settings;
    const { findAlike, isOpenConflict, openConflict, resultOf } = await loadParts();
    if (!isOpenConflict(conflict, params)) throw conflict;
    let listing: PagePromise<Email> | undefined;
    const list = (query: ListEmailsQuery) => (listing = this.list(query, options));
    // A list that cannot be read proves nothing.
    const found = await findAlike(list, params, time.now() - limits.idempotencyLifetime).catch(() => []);
    const [one] = found;
    if (!one || !listing || found.length > 1) throw openConflict(conflict, found.length);
    return { ...(await listing.withResponse()), data: resultOf(one) };
  }

  /**
   * Sends any number of emails, one request each, and yields one result for each. Without a `journal`, every
   * email without an `idempotencyKey` is a new one. With a journal, each email of the source is sent once,
   * however often the run is started.
   *
   * Two starts recognise an email by its `idempotencyKey`, or else by all its fields, with the sizes of its files.
   * So give it a key if its content may differ the next time, for example because it has the time in it.
   */
  sendMany(
    source: RunSource<SendEmailParams<Templates>>,
    options?: RunOptions,
  ): Run<SendEmailParams<Templates>, SendResult>;
  /**
   * Sends any number of emails whose content may be optional: see {@link SendEmailFields}.
   *
   * @param source The emails. Those without content are refused, each for itself.
   */
  sendMany<Fields extends SendEmailFields<Templates>>(
    source: RunSource<Fields & WithOptionalContent<Fields>>,
    options?: RunOptions,
  ): Run<Fields, SendResult>;
  sendMany(
    source: RunSource<SendEmailParams<Templates>>,
    options: RunOptions = {},
  ): Run<SendEmailParams<Templates>, SendResult> {
    const work = lazyRun(({ sendMany }) =>
      sendMany<SendEmailParams<Templates>>({
        send: (email, request) => this.#send(email, request),
        list: (query, request) => this.list(query, request),
      }),
    );
    return new Run(this.#caller, { operation: 'sendMany', tally: new Tally(), load: work }, source, options);
  }

  /**
   * Lists the emails that production keys sent, newest first. `await` gives one page, `for await` gives every email. The sandbox does not list simulated sends (A66); a deployment may.
   */
  list(query: ListEmailsQuery = {}, options?: RequestOptions): PagePromise<Email> {
    return this.#caller.list(lazy('listEmails'), { query }, options);
  }

  /**
   * Waits until an email has reached its recipient or has failed, or for another milestone:
   *
   * ```ts
   * const sent = await mail.emails.send({ … });
   * const { status } = await mail.emails.waitFor(sent);
   * await mail.emails.waitFor(sent, { until: 'opened', totalTimeout: 86_400_000 });
   * ```
   *
   * The API has no webhooks, so the client polls. The sandbox never lists emails of test keys (A66).
   *
   * @param sent The result of the send, or an id or message id. With only an id, the first poll reads the list until it finds the email.
   * @throws EmailEndedError if the email has ended in another status.
   * @throws TimeoutError if it takes longer than `totalTimeout`.
   * @throws NotFoundError if there is no such email: for the result of a send, or an email that was listed
   * before, once the list has lacked it for a minute, because a list may lag; for an id at once.
   */
  waitFor(sent: SendResult | string, options: WaitForEmailOptions = {}): Promise<Email> {
    return traceCaller(async () => {
      const { waitForEmail } = await loadParts();
      return waitForEmail((...call) => this.list(...call), sent, options, this.#caller);
    });
  }

  /** Follows emails from now on, or since a time or cursor. See {@link EmailChanges}. */
  changes(options: ChangesOptions = {}): EmailChanges {
    return new EmailChanges(this.#caller, options, async (since) => {
      const { watchChanges } = await loadParts();
      return watchChanges((...call) => this.list(...call), options, since, this.#caller.settings.time);
    });
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Gets an email that a production key sent, by its
   * id or message id.
   *
   * @param id Its id or message id.
   * @throws NotFoundError if there is no such email, or the service does not have this call.
   */
  get(id: string, options?: RequestOptions): APIPromise<Email> {
    return this.#caller.call(lazy('getEmail'), { params: { id } }, options);
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Counts the emails that production keys sent, by outcome.
   *
   * @throws NotFoundError if the service does not have this call.
   */
  stats(options?: RequestOptions): APIPromise<EmailStats> {
    return this.#caller.call(lazy('getEmailStats'), {}, options);
  }
}
