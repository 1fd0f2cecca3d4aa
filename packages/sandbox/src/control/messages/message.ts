import * as z from 'zod/mini';
import type { EmailChecks } from '../../checks/check-message.ts';
import type { CheckOptions } from '../../checks/options.ts';
import { mimeMessage } from '../../service/mime/message.ts';
import { readContent } from '../../service/state/stored-content.ts';
import type { ControlContext } from '../context.ts';
import { notFound } from '../control-error.ts';
import { count } from '../fields.ts';
import { linksAndCodesOf } from '../../reading/links-and-codes.ts';
import { checkMessage } from './checks.ts';
import { reading } from './content.ts';
import {
  attachmentsOf,
  type AttachmentView,
  findMessage,
  type MessageReference,
  type MessageView,
} from './messages.ts';
import { byId, RawResult, invoke, type Verb } from '../verb.ts';

/** A file on a captured message, with its bytes. */
export interface MessageAttachment extends AttachmentView {
  /** A copy of the uploaded bytes, made on demand. */
  readonly content: Uint8Array;
}

/** A captured message, with methods for its links and codes. An email is what the API sends; a message is what the sandbox captured of it. */
export interface Message extends MessageView {
  /** Its files, with their bytes. */
  readonly attachments: readonly MessageAttachment[];
  /** Every link in its HTML, or in its text if it has no HTML, in order. */
  links(): string[];
  /** Its one-time codes, each once, without blanks. The text around a number decides whether it is a code. */
  codes(): string[];
  /** The message as sent (RFC 5322), without its Bcc. */
  raw(): Uint8Array;
  /**
   * Runs the checks for recipients: links, accessibility, size, and what mail clients support. The
   * first call loads the data about clients.
   *
   * @throws ControlError for an option, client, check or feature that does not exist.
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
    ...linksAndCodesOf(view),
    raw: () => invoke(getRawMessage, context, { id }).body as Uint8Array,
    check: async (options = {}) => invoke(checkMessage, context, options, { id }),
  };
}

export const getRawMessage: Verb<MessageReference, RawResult> = {
  method: 'GET',
  path: '/messages/{id}/raw',
  summary: 'A captured message as sent (RFC 5322)',
  input: byId,
  run: (context, { id }) => {
    const message = findMessage(context, id);
    return new RawResult(
      'message/rfc822',
      reading(message, () => mimeMessage(message, attachmentsOf(context, message))),
      `${id}.eml`,
    );
  },
};

export const getMessageHtml: Verb<MessageReference, RawResult> = {
  method: 'GET',
  path: '/messages/{id}/html',
  summary: 'The HTML of a captured message',
  input: byId,
  run: (context, { id }) => {
    const message = findMessage(context, id);
    const { html } = message;
    if (html === undefined) throw notFound('HTML in this message');
    return new RawResult(
      'text/html; charset=utf-8',
      reading(message, () => readContent(html)),
    );
  },
};

/** Names an attachment of a captured message. */
export interface AttachmentReference extends MessageReference {
  /** Index of the attachment, from 0. */
  readonly n: number;
}

export const getMessageAttachment: Verb<AttachmentReference, RawResult> = {
  method: 'GET',
  path: '/messages/{id}/attachments/{n}',
  summary: 'The bytes of an attachment of a captured message; `n` counts from 0',
  input: z.object({ id: z.string(), n: count }),
  run: (context, { id, n }) => {
    const message = findMessage(context, id);
    const attachment = attachmentsOf(context, message)[n];
    if (!attachment) throw notFound(`attachment ${n} on this message`);
    const { contentType, filename, bytes = new Uint8Array() } = attachment;
    return new RawResult(
      contentType,
      reading(message, () => readContent(bytes)),
      filename,
    );
  },
};
