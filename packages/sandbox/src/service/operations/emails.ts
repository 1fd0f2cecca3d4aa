import {
  type EmailStatus,
  emailStatuses,
  isDateOnly,
  type ListEmailsQuery,
  parseMailbox,
  parseTimestamp,
  type SendEmailBody,
  isOwnHeader,
} from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import type { Context } from '../rules/context.ts';
import { agesWith, progressOf, statusOf } from '../lifecycles/email.ts';
import { planFor } from '../rules/delivery.ts';
import { attachmentsFor } from '../rules/email-attachments.ts';
import { attemptOf, countRepeat, idempotencyKeyOf, remember, replayOf } from '../rules/idempotency.ts';
import { newId } from '../rules/ids.ts';
import { readPage } from '../rules/page.ts';
import {
  checkDomain,
  checkSize,
  checkSpam,
  checkSuppressions,
  contentOf,
  type Recipient,
  recipientsIn,
} from '../rules/send-checks.ts';
import { makeRoom } from '../rules/stored-limit.ts';
import type { Rendered } from '../rules/templates.ts';
import { planName } from '../state/plans.ts';
import { type MessageRecord, scoped } from '../state/records.ts';
import type { Selection } from '../tables/table.ts';
import {
  type AcceptedSend,
  type EmailCounts,
  emailListPayload,
  emailPayload,
  emailStatsPayload,
  type ListedEmail,
  sendReceiptPayload,
} from '../wire/emails.ts';
import { Refusal } from '../wire/refusal.ts';
import type { PageOf } from '../wire/page.ts';
import type { OperationHandler } from './operation.ts';

/** Accepts an email, or repeats the response if one was accepted with the same key (A41–A47). */
export const sendEmail: OperationHandler<'sendEmail', AcceptedSend> = {
  run: (context, { body, headers }) => {
    const key = idempotencyKeyOf(body, headers);
    const earlier = key === undefined ? undefined : replayOf(context, key, body);
    if (earlier) {
      return {
        result: { receipt: earlier, replayed: true },
        headers: { 'idempotent-replayed': 'true' },
        sent: { id: earlier.id, attempt: countRepeat(context.store, earlier) },
      };
    }
    const envelope = envelopeOf(body);
    const recipients = [...envelope.to, ...envelope.cc, ...envelope.bcc];
    checkDomain(context, body.from, envelope.fromKey);
    const content = contentOf(context, body);
    if (body.attachmentIds) attachmentsFor(context, body.attachmentIds);
    checkSize(context, content, body.headers);
    checkSpam(content);
    checkSuppressions(context, recipients);

    // Emails of sandbox keys are only simulated: they stay queued (A66). The plan calls the option
    // `outcomes`, which may throw, so it comes before anything is accepted.
    const addressKeys = recipients.map((recipient) => recipient.key);
    const plan = context.environment === 'live' ? planFor(context.settings, addressKeys) : none;
    const message = accept(context, { body, key, envelope, content, plan });
    if (key !== undefined) remember(context, key, body, message);
    makeRoom(context, message.id);
    const { id, attempts: attempt } = message;
    return { result: { receipt: message, replayed: false }, sent: { id, attempt } };
  },
  present: sendReceiptPayload,
};

/** Sender and recipients of an email. */
interface Envelope {
  readonly fromKey: string;
  readonly to: readonly Recipient[];
  readonly cc: readonly Recipient[];
  readonly bcc: readonly Recipient[];
}

function envelopeOf(body: SendEmailBody): Envelope {
  return {
    fromKey: parseMailbox(body.from)?.key ?? '',
    to: recipientsIn(body, 'to'),
    cc: recipientsIn(body, 'cc'),
    bcc: recipientsIn(body, 'bcc'),
  };
}

/** The fields of a send that its envelope, its content and its key were made from. */
type ReadBefore = Pick<
  SendEmailBody,
  'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'text' | 'variables' | 'idempotencyKey'
>;

interface CheckedSend {
  readonly body: SendEmailBody;
  readonly key: string | undefined;
  readonly envelope: Envelope;
  readonly content: Rendered;
  readonly plan: MessageRecord['plan'];
}

function accept(context: Context, { body, key, envelope, content, plan }: CheckedSend): MessageRecord {
  const { store, account, environment } = context;
  const { fromKey, to, cc, bcc } = envelope;
  const { from, replyTo, headers, templateId, attachmentIds, ...rest } = body;
  rest satisfies Within<typeof rest, ReadBefore>;
  const createdAt = store.clock.now();
  const toTexts = textsOf(to);
  const message: Writable<MessageRecord> = {
    id: newId(context, 'msg'),
    // Drawn right after the id: if the id is new, so is this.
    messageId: `${store.random.hex(24)}@${account.domain.name}`,
    accountId: account.id,
    environment,
    from: from.trim(),
    fromKey,
    to: toTexts,
    toKeys: keysOf(to, toTexts),
    cc: textsOf(cc),
    bcc: textsOf(bcc),
    subject: content.subject,
    headers: customHeaders(headers),
    attachmentIds: attachmentIds ? Object.freeze(attachmentIds) : none,
    createdAt,
    status: 'queued',
    past: none,
    plan,
  };
  if (content.html !== undefined) message.html = store.put(content.html);
  if (content.text !== undefined) message.text = store.put(content.text);
  if (replyTo !== undefined) message.replyTo = replyTo.trim();
  if (templateId !== undefined) message.templateId = templateId;
  if (key !== undefined) Object.assign(message, { idempotencyKey: key, ...attemptOf(context, key) });
  store.messages.insert(message);
  store.notify();
  return message;
}

type Writable<R> = { -readonly [Name in keyof R]: R[Name] };

function customHeaders(headers: SendEmailBody['headers']): Readonly<Record<string, string>> {
  if (!headers) return noHeaders;
  return Object.freeze(Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwnHeader(name))));
}

function textsOf(recipients: readonly Recipient[]): readonly string[] {
  return recipients.length === 0 ? none : Object.freeze(recipients.map(({ text }) => text));
}

/** The comparison keys of recipients, each once. Returns `texts` itself if the keys are the same. */
function keysOf(recipients: readonly Recipient[], texts: readonly string[]): readonly string[] {
  const keys = new Set(recipients.map(({ key }) => key));
  const areTexts = keys.size === texts.length && recipients.every(({ key, text }) => key === text);
  return areTexts ? texts : [...keys];
}

// Most emails have no cc, bcc, attachments or headers: they share these.
const none: readonly never[] = Object.freeze([]);
const noHeaders = Object.freeze({});

/** Lists the live emails of the domain, newest first (A33, A35, A36, A66). */
export const listEmails: OperationHandler<'listEmails', PageOf<ListedEmail>> = {
  run: (context, { query }) => {
    const emails = context.environment === 'live' ? selectEmails(context, query) : nothing;
    const page = readPage(emails, query, context.settings.limits.defaultPageSize);
    const now = context.store.clock.now();
    return {
      result: {
        ...page,
        items: page.items.map((message) => ({ message, progress: progressOf(message, now) })),
      },
    };
  },
  present: emailListPayload,
};

/** A live email of the domain, by its id or message id (A126). */
export const getEmail: OperationHandler<'getEmail', ListedEmail, MessageRecord> = {
  locate: ({ store, account, environment }, { id }) => {
    const message = store.messages.get(id) ?? store.messages.find('messageId', id);
    const isListed = environment === 'live' && message?.environment === 'live';
    if (!isListed || message.accountId !== account.id) {
      throw new Refusal('NOT_FOUND', 'There is no such email');
    }
    return message;
  },
  run: ({ store }, _input, message) => ({
    result: { message, progress: progressOf(message, store.clock.now()) },
  }),
  present: emailPayload,
};

/** Counts the live emails of the domain by outcome (A126). */
export const getEmailStats: OperationHandler<'getEmailStats', EmailCounts> = {
  run: (context) => {
    const count = (query: ListEmailsQuery) =>
      context.environment === 'live' ? selectEmails(context, query).count : 0;
    return {
      result: {
        total: count({}),
        sent: count({ status: 'sent' }) + count({ status: 'delivered' }),
        failed: count({ status: 'bounced' }) + count({ status: 'failed' }),
      },
    };
  },
  present: emailStatsPayload,
};

const nothing: Selection<MessageRecord> = { count: 0, newest: () => [] };

/** One condition of a query: the emails that an index finds for it, and the same condition as a test. */
interface Filter {
  readonly selection: Selection<MessageRecord>;
  readonly accepts: (message: MessageRecord) => boolean;
}

function selectEmails(context: Context, query: ListEmailsQuery): Selection<MessageRecord> {
  const { store, account, environment } = context;
  const { messages } = store;
  const span = spanOf(query);
  const numbers = messages.between(span.from, span.until);
  const filters: Filter[] = [];
  if (query.status !== undefined) filters.push(statusFilter(context, query.status, span));
  if (query.to !== undefined) {
    const key = parseMailbox(query.to)?.key ?? '';
    filters.push({
      selection: messages.select(['to', scoped(account.id, environment, key)], numbers),
      accepts: (message) => message.toKeys.includes(key),
    });
  }
  if (query.from !== undefined) {
    const key = parseMailbox(query.from)?.key ?? '';
    filters.push({
      selection: messages.select(['from', scoped(account.id, environment, key)], numbers),
      accepts: (message) => message.fromKey === key,
    });
  }
  return filters.length > 0
    ? intersect(filters)
    : messages.select(['environment', scoped(account.id, environment)], numbers);
}

/**
 * The emails with a status now. No index has the status, because it changes with the time. But emails with the same
 * first status and the same plan, a *course*, have the same status at the same age: so the emails of a course with that
 * status were accepted in one span of time.
 */
function statusFilter(
  { store, account, environment }: Context,
  status: EmailStatus,
  { from, until }: Span,
): Filter {
  const { messages } = store;
  const now = store.clock.now();
  const plans = [none, ...messages.examples('plan').map(({ plan }) => plan)];
  const courses = emailStatuses.flatMap((first) => plans.map((plan) => ({ status: first, plan })));
  const parts = courses.flatMap((course) => {
    const ages = agesWith(status, course);
    if (!ages) return [];
    const name = scoped(account.id, environment, course.status, planName(course.plan));
    const oldest = Math.max(from, now - ages.to + 1);
    const newest = Math.min(until, now - ages.from);
    return [[['course', name], messages.between(oldest, newest)] as const];
  });
  return { selection: messages.selectAll(parts), accepts: (message) => statusOf(message, now) === status };
}

/** The emails that all filters accept: reads the shortest selection, and tests its emails with the other filters. */
function intersect(filters: readonly Filter[]): Selection<MessageRecord> {
  const [smallest, ...others] = filters.toSorted((a, b) => a.selection.count - b.selection.count);
  if (!smallest) return nothing;
  if (others.length === 0) return smallest.selection;
  const matching = smallest.selection
    .newest(0, smallest.selection.count)
    .filter((message) => others.every((filter) => filter.accepts(message)));
  return { count: matching.length, newest: (offset, count) => matching.slice(offset, offset + count) };
}

const dayLength = 86_400_000;

/** A span of time, both ends included. Milliseconds since 1970-01-01T00:00:00Z. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** The span of time that a query selects. */
function spanOf({ startDate, endDate }: ListEmailsQuery): Span {
  const from = parseTimestamp(startDate ?? '') ?? Number.NEGATIVE_INFINITY;
  const end = parseTimestamp(endDate ?? '') ?? Number.POSITIVE_INFINITY;
  return { from, until: isDateOnly(endDate ?? '') ? end + dayLength - 1 : end };
}
