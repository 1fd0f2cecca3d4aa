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
import type { Rendered } from '../rules/templates.ts';
import { type Message, planName } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import type { NumberRange, Selection } from '../tables/table.ts';
import { type AcceptedSend, emailListPayload, type ListedEmail, sendReceiptPayload } from '../wire/emails.ts';
import type { PageOf } from '../wire/page.ts';
import type { OperationHandler } from './operation.ts';

/** Accepts an email, or answers again for one accepted before with the same key (api.md §4.1). */
export const sendEmail: OperationHandler<'sendEmail', AcceptedSend> = {
  run: (context, { body, headers }) => {
    const key = idempotencyKeyOf(body, headers);
    const earlier = key === undefined ? undefined : replayOf(context, key, body);
    if (earlier) {
      return { result: { message: earlier, replayed: true }, headers: { 'idempotent-replayed': 'true' } };
    }
    const envelope = envelopeOf(body);
    const recipients = [...envelope.to, ...envelope.cc, ...envelope.bcc];
    checkDomain(context, body.from, envelope.fromKey);
    const content = contentOf(context, body);
    if (body.attachmentIds) attachmentsFor(context, body.attachmentIds);
    checkSize(context, content, body.headers);
    checkSpam(content);
    checkSuppressions(context, recipients);

    // What a sandbox key sends is only simulated: nothing ever becomes of it (decision A66). The plan
    // asks the user's own `outcomes`, which may throw: nothing is accepted before it is made.
    const addressKeys = recipients.map((recipient) => recipient.key);
    const plan = context.environment === 'live' ? planFor(context.settings, addressKeys) : none;
    const message = accept(context, body, envelope, content, plan);
    if (key !== undefined) remember(context, key, body, message);
    return { result: { message, replayed: false } };
  },
  present: sendReceiptPayload,
};

/** Between whom an email goes. */
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
  const message = store.messages.insert({
    id: newId(context, 'msg'),
    // As new as the id: where the generator was set back, the one comes after the other again.
    messageId: `${store.random.hex(24)}@${account.domain.name}`,
    accountId: account.id,
    environment,
    from: body.from.trim(),
    fromKey,
    to: textsOf(to),
    toKeys: keysOf(to),
    cc: textsOf(cc),
    bcc: textsOf(bcc),
    ...(body.replyTo !== undefined && { replyTo: body.replyTo.trim() }),
    ...content,
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

/** Headers that the service writes itself: accepted and ignored (decision A57). */
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

/** The addresses of recipients, each once. */
function keysOf(recipients: readonly Recipient[]): readonly string[] {
  const keys = recipients.map(({ key }) => key);
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

// Most emails have none of most things: they share one of each.
const none: readonly never[] = Object.freeze([]);
const noHeaders = Object.freeze({});

/** Lists the live emails of the domain, newest first (decisions A33, A35, A36 and A66). */
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

const nothing: Selection<Message> = { count: 0, newest: () => [] };

type Messages = Context['store']['messages'];

interface Filter {
  readonly selection: Selection<Message>;
  readonly accepts: (message: Message) => boolean;
}

function selectEmails({ store, account, environment }: Context, query: ListEmailsQuery): Selection<Message> {
  const { messages } = store;
  const now = store.clock.now();
  const span = spanOf(messages, query);
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
        return [[['course', course], common(span, withAges(messages, now, ages))] as const];
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

/** What all filters accept: one filter is an index, of several the smallest index is read. */
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

function spanOf(messages: Messages, { startDate, endDate }: ListEmailsQuery): NumberRange {
  const from = startDate === undefined ? undefined : parseTimestamp(startDate);
  const end = endDate === undefined ? undefined : parseTimestamp(endDate);
  const until = end !== undefined && isDateOnly(endDate ?? '') ? end + dayLength - 1 : end;
  return {
    ...(from !== undefined && { from: messages.firstSince(from) }),
    ...(until !== undefined && { to: messages.firstSince(until + 1) }),
  };
}

/** The emails whose age in milliseconds is at least `from` and less than `to`. */
function withAges(
  messages: Messages,
  now: number,
  { from, to }: { readonly from: number; readonly to: number },
): NumberRange {
  return { from: messages.firstSince(now - to + 1), to: messages.firstSince(now - from + 1) };
}

function common(a: NumberRange, b: NumberRange): NumberRange {
  return {
    from: Math.max(a.from ?? 0, b.from ?? 0),
    to: Math.min(a.to ?? Number.POSITIVE_INFINITY, b.to ?? Number.POSITIVE_INFINITY),
  };
}
