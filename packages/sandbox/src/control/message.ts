import * as z from 'zod/mini';
import type { EmailChecks } from '../checks/check-message.ts';
import type { CheckOptions } from '../checks/options.ts';
import { mimeMessage } from '../mime/message.ts';
import { readContent } from '../state/stored-content.ts';
import type { ControlContext } from './context.ts';
import { notFound } from './control-error.ts';
import { count } from './fields.ts';
import { codesIn, linksIn } from './links-and-codes.ts';
import { checkMessage } from './message-checks.ts';
import {
  attachmentsOf,
  type AttachmentView,
  findMessage,
  type MessageReference,
  type MessageView,
} from './messages.ts';
import { Content, invoke, type Verb } from './verb.ts';

/** A file on a captured message, with its bytes at hand. */
export interface MessageAttachment extends AttachmentView {
  /** A copy of the uploaded bytes, made on demand. */
  readonly content: Uint8Array;
}

/** A captured message, with its links and codes at hand. */
export interface Message extends MessageView {
  readonly attachments: readonly MessageAttachment[];
  /** Every link in its HTML, or in its text if it has no HTML, in order. */
  links(): string[];
  /** One-time codes in its text (or its HTML without tags): runs of 4 to 8 digits standing alone. */
  codes(): string[];
  /** The message as it would travel (RFC 5322), without its Bcc. */
  raw(): Uint8Array;
  /**
   * Checks what its recipients may stumble over: links, accessibility, size, and what mail clients support. The
   * first call loads the data about clients.
   *
   * @throws ControlError for a client, check or feature that does not exist.
   */
  check(options?: CheckOptions): Promise<EmailChecks>;
}

/** A message of the mailbox; its attachments, links, codes and raw form are made on demand. */
export function messageFrom(context: ControlContext, view: MessageView): Message {
  const { id } = view;
  return {
    ...view,
    attachments: view.attachments.map((attachment, n) => ({
      ...attachment,
      get content() {
        const { body } = invoke(getMessageAttachment, context, { id, n });
        return new Uint8Array(body as Uint8Array);
      },
    })),
    links: () => linksIn(view),
    codes: () => codesIn(view),
    raw: () => invoke(getRawMessage, context, { id }).body as Uint8Array,
    check: async (options) => await invoke(checkMessage, context, { ...options, id }),
  };
}

const reference = z.object({ id: z.string() });

export const getRawMessage: Verb<MessageReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/raw',
  summary: 'A captured message as it would travel (RFC 5322)',
  input: reference,
  run: (context, { id }) => {
    const message = findMessage(context, id);
    return new Content('message/rfc822', mimeMessage(message, attachmentsOf(context, message)));
  },
};

export const getMessageHtml: Verb<MessageReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/html',
  summary: 'The HTML of a captured message',
  input: reference,
  run: (context, { id }) => {
    const { html } = findMessage(context, id);
    if (html === undefined) throw notFound('HTML in this message');
    return new Content('text/html; charset=utf-8', readContent(html));
  },
};

/** Names an attachment of a captured message. */
interface AttachmentReference extends MessageReference {
  /** Index of the attachment, from 0. */
  readonly n: number;
}

export const getMessageAttachment: Verb<AttachmentReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/attachments/{n}',
  summary: 'The bytes of an attachment of a captured message; `n` counts from 0',
  input: z.object({ id: z.string(), n: count }),
  run: (context, { id, n }) => {
    const attachment = attachmentsOf(context, findMessage(context, id))[n];
    if (!attachment) throw notFound(`attachment ${n} on this message`);
    return new Content(attachment.contentType, readContent(attachment.bytes ?? new Uint8Array()));
  },
};
