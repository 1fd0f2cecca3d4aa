/*
 * The verbs that list, read and delete captured messages, and the views that they return. A list also shows sends that
 * the service refused, if the caller asks for them.
 */
import { type EmailStatus, type Environment, formatTimestamp } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Steps } from '../../service/kernel/steps.ts';
import { progressOf } from '../../service/lifecycles/email.ts';
import { forgetMessage, forgetMessages } from '../../service/rules/delivery.ts';
import { forgetFailures } from '../../service/rules/idempotency.ts';
import type { AttachmentRecord, EmailEventType, MessageRecord } from '../../service/state/records.ts';
import type { Store } from '../../service/state/store.ts';
import { accountOf, type ControlContext } from '../context.ts';
import { checkText, invalid, notFound } from '../control-error.ts';
import { count, duration, flag } from '../fields.ts';
import { contentOf } from './content.ts';
import { type LinksAndCodes, linksAndCodesIn } from '../../reading/links-and-codes.ts';
import { filterFields, mailboxFields, type MailboxFilter, messageTest } from './search.ts';
import {
  type Found,
  type ListInput,
  listInput,
  type Numbered,
  pageOf,
  type PageOf,
  recordsOf,
} from '../list-verbs/list.ts';
import { replacedBy } from '../undo/undo.ts';
import { searchUntilFound } from '../list-verbs/wait.ts';
import { byId, invoke, type Verb } from '../verb.ts';
import { environmentIn, Sends } from '../requests/sends.ts';
import { type RefusedSend, refusedSends, type Sent, withRefused } from './refused-sends.ts';
import { messageRow, type MessageRow } from './rows.ts';

/** One event of a captured message. */
export interface MessageEventView {
  /** What happened. */
  readonly type: 'queued' | EmailEventType;
  /** ISO 8601. */
  readonly at: string;
  /** The link that was followed. */
  readonly url?: string;
}

/** A file on a captured message. */
export interface AttachmentView {
  /** Id of the attachment. */
  readonly id: string;
  /** Name that the recipient sees. */
  readonly filename: string;
  /** MIME type, for example `application/pdf`. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Whether it is an image for the HTML. */
  readonly inline: boolean;
  /** Name of an inline image in the HTML: `cid:<contentId>`. */
  readonly contentId?: string;
}

/** A captured message, sent or only simulated (for a sandbox key). */
export interface MessageView {
  /** Id of the message (`msg_…`). */
  readonly id: string;
  /** SMTP message id. */
  readonly messageId: string;
  /** `test` for a message that was only simulated. */
  readonly environment: Environment;
  /** The sender, with a name if it was given. */
  readonly from: string;
  /** The recipients, as they were given. */
  readonly to: readonly string[];
  /** Carbon copies. */
  readonly cc: readonly string[];
  /** Blind carbon copies, which no recipient sees. */
  readonly bcc: readonly string[];
  /** Address for replies, if it was given. */
  readonly replyTo?: string;
  /** Subject as it was sent: with the variables of its template filled in. */
  readonly subject: string;
  /** HTML as it was sent, if there is any. */
  readonly html?: string;
  /** Plain text as it was sent, if there is any. */
  readonly text?: string;
  /** Why its html or text is absent, if the state file was damaged there. Names both. */
  readonly damaged?: string;
  /** Custom headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The template that it was made from, if any. */
  readonly templateId?: string;
  /** Its files, without their bytes. */
  readonly attachments: readonly AttachmentView[];
  /** Status now, on the clock of the sandbox. */
  readonly status: EmailStatus;
  /** Its events, oldest first. */
  readonly timeline: readonly MessageEventView[];
  /** When it was accepted. ISO 8601. */
  readonly createdAt: string;
}

/** How to search for messages. */
export interface MessageSearch extends MailboxFilter {
  /** Only messages with this number or a higher one, such as `next` of an earlier response. */
  readonly since?: number | undefined;
  /** Real milliseconds to wait until one matches. Default 0. */
  readonly wait?: number | undefined;
  /** Whether rows of sends that produced no message are included. Default `false`. */
  readonly refused?: boolean | undefined;
}

/** One page of messages. */
export type MessagesView<Form = MessageView> = PageOf<'messages', Form> & {
  /** The number that the next message gets; absent if a cursor was given. As `since`, it gives what is new. */
  readonly next?: number;
};

/** The fields of a {@link MessageSearch}. */
export const searchFields = {
  ...filterFields,
  since: z.optional(count),
  wait: z.optional(duration),
  refused: z.optional(flag),
};

export const listMessages: Verb<
  MessageSearch & ListInput,
  Steps<MessagesView<MessageRow>> | Promise<MessagesView<MessageRow>>
> = {
  method: 'GET',
  path: '/messages',
  summary: 'Captured messages, newest first; with `wait`, waits until one matches',
  input: listInput(searchFields),
  run: (context, { wait = 0, limit, cursor, whole, ...filter }) => {
    // A wait that ends has a response even if the server closes, so the last search ignores the signal.
    const searching = wait === 0 ? context : { ...context, signal: undefined };
    const search = (ids?: ReadonlySet<string>) =>
      pageOf(searching, 'messages', messagesFound(context, filter, ids), { limit, cursor, whole });
    return wait === 0 ? search() : searchUntilFound(context, wait, search);
  },
};

/** As {@link listMessages}, for callers in the same process, who may search for patterns. */
const listMailbox = { ...listMessages, input: listInput({ ...searchFields, ...mailboxFields }) };

/** Finds messages, and returns them whole. */
export function findMessages(
  context: ControlContext,
  search: MessageSearch & ListInput,
  more: object = {},
): Steps<MessagesView> | Promise<MessagesView> {
  const found: unknown = invoke(listMailbox, context, search, { ...more, whole: true });
  return found as Steps<MessagesView> | Promise<MessagesView>;
}

/** @param ids If given, only messages with these ids; some may be gone or belong to other accounts. */
function messagesFound(
  context: ControlContext,
  { since = 0, refused = false, ...filter }: Omit<MessageSearch, 'wait'>,
  ids: ReadonlySet<string> | undefined,
): Found<Sent, MessageRow, MessageView, { readonly next: number }> {
  const { store } = context.service;
  const { messages, clock } = store;
  const { id: accountId } = accountOf(context);
  const now = clock.now();
  const next = messages.next;
  const isFiltered = Object.values(filter).some((condition) => condition !== undefined);
  const records = recordsOf(messages, (range) =>
    messages.select(['account', accountId], { from: since, ...range }),
  );
  const matches = isFiltered ? messageTest(filter, store, () => now) : undefined;
  const all = (cursor = next) => everyMessage(messages, since, cursor);
  const found: Found<Sent, MessageRow, MessageView, { readonly next: number }> = {
    count: records.count,
    blocks: ids ? () => [among(messages, ids, since)] : matches ? all : records.blocks,
    matches:
      ids || matches
        ? (message) => message.accountId === accountId && (!matches || matches(message))
        : undefined,
    row: (message, number) => messageRow(message, number, now),
    whole: (message) => wholeOf(context, message, now),
    first: () => ({ next }),
  };
  return refused ? withRefused(found, refusedIn(context, new Sends(store.requests.entries()))) : found;
}

/** The refused sends of the account, newest first, by their positions in the log. */
export function refusedIn(context: ControlContext, sends: Sends): readonly Numbered<RefusedSend>[] {
  const { store } = context.service;
  const { id } = accountOf(context);
  const isFirst = id === store.accounts.oldest()?.id;
  return refusedSends(store, sends, { id, isFirst });
}

function wholeOf(context: ControlContext, sent: Sent, now: number): MessageView {
  if (sent.status === 'refused')
    throw invalid('whole', 'has no form for refused sends: leave one of the two out');
  return messageView(context, sent, now);
}

/** The messages of all accounts, newest first: a search that reads each one is faster than by their numbers. */
function* everyMessage(
  messages: Store['messages'],
  since: number,
  end: number,
): Generator<readonly Numbered<MessageRecord>[]> {
  for (let to = end; ;) {
    const block = messages.newestBefore(to, 256).filter(([number]) => number >= since);
    const oldest = block.at(-1);
    if (!oldest) return;
    yield block;
    to = oldest[0];
  }
}

/** The messages with these ids that are there, newest first. */
function among(
  messages: Store['messages'],
  ids: ReadonlySet<string>,
  since: number,
): readonly Numbered<MessageRecord>[] {
  const numbers = [...ids].flatMap((id) => messages.numberOf(id) ?? []).filter((number) => number >= since);
  return numbers.toSorted((a, b) => b - a).map((number) => [number, messages.at(number)] as const);
}

/** Names a captured message. */
export interface MessageReference {
  /** Its id (`msg_…`) or its messageId. */
  readonly id: string;
}

/** A captured message with what tests read from it. */
export interface WholeMessageView extends MessageView, LinksAndCodes {}

export const getMessage: Verb<MessageReference, Steps<WholeMessageView>> = {
  method: 'GET',
  path: '/messages/{id}',
  summary: 'One captured message, by its id or messageId, with its links and codes',
  input: byId,
  *run(context, { id }) {
    const view = messageView(context, findMessage(context, id));
    return { ...view, ...(yield* linksAndCodesIn(view)) };
  },
};

/** Removes refused sends: the requests of all their attempts. */
function clearRefused(store: Store, sends: Sends, gone: readonly Numbered<RefusedSend>[]): void {
  const attempts = new Set(gone.flatMap(([, { request }]) => sends.attemptsLike(request)));
  for (const entry of attempts) {
    const { accountId, headers, idempotencyKey } = entry;
    if (accountId === undefined || idempotencyKey === undefined) continue;
    forgetFailures(store, accountId, environmentIn(headers), idempotencyKey);
  }
  store.requests.clear((entry) => attempts.has(entry));
}

/** Which messages to delete. */
export interface ClearMessagesInput extends MailboxFilter {
  /** Whether refused sends and their requests are deleted, too. Default `false`. */
  readonly refused?: boolean | undefined;
}

export const clearMessages: Verb<ClearMessagesInput, Steps<void>> = {
  method: 'DELETE',
  path: '/messages',
  summary:
    'Delete all captured messages of the account, or those that match, with their idempotency keys; with `refused`, refused sends and their requests, too; `POST /undo` undoes it',
  input: z.object({ ...filterFields, refused: z.optional(flag) }),
  run: (context, { refused = false, ...filter }) => {
    const { store } = context.service;
    const now = store.clock.now();
    const matches = messageTest(filter, store, () => now);
    const sends = new Sends(refused ? store.requests.entries() : []);
    const gone = refusedIn(context, sends).filter(([, sent]) => matches(sent));
    store.replaced = replacedBy('messages', store, gone.length);
    clearRefused(store, sends, gone);
    return forgetMessages(store, accountOf(context).id, matches);
  },
};

/** As {@link clearMessages}, for callers in the same process, who may search for patterns. */
export const clearMailbox = { ...clearMessages, input: z.object(mailboxFields) };

export const removeMessage: Verb<MessageReference, void> = {
  method: 'DELETE',
  path: '/messages/{id}',
  summary: 'Delete one captured message, with its idempotency key',
  input: byId,
  run: (context, { id }) => {
    const { store } = context.service;
    const message = findMessage(context, id);
    store.replaced = replacedBy('messages', store);
    forgetMessage(store, message);
  },
};

/** The message with this id or messageId in the account of the context. */
export function findMessage(context: ControlContext, id: string): MessageRecord {
  checkText('id', id);
  const { messages } = context.service.store;
  const message = messages.get(id) ?? messages.find('messageId', id);
  if (!message || message.accountId !== accountOf(context).id) throw notFound(`message ${id}`);
  return message;
}

/** The attachments of a message, with their bytes. */
export function attachmentsOf(
  { service }: ControlContext,
  { attachmentIds }: MessageRecord,
): AttachmentRecord[] {
  return attachmentIds
    .map((id) => service.store.attachments.get(id))
    .filter((attachment) => attachment !== undefined);
}

function attachmentView(attachment: AttachmentRecord): AttachmentView {
  const { accountId: _account, urlToken: _url, uploadToken: _upload, bytes: _bytes, ...others } = attachment;
  const { createdAt: _created, confirmedAt: _confirmed, ...view } = others;
  view satisfies Within<typeof view, AttachmentView>;
  return view;
}

/** A message as the control plane shows it. */
export function messageView(
  context: ControlContext,
  message: MessageRecord,
  now: number = context.service.store.clock.now(),
): MessageView {
  const { accountId: _account, fromKey: _from, toKeys: _to, attachmentIds: _ids, ...others } = message;
  const { idempotencyKey: _key, attempts: _all, acceptedAttempt: _one, faults: _faults, ...shown } = others;
  const { createdAt, past: _past, plan: _plan, html: _html, text: _text, ...rest } = shown;
  rest satisfies Within<typeof rest, MessageView>;
  const { status, events } = progressOf(message, now);
  const timeline = [{ type: 'queued' as const, at: createdAt }, ...events];
  return {
    ...rest,
    ...contentOf(message),
    status,
    attachments: attachmentsOf(context, message).map(attachmentView),
    timeline: timeline.map((event) => ({ ...event, at: formatTimestamp(event.at) })),
    createdAt: formatTimestamp(createdAt),
  };
}
