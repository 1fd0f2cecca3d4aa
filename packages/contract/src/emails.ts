import {
  emailHeaders,
  atMost,
  jsonObject,
  mailbox,
  mailboxes,
  notEmpty,
  oneLine,
  oneOf,
  type Open,
  openEnum,
  rule,
  timestampInput,
} from './fields.ts';
import { limits } from './limits.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** States of an email (api.md §3.1); `delivered`, `bounced` and `failed` are final. */
export const emailStatuses = ['queued', 'sent', 'delivered', 'bounced', 'failed'] as const;

/** State of an email. */
export type EmailStatus = (typeof emailStatuses)[number];

/** An email as the service lists it (api.md §2.1). */
export interface Email {
  /** Id of the email, usually with the prefix `msg_`. */
  readonly id: string;
  /** Sender as it was given, with its display name if it had one. */
  readonly from: string;
  /** Recipients, always an array. */
  readonly to: readonly string[];
  /** Carbon copies; absent where there are none. */
  readonly cc?: readonly string[];
  /** Blind carbon copies; absent where there are none. */
  readonly bcc?: readonly string[];
  /** Subject as it was sent: a template's with its variables filled in. */
  readonly subject: string;
  /** How far the email has come. */
  readonly status: Open<EmailStatus>;
  /** SMTP message id, without angle brackets. */
  readonly messageId?: string;
  /** The template it was made from, where there was one. */
  readonly templateId?: string;
  /** When the service accepted it. ISO 8601. */
  readonly createdAt: string;
  /** When it left for the recipient's server. ISO 8601; absent before. */
  readonly sentAt?: string;
  /** When the recipient's server took it. ISO 8601; absent before. */
  readonly deliveredAt?: string;
  /** First time it was opened. ISO 8601; absent before. */
  readonly openedAt?: string;
  /** First time a link in it was followed. ISO 8601; absent before. */
  readonly clickedAt?: string;
}

/** Body of `POST /api/v1/emails` (api.md §4.1). */
export interface SendEmailBody {
  /** Sender on the key's verified domain: `ada@example.com` or `"Ada" <ada@example.com>`. */
  readonly from: string;
  /** Recipient, or several who all see each other. */
  readonly to: string | readonly string[];
  /** Subject, at most 998 characters on one line. Required without a template; with one it overrides the template's. */
  readonly subject?: string | undefined;
  /** HTML content. Without a template, `html`, `text` or both are required. */
  readonly html?: string | undefined;
  /** Plain-text content, alone or as the fallback of `html`. */
  readonly text?: string | undefined;
  /** Stored template to use instead of `html` and `text`. */
  readonly templateId?: string | undefined;
  /** Values for the template's `{{variable}}` places. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Ids of confirmed attachments, at most 10. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** Carbon copies. */
  readonly cc?: string | readonly string[] | undefined;
  /** Blind carbon copies. */
  readonly bcc?: string | readonly string[] | undefined;
  /** Address for answers. */
  readonly replyTo?: string | undefined;
  /** Further mail headers; those that the service writes itself are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes repeated sends one email for 24 hours; at most 256 characters. */
  readonly idempotencyKey?: string | undefined;
}

/** What a production key gets for a send. */
export interface LiveSendReceipt {
  /** Id under which the email is listed. */
  readonly id?: string;
  /** SMTP message id. */
  readonly messageId: string;
  /** State when it was accepted, normally `queued`. */
  readonly status?: Open<EmailStatus>;
  /** When it was accepted. ISO 8601. */
  readonly createdAt?: string;
  /** True where this call sent nothing because an earlier one with the same idempotency key did (decision A40). */
  readonly skipped?: boolean;
}

/** What a sandbox key (`sk_test_…`) gets for a send that was only simulated. */
export interface TestSendReceipt {
  /** Tells this receipt from that of an email that was really accepted. */
  readonly sandbox: true;
  /** Made-up SMTP message id. */
  readonly messageId: string;
  /** What happened, in words. */
  readonly message: string;
  /** Bare addresses of all recipients: to, then cc, then bcc. */
  readonly recipients: readonly string[];
  /** As for a live send; absent on the first. */
  readonly skipped?: boolean;
}

/** Payload of `POST /api/v1/emails`. */
export type SendReceipt = LiveSendReceipt | TestSendReceipt;

/** Query of `GET /api/v1/emails`; filters combine with AND. */
export interface ListEmailsQuery extends PageQuery {
  /** Only emails in this state. */
  readonly status?: EmailStatus | undefined;
  /** Only emails with this address among their `to` recipients; case does not matter. */
  readonly to?: string | undefined;
  /** Only emails from this address; case does not matter. */
  readonly from?: string | undefined;
  /** Only emails created at this time or later. ISO 8601; a date alone starts at midnight UTC. */
  readonly startDate?: string | undefined;
  /** Only emails created at this time or earlier. ISO 8601; a date alone ends with that day in UTC. */
  readonly endDate?: string | undefined;
}

/** Payload of `GET /api/v1/emails`: newest first. */
export interface EmailList {
  /** The emails of this page, newest first. */
  readonly emails: readonly Email[];
  /** Which page this is, and how many there are. */
  readonly pagination: Pagination;
}

export const emailSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.exactOptional(z.array(z.string())),
  bcc: z.exactOptional(z.array(z.string())),
  subject: z.string(),
  status: openEnum(emailStatuses),
  messageId: z.exactOptional(z.string()),
  templateId: z.exactOptional(z.string()),
  createdAt: z.string(),
  sentAt: z.exactOptional(z.string()),
  deliveredAt: z.exactOptional(z.string()),
  openedAt: z.exactOptional(z.string()),
  clickedAt: z.exactOptional(z.string()),
} satisfies Shape<Email>);

export const recipients = mailboxes.check(rule((to) => to.length > 0, 'must hold at least one recipient'));

export const sendEmailBodySchema = z
  .object({
    from: mailbox,
    to: recipients,
    subject: z.optional(z.string().check(notEmpty, oneLine, atMost(limits.subjectLength))),
    html: z.optional(z.string()),
    text: z.optional(z.string()),
    templateId: z.optional(z.string().check(notEmpty)),
    variables: z.optional(jsonObject),
    attachmentIds: z.optional(z.array(z.string(), limits.attachmentsPerEmail)),
    cc: z.optional(mailboxes),
    bcc: z.optional(mailboxes),
    replyTo: z.optional(mailbox),
    headers: z.optional(emailHeaders),
    idempotencyKey: z.optional(z.string().check(notEmpty, atMost(limits.idempotencyKeyLength))),
  } satisfies Shape<SendEmailBody>)
  .check(z.check(requireContent, { when: ({ value }) => typeof value === 'object' && value !== null }));

/**
 * Content is a subject with html, text or both, or a template (api.md §4.1, decisions A53 and A54).
 * Told together with what is wrong with single fields, but not twice of one field.
 */
function requireContent(context: z.core.ParsePayload<SendEmailBody>): void {
  const { value: body, issues } = context;
  const report = (field: keyof SendEmailBody, message: string) => {
    if (issues.some(({ path }) => path?.[0] === field)) return;
    issues.push({ code: 'custom', input: body[field], path: [field], message });
  };
  if (body.templateId === undefined) {
    if (body.subject === undefined) report('subject', 'is required without a templateId');
    if (!body.html && !body.text) report('html', 'is required: give html, text or both, or a templateId');
    return;
  }
  for (const field of ['html', 'text'] as const) {
    if (body[field] !== undefined) {
      report(field, 'cannot be combined with templateId: give one or the other');
    }
  }
}

export const listEmailsQuerySchema = z.object({
  ...pageQueryFields,
  status: z.optional(oneOf(emailStatuses)),
  to: z.optional(mailbox),
  from: z.optional(mailbox),
  startDate: z.optional(timestampInput),
  endDate: z.optional(timestampInput),
} satisfies Shape<ListEmailsQuery>);

export const liveSendReceiptSchema = z.object({
  id: z.exactOptional(z.string()),
  messageId: z.string(),
  status: z.exactOptional(openEnum(emailStatuses)),
  createdAt: z.exactOptional(z.string()),
  skipped: z.exactOptional(z.boolean()),
} satisfies Shape<LiveSendReceipt>);

export const testSendReceiptSchema = z.object({
  sandbox: z.literal(true),
  messageId: z.string(),
  message: z.string(),
  recipients: z.array(z.string()),
  skipped: z.exactOptional(z.boolean()),
} satisfies Shape<TestSendReceipt>);

/** The test receipt first: it is the one with a field that tells it apart. */
export const sendReceiptSchema = z.union([testSendReceiptSchema, liveSendReceiptSchema]);

export const emailListSchema = z.object({
  emails: z.array(emailSchema),
  pagination: paginationSchema,
} satisfies Shape<EmailList>);
