import { validationError } from '../call/request.ts';
import type { AttachmentParams, EmailAttachment } from './attachable.ts';

/** Makes the function that copies the bytes of attachments, which the caller may change as soon as `send` has returned its promise. */
export function copier() {
  /** The callers' bytes in the last send. */
  const known = new WeakMap<object, Uint8Array>();

  const unchanging = (attachment: EmailAttachment, index: number): EmailAttachment => {
    const content: unknown = Reflect.get(Object(attachment), 'content');
    if (!(content instanceof ArrayBuffer || ArrayBuffer.isView(content))) return attachment;
    const [memory, ...part] = ArrayBuffer.isView(content)
      ? ([content.buffer, content.byteOffset, content.byteLength] as const)
      : ([content] as const);
    if (memory instanceof ArrayBuffer && memory.detached) {
      const message = 'must not be detached: its bytes were transferred elsewhere';
      throw validationError('sendEmail', { field: `attachments[${index}].content`, message });
    }
    const bytes = new Uint8Array(memory, ...part);
    const before = known.get(content);
    const copy = before && sameBytes(before, bytes) ? before : bytes.slice();
    known.set(content, copy);
    return { ...attachment, ...membersOf(attachment), content: copy };
  };

  /** The attachments with copies of their bytes. It is the same copy until the bytes change. JavaScript callers may pass anything. */
  return (attachments: readonly EmailAttachment[]): readonly EmailAttachment[] =>
    Array.isArray(attachments) ? attachments.map(unchanging) : attachments;
}

const members = [
  'path',
  'encoding',
  'stream',
  'filename',
  'contentType',
  'inline',
] as const satisfies readonly (keyof AttachmentParams)[];

/** The members of an attachment, also those that its class has as getters. */
function membersOf(attachment: object): object {
  return Object.fromEntries(
    members.flatMap((name) => (name in attachment ? [[name, Reflect.get(attachment, name)]] : [])),
  );
}

/** Whether two byte arrays hold the same. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  const { Buffer } = globalThis as { Buffer?: { compare(one: Uint8Array, other: Uint8Array): number } };
  // Ten times as fast as a loop.
  if (Buffer) return Buffer.compare(one, other) === 0;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
