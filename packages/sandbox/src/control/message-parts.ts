import * as z from 'zod/mini';
import { mimeMessage } from '../mime/message.ts';
import { Content } from './content.ts';
import { count } from './fields.ts';
import { attachmentsOf, findMessage, type MessageReference } from './messages.ts';
import { notFound } from './refusal.ts';
import type { Verb } from './verb.ts';

const reference = z.object({ id: z.string() });

export const getRawMessage: Verb<MessageReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/raw',
  summary: 'A captured message as it would have travelled (RFC 5322)',
  input: reference,
  run: (scope, { id }) => {
    const message = findMessage(scope, id);
    return new Content('message/rfc822', mimeMessage(message, attachmentsOf(scope, message)));
  },
};

export const getMessageHtml: Verb<MessageReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/html',
  summary: 'The HTML of a captured message',
  input: reference,
  run: (scope, { id }) => {
    const { html } = findMessage(scope, id);
    if (html === undefined) throw notFound('HTML in this message');
    return new Content('text/html; charset=utf-8', html);
  },
};

/** Names an attachment of a captured message. */
interface AttachmentReference extends MessageReference {
  /** Which attachment, counted from 0. */
  readonly n: number;
}

export const getMessageAttachment: Verb<AttachmentReference, Content> = {
  method: 'GET',
  path: '/messages/{id}/attachments/{n}',
  summary: 'The bytes of an attachment of a captured message, counted from 0',
  input: z.object({ id: z.string(), n: count }),
  run: (scope, { id, n }) => {
    const attachment = attachmentsOf(scope, findMessage(scope, id))[n];
    if (!attachment) throw notFound(`attachment ${n} on this message`);
    return new Content(attachment.contentType, attachment.bytes ?? new Uint8Array());
  },
};
