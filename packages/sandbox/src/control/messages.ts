import { type EmailStatus, formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { elapsed, sleep } from '../kernel/timers.ts';
import { progressOf } from '../lifecycles/email.ts';
import { forgetMessage, forgetMessages } from '../rules/delivery.ts';
import { readContent } from '../state/stored-content.ts';
import type { Environment } from '../state/fields.ts';
import type { AttachmentRecord, EmailEventType, Message } from '../state/records.ts';
import { accountOf, type ControlContext } from './context.ts';
import { notFound } from './control-error.ts';
import { count, duration } from './fields.ts';
import { filterFields, type MessageFilter, messageTest } from './message-search.ts';
import type { Verb } from './verb.ts';

/** One event of a captured message. */
export interface MessageEventView {
  readonly type: 'queued' | EmailEventType;
  /** ISO 8601. */
  readonly at: string;
  /** The link that was followed. */
  readonly url?: string;
}

/** A file on a captured message. */
export interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Whether it is an image for the HTML. */
  readonly inline: boolean;
  /** Name of an inline image in the HTML: `cid:<contentId>`. */
  readonly contentId?: string;
}

/** A captured message: one that was sent, or simulated for a sandbox key. */
export interface MessageView {
  readonly id: string;
  /** SMTP message id. */
  readonly messageId: string;
  /** `test` for a message that was only simulated. */
  readonly environment: Environment;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  /** Subject as it was sent: with the variables of its template filled in. */
  readonly subject: string;
  readonly html?: string;
  readonly text?: string;
  /** Custom headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly templateId?: string;
  readonly attachments: readonly AttachmentView[];
  readonly status: EmailStatus;
  /** Its events, oldest first. */
  readonly timeline: readonly MessageEventView[];
  /** When it was accepted. ISO 8601. */
  readonly createdAt: string;
}

/** Some messages, and how many there are. */
export interface MessagesView {
  /** Newest first. */
  readonly messages: readonly MessageView[];
  readonly total: number;
}

/** How to look for messages. */
export interface MessageSearch extends MessageFilter {
  /** Maximum number of messages. Default 50. */
  readonly limit?: number | undefined;
  /** Real milliseconds to wait until one matches. Default 0. */
  readonly wait?: number | undefined;
}

/** The query of a search. */
export const messageSearch = z.object({
  ...filterFields,
  limit: z.optional(count),
  wait: z.optional(duration),
});

export const listMessages: Verb<MessageSearch, MessagesView | Promise<MessagesView>> = {
  method: 'GET',
  path: '/messages',
  summary: 'Captured messages, newest first; with `wait`, waits until one matches',
  input: messageSearch,
  run: (context, { limit = 50, wait = 0, ...filter }) => {
    const found = () => {
      const messages = matching(context, filter);
      return {
        messages: messages.slice(0, limit).map((message) => messageView(context, message)),
        total: messages.length,
      };
    };
    const present = found();
    return wait > 0 && present.total === 0 ? waitUntil(context, wait, found) : present;
  },
};

const reference = z.object({ id: z.string() });

/** Names a captured message. */
export interface MessageReference {
  /** Its id (`msg_…`) or its messageId. */
  readonly id: string;
}

export const getMessage: Verb<MessageReference, MessageView> = {
  method: 'GET',
  path: '/messages/{id}',
  summary: 'One captured message, by its id or messageId',
  input: reference,
  run: (context, { id }) => messageView(context, findMessage(context, id)),
};

export const clearMessages: Verb<void, void> = {
  method: 'DELETE',
  path: '/messages',
  summary: 'Delete all captured messages of the account, with their idempotency keys',
  run: (context) => forgetMessages(context.service.store, accountOf(context).id),
};

export const removeMessage: Verb<MessageReference, void> = {
  method: 'DELETE',
  path: '/messages/{id}',
  summary: 'Delete one captured message, with its idempotency key',
  input: reference,
  run: (context, { id }) => forgetMessage(context.service.store, findMessage(context, id)),
};

/** The message with this id or messageId in the account of the context. */
export function findMessage(context: ControlContext, id: string): Message {
  const { messages } = context.service.store;
  const message = messages.get(id) ?? messages.find('messageId', id);
  if (!message || message.accountId !== accountOf(context).id) throw notFound(`message ${id}`);
  return message;
}

/** The attachments of a message, with their bytes. */
export function attachmentsOf({ service }: ControlContext, { attachmentIds }: Message): AttachmentRecord[] {
  return attachmentIds
    .map((id) => service.store.attachments.get(id))
    .filter((attachment) => attachment !== undefined);
}

function attachmentView({
  id,
  filename,
  contentType,
  size,
  inline,
  contentId,
}: AttachmentRecord): AttachmentView {
  return { id, filename, contentType, size, inline, ...(contentId !== undefined && { contentId }) };
}

/** A message as the control plane shows it. */
export function messageView(context: ControlContext, message: Message): MessageView {
  const { accountId: _account, fromKey: _from, toKeys: _to, attachmentIds: _ids, ...shown } = message;
  const { createdAt, past: _past, plan: _plan, html, text, ...rest } = shown;
  const { status, events } = progressOf(message, context.service.store.clock.now());
  const timeline = [{ type: 'queued' as const, at: createdAt }, ...events];
  return {
    ...rest,
    ...(html !== undefined && { html: readContent(html) }),
    ...(text !== undefined && { text: readContent(text) }),
    status,
    attachments: attachmentsOf(context, message).map(attachmentView),
    timeline: timeline.map((event) => ({ ...event, at: formatTimestamp(event.at) })),
    createdAt: formatTimestamp(createdAt),
  };
}

function messagesOf(context: ControlContext): Message[] {
  const messages = context.service.store.messages.select(['account', accountOf(context).id]);
  return messages.newest(0, messages.count);
}

function matching(context: ControlContext, filter: MessageFilter): Message[] {
  return messagesOf(context).filter(messageTest(filter, context.service.store));
}

/** Looks again after every event, until something is found, the time is up or the caller leaves. */
async function waitUntil<T extends { readonly total: number }>(
  context: ControlContext,
  wait: number,
  look: () => T,
): Promise<T> {
  const { signal } = context;
  const { store } = context.service;
  const deadline = elapsed() + wait;
  for (;;) {
    const changed = new AbortController();
    const wake = () => changed.abort();
    const unsubscribe = store.listen(wake);
    signal?.addEventListener('abort', wake);
    if (signal?.aborted) wake();
    await sleep(deadline - elapsed(), changed.signal);
    unsubscribe();
    signal?.removeEventListener('abort', wake);
    store.clock.settle();
    const found = look();
    if (found.total > 0 || elapsed() >= deadline || signal?.aborted) return found;
  }
}
