import { plain } from '@mailrig/contract/checking';
import { validationError } from '../call/request.ts';
import { isArrayBuffer, isBlob, isResponse } from '../runtime/realms.ts';
import { isAsync } from '../runtime/streams.ts';
import type { AttachmentParams, EmailAttachment } from './attachable.ts';

/** Makes the function that copies attachments and their bytes, which the caller may change as soon as `send` has returned its promise. */
export function copier() {
  /** The callers' bytes in the last send. */
  const known = new WeakMap<object, Uint8Array>();

  const unchanging = (attachment: EmailAttachment, index: number): EmailAttachment => {
    if (isBlob(attachment) || isResponse(attachment) || !hasMembers(attachment)) return attachment;
    const given: AttachmentParams = { ...plain(attachment) };
    const { content } = given;
    if (!isArrayBuffer(content) && !ArrayBuffer.isView(content)) return given;
    const memory = ArrayBuffer.isView(content) ? content.buffer : content;
    if (isArrayBuffer(memory) && memory.detached) {
      const message = 'must not be detached: its bytes were transferred elsewhere';
      throw validationError('sendEmail', { field: `attachments[${index}].content`, message });
    }
    const bytes = ArrayBuffer.isView(content)
      ? new Uint8Array(memory, content.byteOffset, content.byteLength)
      : new Uint8Array(memory);
    const before = known.get(content);
    const copy = before && sameBytes(before, bytes) ? before : bytes.slice();
    known.set(content, copy);
    return { ...given, content: copy };
  };

  /** The attachments with copies of their bytes. It is the same copy until the bytes change. JavaScript callers may pass anything. */
  return (attachments: readonly EmailAttachment[]): readonly EmailAttachment[] =>
    Array.isArray(attachments) ? attachments.map(unchanging) : attachments;
}

/** Whether it is an object with members, and not bytes or a stream, which are refused. */
function hasMembers(attachment: unknown): attachment is object {
  return Object.prototype.toString.call(attachment) === '[object Object]' && !isAsync(attachment);
}

/** Whether two byte arrays hold the same. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  const { Buffer } = globalThis as { Buffer?: { compare(one: Uint8Array, other: Uint8Array): number } };
  // Ten times as fast as a loop.
  if (Buffer) return Buffer.compare(one, other) === 0;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
