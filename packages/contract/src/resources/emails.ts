import * as z from 'zod/mini';
import { bounded } from '../checking/bounded.ts';
import type { FieldError } from '../checking/issues.ts';
import { fieldsOf } from '../checking/objects.ts';
import { recordOf } from '../checking/record.ts';
import { count, mailbox, mailboxes, oneOf, openEnum, timestampInput } from '../values/fields.ts';
import { limits } from '../values/limits.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { Shape } from '../types/shape.ts';
import { type EmailStatus, emailStatuses } from './statuses.ts';

/** An email as the service lists it. */
export interface Email {
  /** Id of the email, usually with the prefix `msg_`. */
  readonly id: string;
  /** Sender as it was given, with the display name. */
  readonly from: string;
  /** Recipients, always an array. */
  readonly to: readonly string[];
  /** Carbon copies. Absent if there are none. */
  readonly cc?: readonly string[];
  /** Blind carbon copies. Absent if there are none. */
  readonly bcc?: readonly string[];
  /** Subject as it was sent, with the variables of a template filled in. */
  readonly subject: string;
  /** State of the email. */
  readonly status: EmailStatus;
  /** SMTP message id, without angle brackets. */
  readonly messageId?: string;
  /** Template of the email, if it used one. */
  readonly templateId?: string;
  /** When the service accepted it. ISO 8601. */
  readonly createdAt: string;
  /** When it left for the recipient's server. ISO 8601. Absent before. */
  readonly sentAt?: string;
  /** When the recipient's server took it. ISO 8601. Absent before. */
  readonly deliveredAt?: string;
  /** When it was first opened. ISO 8601. Absent before. */
  readonly openedAt?: string;
  /** When one of its links was first followed. ISO 8601. Absent before. */
  readonly clickedAt?: string;
}

/** Body of `POST /api/v1/emails`. */
export interface SendEmailBody {
  /** Sender on the key's verified domain: `ada@example.com` or `"Ada" <ada@example.com>`. */
  readonly from: string;
  /** One recipient, or several who see each other. */
  readonly to: string | readonly string[];
  /** Subject: one line of at most 998 characters. Required without a template; overrides the subject of a template. */
  readonly subject?: string | undefined;
  /** HTML content. Without a template, `html`, `text` or both are required. */
  readonly html?: string | undefined;
  /** Plain-text content, alone or as the fallback for `html`. */
  readonly text?: string | undefined;
  /** Stored template, instead of `html` and `text`. */
  readonly templateId?: string | undefined;
  /** Values for the `{{variables}}` of the template. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Ids of confirmed attachments, at most 10. */
  readonly attachmentIds?: readonly string[] | undefined;
  /** Carbon copies. */
  readonly cc?: string | readonly string[] | undefined;
  /** Blind carbon copies. */
  readonly bcc?: string | readonly string[] | undefined;
  /** Address for replies. */
  readonly replyTo?: string | undefined;
  /** More mail headers. Those that the service writes itself, such as `Reply-To`, are ignored (A57). */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends with the same key within 24 hours send one email. At most 256 characters. */
  readonly idempotencyKey?: string | undefined;
}

/** Response to a send with a production key. */
export interface LiveSendReceipt {
  /** Id of the email in the list. */
  readonly id?: string;
  /** SMTP message id. */
  readonly messageId: string;
  /** State at acceptance, normally `queued`. */
  readonly status?: EmailStatus;
  /** When the service accepted it. ISO 8601. */
  readonly createdAt?: string;
  /** True if an earlier call with the same idempotency key sent the email and this one sent nothing (A40). */
  readonly skipped?: boolean;
}

/** Response to a simulated send, with a sandbox key (`sk_test_…`). */
export interface TestSendReceipt {
  /** Marks a simulated send. */
  readonly sandbox: true;
  /** Made-up SMTP message id. */
  readonly messageId: string;
  /** What happened, for people. */
  readonly message: string;
  /** Bare addresses of all recipients: to, then cc, then bcc. */
  readonly recipients: readonly string[];
  /** As for a live send. Absent on the first. */
  readonly skipped?: boolean;
}

/** Payload of `POST /api/v1/emails`. */
export type SendReceipt = LiveSendReceipt | TestSendReceipt;

/** Query of `GET /api/v1/emails`. Filters combine with AND. */
export interface ListEmailsQuery extends PageQuery {
  /** Only emails in this state. */
  readonly status?: EmailStatus | undefined;
  /** Only emails with this address among their `to` recipients, ignoring case. */
  readonly to?: string | undefined;
  /** Only emails from this address, ignoring case. */
  readonly from?: string | undefined;
  /** Only emails created at this time or later. ISO 8601. A date alone starts at midnight UTC. */
  readonly startDate?: string | undefined;
  /** Only emails created at this time or earlier. ISO 8601. A date alone ends with that day in UTC. */
  readonly endDate?: string | undefined;
}

/** Payload of `GET /api/v1/emails`. */
export interface EmailList {
  /** The emails of this page, newest first. */
  readonly emails: readonly Email[];
  /** Position of this page in the list. */
  readonly pagination: Pagination;
}

/** Payload of `GET /api/v1/emails/{id}` (A126). */
export interface EmailRecord {
  /** The email. */
  readonly email: Email;
}

/** Counts of the emails that the domain sent with production keys, by outcome. */
export interface EmailStats {
  /** Emails that were accepted. */
  readonly total: number;
  /** Emails that left for the recipient's server and did not fail: `sent` and `delivered`. */
  readonly sent: number;
  /** Emails that ended as `bounced` or `failed`. */
  readonly failed: number;
  /** Emails sent through this API. */
  readonly transactional: number;
  /** Emails of campaigns, which this API does not send. */
  readonly marketing: number;
  /** Percentage of `sent` among `sent` and `failed`, with at most two decimals. 0 if there are none. */
  readonly successRate: number;
}

/** Payload of `GET /api/v1/emails/stats` (A126). */
export interface EmailStatsRecord {
  /** The counts. */
  readonly stats: EmailStats;
}

export const emailSchema = z.lazy(() =>
  recordOf({
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
  } satisfies Shape<Email>),
);

export const emailRecordSchema = z.lazy(() => z.object({ email: emailSchema } satisfies Shape<EmailRecord>));

export const emailStatsSchema = z.lazy(() =>
  z.object({
    total: count,
    sent: count,
    failed: count,
    transactional: count,
    marketing: count,
    successRate: z.number(),
  } satisfies Shape<EmailStats>),
);

export const emailStatsRecordSchema = z.lazy(() =>
  z.object({ stats: emailStatsSchema } satisfies Shape<EmailStatsRecord>),
);

export const sendEmailBodySchema = z.lazy(() =>
  z
    .object({
      from: mailbox,
      to: mailboxes.check(z.refine((to) => to.length > 0, { error: 'must hold at least one recipient' })),
      subject: z.optional(
        z
          .string()
          .check(
            z.minLength(1),
            z.regex(/^[^\r\n]*$/, { error: 'must not contain line breaks' }),
            z.maxLength(limits.subjectLength),
          ),
      ),
      html: z.optional(z.string()),
      text: z.optional(z.string()),
      templateId: z.optional(z.string().check(z.minLength(1))),
      variables: z.optional(z.record(z.string(), z.unknown())),
      attachmentIds: z.optional(z.array(z.string()).check(z.maxLength(limits.attachmentsPerEmail))),
      cc: z.optional(mailboxes),
      bcc: z.optional(mailboxes),
      replyTo: z.optional(mailbox),
      headers: z.optional(bounded(z.record(headerName(), headerValue()))),
      idempotencyKey: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.idempotencyKeyLength))),
    } satisfies Shape<SendEmailBody>)
    .check(z.check(requireContent, { when: ({ value }) => typeof value === 'object' && value !== null })),
);

/** Headers that the service writes itself (A57), each with the field that sets it, if there is one. */
const ownHeaders: Readonly<Record<string, string | undefined>> = {
  from: 'from',
  sender: 'from',
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  'reply-to': 'replyTo',
  subject: 'subject',
  ...Object.fromEntries(
    'date message-id mime-version content-type content-transfer-encoding content-disposition return-path received dkim-signature'
      .split(' ')
      .map((name) => [name, undefined]),
  ),
};

/**
 * Whether the service writes a header itself, so that a sender's value is ignored (A57).
 *
 * @param name Its name, in any case.
 */
export function isOwnHeader(name: string): boolean {
  return Object.hasOwn(ownHeaders, name.toLowerCase());
}

/**
 * The parts of an email that a send accepts and ignores: headers of the service's own, variables without a template.
 *
 * @param body The body of a send. Anything else has no such parts.
 */
export function partsWithoutEffect(body: unknown): readonly FieldError[] {
  const { headers, variables, templateId } = fieldsOf(body);
  // Most emails have neither.
  if (headers === undefined && variables === undefined) return [];
  const ignored = Object.keys(fieldsOf(headers)).filter(isOwnHeader);
  const parts = ignored.map((name) => {
    const field = ownHeaders[name.toLowerCase()];
    const instead = field === undefined ? 'leave it out' : `use the field ${field}`;
    return {
      field: `headers.${name}`,
      message: `is ignored, because the service writes this header: ${instead}`,
    };
  });
  return variables === undefined || templateId !== undefined
    ? parts
    : [...parts, { field: 'variables', message: 'is ignored without a templateId' }];
}

/** A line of a mail has at most 998 characters, and a colon and a space follow the name. */
const headerNameLength = 996;

/** The token of RFC 9110 (A57). */
function headerName() {
  return z
    .string()
    .check(
      z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: 'is not a valid header name' }),
      z.maxLength(headerNameLength),
    );
}

/** One line: a line break would begin another header, and NUL end it (A57). */
function headerValue() {
  return z.string().check(z.regex(/^[^\r\n\0]*$/, { error: 'must not contain line breaks or NUL' }));
}

/**
 * Content is a subject with html, text or both, or a template (A53, A54). Its mistakes are reported together with those
 * of single fields, but each field only once.
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
  // A `templateId` of another type, such as null, is a separate mistake.
  if (typeof body.templateId !== 'string') return;
  for (const field of ['html', 'text'] as const) {
    if (body[field] !== undefined) {
      report(field, 'cannot be combined with templateId: give one or the other');
    }
  }
}

export const listEmailsQuerySchema = z.lazy(() =>
  z.object({
    ...pageQueryFields(),
    status: z.optional(oneOf(emailStatuses)),
    to: z.optional(mailbox),
    from: z.optional(mailbox),
    startDate: z.optional(timestampInput),
    endDate: z.optional(timestampInput),
  } satisfies Shape<ListEmailsQuery>),
);

export const liveSendReceiptSchema = z.lazy(() =>
  z.object({
    id: z.exactOptional(z.string()),
    messageId: z.string(),
    status: z.exactOptional(openEnum(emailStatuses)),
    createdAt: z.exactOptional(z.string()),
    skipped: z.exactOptional(z.boolean()),
  } satisfies Shape<LiveSendReceipt>),
);

export const testSendReceiptSchema = z.lazy(() =>
  z.object({
    sandbox: z.literal(true),
    messageId: z.string(),
    message: z.string(),
    recipients: z.array(z.string()),
    skipped: z.exactOptional(z.boolean()),
  } satisfies Shape<TestSendReceipt>),
);

/** The test receipt comes first: only it has a field that the other lacks. */
export const sendReceiptSchema = z.lazy(() => z.union([testSendReceiptSchema, liveSendReceiptSchema]));

export const emailListSchema = z.lazy(() =>
  z.object({ emails: z.array(emailSchema), pagination: paginationSchema } satisfies Shape<EmailList>),
);
