import { limits } from '@mailrig/contract';
import { type FileSource, readFile } from './file-source.ts';
import { validationError } from '../call/request.ts';
import { waitForShared } from '../call/scope.ts';
import type { RequestOptions } from '../options/options.ts';
import { sameBytes } from '../runtime/runtime.ts';
import {
  type AttachedFile,
  attachedFile,
  type EmailAttachment,
  openAttachment,
  unrepeatable,
} from './attachable.ts';
import { type CachedUpload, type ReadAttachment, UploadCache, type UploadFile } from './upload-cache.ts';

const operation = 'sendEmail';

/** The files of emails: read once, uploaded once. */
export class OutgoingFiles {
  readonly #cache: UploadCache;
  /** The content of streams and responses: they can be read only once, but may go to many recipients. */
  readonly #read = new WeakMap<object, Promise<ReadAttachment>>();
  /** The files that are read for the sends of this turn of the event loop. A later send may find them changed. */
  readonly #files = new Map<string, Promise<ReadAttachment>>();
  /** The callers' bytes in the last send. */
  readonly #copies = new WeakMap<object, Uint8Array>();

  /** @param upload Uploads a file that no earlier send did. */
  constructor(upload: UploadFile) {
    this.#cache = new UploadCache(upload);
  }

  /**
   * Uploads the attachments of an email, all at once.
   *
   * @param options Makes the options of each request, which share one time limit.
   * @throws ValidationError naming the attachment that cannot be used, for example `attachments[0].path`.
   */
  async upload(
    attachments: readonly EmailAttachment[],
    options: () => RequestOptions,
  ): Promise<readonly CachedUpload[]> {
    const files = await Promise.all(
      attachments.map((attachment, index) => this.#open(attachment, index, options())),
    );
    return Promise.all(
      files.map(async (file) => ('key' in file ? file : this.#cache.get(operation, file, options()))),
    );
  }

  /** Makes the next send upload these files again. */
  forget(uploads: readonly CachedUpload[]): void {
    for (const upload of uploads) this.#cache.forget(upload);
  }

  /** Reads an attachment to its end, even if this send ends: another may wait for the same bytes. */
  async #open(
    attachment: EmailAttachment,
    index: number,
    options: RequestOptions,
  ): Promise<ReadAttachment | CachedUpload> {
    const field = `attachments[${index}]`;
    const source = unrepeatable(attachment);
    const file = attachedFile(attachment);
    const uploaded = file && this.#cache.find(file);
    if (uploaded) return uploaded;
    const name = file && `${field} ${file.name}`;
    const known = source ? this.#read.get(source) : name && this.#files.get(name);
    const reading = known || this.#begin(attachment, field, file);
    if (source) this.#read.set(source, reading);
    if (name && !known) {
      this.#files.set(name, reading);
      void Promise.resolve().then(() => this.#files.delete(name));
    }
    return waitForShared(operation, reading, options);
  }

  async #begin(attachment: EmailAttachment, field: string, file?: AttachedFile): Promise<ReadAttachment> {
    const opened = openAttachment(attachment);
    if ('problem' in opened) {
      const { member, message } = opened.problem;
      throw validationError(operation, [
        { field: member === '' ? field : `${field}.${member}`, message, value: undefined },
      ]);
    }
    const { source, ...description } = opened;
    const content = await readFile(operation, this.#unchanging(source), {}, field);
    return { content, file, ...description };
  }

  /** A copy of bytes that the caller may change later. It is the same copy until they do. */
  #unchanging(source: FileSource): FileSource {
    if (!(source instanceof ArrayBuffer || ArrayBuffer.isView(source))) return source;
    const bytes =
      source instanceof ArrayBuffer
        ? new Uint8Array(source)
        : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    const known = this.#copies.get(source);
    if (known && sameBytes(known, bytes)) return known;
    const copy = bytes.slice();
    this.#copies.set(source, copy);
    return copy;
  }
}

/** @throws ValidationError for more attachments than an email may have (R113). */
export function checkNumber(attachments: readonly unknown[], ids: readonly string[]): void {
  if (!Array.isArray(attachments)) {
    const message = 'must be an array of files, such as [{ path }]';
    throw validationError(operation, [{ field: 'attachments', message, value: undefined }]);
  }
  const most = limits.attachmentsPerEmail;
  if (attachments.length + ids.length <= most) return;
  const message = `must hold at most ${most} files, together with attachmentIds`;
  throw validationError(operation, [{ field: 'attachments', message, value: undefined }]);
}
