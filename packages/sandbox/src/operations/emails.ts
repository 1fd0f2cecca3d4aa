import {
  emailStatuses,
  isDateOnly,
  type ListEmailsQuery,
  parseMailbox,
  parseTimestamp,
  type SendEmailBody,
} from '@mailrig/contract';
import type { Context } from '../rules/context.ts';
import { agesWith, progressOf, statusOf } from '../lifecycles/email.ts';
import { planFor } from '../rules/delivery.ts';
import { attachmentsFor } from '../rules/email-attachments.ts';
import { idempotencyKeyOf, remember, replayOf } from '../rules/idempotency.ts';
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
import { type Message, planName } from '../state/records.ts';
import { scoped } from '../state/store.ts';
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

/** Accepts an email, or repeats the answer if one was accepted with the same key (A41–A47). */
export const sendEmail: OperationHandler<'sendEmail', AcceptedSend> = {
  run: (context, { body, headers }) => {
    const key = idempotencyKeyOf(body, headers);
    const earlier = key === undefined ? undefined : replayOf(context, key, body);
    if (earlier) {
      return {
        result: { receipt: earlier, replayed: true },
        headers: { 'idempotent-replayed': 'true' },
        sentId: earlier.id,
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
    const message = accept(context, body, envelope, content, plan);
    if (key !== undefined) remember(context, key, body, message);
    makeRoom(context, message.id);
    return { result: { receipt: message, replayed: false }, sentId: message.id };
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

function accept(
  context: Context,
  body: SendEmailBody,
  { fromKey, to, cc, bcc }: Envelope,
  content: Rendered,
  plan: Message['plan'],
): Message {
  const { store, account, environment } = context;
  const createdAt = store.clock.now();
  const toTexts = textsOf(to);
  const message = store.messages.insert({
    id: newId(context, 'msg'),
    // Drawn right after the id: if the id is unused, so is this.
    messageId: `${store.random.hex(24)}@${account.domain.name}`,
    accountId: account.id,
    environment,
    from: body.from.trim(),
    fromKey,
    to: toTexts,
    toKeys: keysOf(to, toTexts),
    cc: textsOf(cc),
    bcc: textsOf(bcc),
    ...(body.replyTo !== undefined && { replyTo: body.replyTo.trim() }),
    subject: content.subject,
    ...(content.html !== undefined && { html: store.put(content.html) }),
    ...(content.text !== undefined && { text: store.put(content.text) }),
    headers: customHeaders(body.headers),
    ...(body.templateId !== undefined && { templateId: body.templateId }),
    attachmentIds: body.attachmentIds ? Object.freeze(body.attachmentIds) : none,
    createdAt,
    status: 'queued',
    past: none,
    plan,
  });
  store.tell();
  return message;
}

/** Headers that the service sets itself; senders' values are ignored (A57). */
const reservedHeaders = new Set(
  'from to cc bcc sender reply-to subject date message-id mime-version content-type content-transfer-encoding content-disposition return-path received dkim-signature'.split(
    ' ',
  ),
);

function customHeaders(headers: SendEmailBody['headers']): Readonly<Record<string, string>> {
  if (!headers) return noHeaders;
  return Object.freeze(
    Object.fromEntries(Object.entries(headers).filter(([name]) => !reservedHeaders.has(name.toLowerCase()))),
  );
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
export const getEmail: OperationHandler<'getEmail', ListedEmail, Message> = {
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

/** Counts the live emails of the domain by how they ended (A126). */
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

const nothing: Selection<Message> = { count: 0, newest: () => [] };

interface Filter {
  readonly selection: Selection<Message>;
  readonly accepts: (message: Message) => boolean;
}

function selectEmails({ store, account, environment }: Context, query: ListEmailsQuery): Selection<Message> {
  const { messages } = store;
  const now = store.clock.now();
  const { from, until } = spanOf(query);
  const span = messages.between(from, until);
  const within = (group: 'to' | 'from', value: string) =>
    messages.select([group, scoped(account.id, environment, value)], span);
  const filters: Filter[] = [];
  const { status } = query;
  if (status !== undefined) {
    const plans = [none, ...messages.examples('plan').map(({ plan }) => plan)];
    const parts = emailStatuses.flatMap((first) =>
      plans.flatMap((plan) => {
        const ages = agesWith(status, { status: first, plan });
        if (!ages) return [];
        const course = scoped(account.id, environment, first, planName(plan));
        const since = Math.max(from, now - ages.to + 1);
        return [[['course', course], messages.between(since, Math.min(until, now - ages.from))] as const];
      }),
    );
    filters.push({
      selection: messages.selectAll(parts),
      accepts: (message) => statusOf(message, now) === status,
    });
  }
  if (query.to !== undefined) {
    const key = parseMailbox(query.to)?.key ?? '';
    filters.push({ selection: within('to', key), accepts: (message) => message.toKeys.includes(key) });
  }
  if (query.from !== undefined) {
    const key = parseMailbox(query.from)?.key ?? '';
    filters.push({ selection: within('from', key), accepts: (message) => message.fromKey === key });
  }
  if (filters.length === 0) return messages.select(['environment', scoped(account.id, environment)], span);
  return intersect(filters);
}

/** The emails that all filters accept. One filter is an index; of several, the smallest index is read. */
function intersect(filters: readonly Filter[]): Selection<Message> {
  const [smallest, ...others] = filters.toSorted((a, b) => a.selection.count - b.selection.count);
  if (!smallest) return nothing;
  if (others.length === 0) return smallest.selection;
  const matching = smallest.selection
    .newest(0, smallest.selection.count)
    .filter((message) => others.every((filter) => filter.accepts(message)));
  return { count: matching.length, newest: (offset, count) => matching.slice(offset, offset + count) };
}

const dayLength = 86_400_000;

/** The span of time that a query selects, both ends included. */
function spanOf({ startDate, endDate }: ListEmailsQuery): { readonly from: number; readonly until: number } {
  const from = parseTimestamp(startDate ?? '') ?? Number.NEGATIVE_INFINITY;
  const end = parseTimestamp(endDate ?? '') ?? Number.POSITIVE_INFINITY;
  return { from, until: isDateOnly(endDate ?? '') ? end + dayLength - 1 : end };
}
