import { validationError } from '../call/request.ts';
import type { AttachmentParams, EmailAttachment } from './attachable.ts';

/** Copies bytes of attachments, which the caller may change as soon as `send` has returned its promise. */
export class Copies {
  /** The callers' bytes in the last send. */
  readonly #known = new WeakMap<object, Uint8Array>();

  /** The attachments with copies of their bytes. It is the same copy until the bytes change. */
  of(attachments: readonly EmailAttachment[]): readonly EmailAttachment[] {
    // JavaScript callers may pass anything.
    return Array.isArray(attachments)
      ? attachments.map((one, index) => this.#unchanging(one, index))
      : attachments;
  }

  #unchanging(attachment: EmailAttachment, index: number): EmailAttachment {
    const content: unknown = Reflect.get(Object(attachment), 'content');
    if (!(content instanceof ArrayBuffer || ArrayBuffer.isView(content))) return attachment;
    if (isDetached(content)) {
      const message = 'must not be detached: its bytes were transferred elsewhere';
      throw validationError('sendEmail', { field: `attachments[${index}].content`, message });
    }
    const bytes =
      content instanceof ArrayBuffer
        ? new Uint8Array(content)
        : new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    const known = this.#known.get(content);
    const copy = known && sameBytes(known, bytes) ? known : bytes.slice();
    this.#known.set(content, copy);
    return { ...attachment, ...membersOf(attachment), content: copy };
  }
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

/** Whether the memory of bytes was transferred, for example to a worker. */
export function isDetached(bytes: ArrayBufferLike | ArrayBufferView): boolean {
  const memory = ArrayBuffer.isView(bytes) ? bytes.buffer : bytes;
  return memory instanceof ArrayBuffer && memory.detached;
}

/** Whether two byte arrays hold the same. */
function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  const { Buffer } = globalThis as { Buffer?: { compare(one: Uint8Array, other: Uint8Array): number } };
  // Ten times as fast as a loop.
  if (Buffer) return Buffer.compare(one, other) === 0;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
