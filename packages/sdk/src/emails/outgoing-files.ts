import { limits } from '@mailrig/contract';
import type { Attachments } from '../attachments.ts';
import { contentTypeOf } from '../attachments/content-types.ts';
import { readFile } from '../attachments/file-source.ts';
import { validationError } from '../call/request.ts';
import type { RequestOptions } from '../options.ts';
import { type EmailAttachment, openAttachment, unrepeatable } from './attachable.ts';
import { type CachedUpload, type ReadAttachment, UploadCache } from './upload-cache.ts';

const operation = 'sendEmail';

/** The files of emails: read once, uploaded once. */
export class OutgoingFiles {
  readonly #attachments: Attachments;
  readonly #cache = new UploadCache();
  /** The content of streams and responses: they can be read only once, but may go to many recipients. */
  readonly #read = new WeakMap<object, Promise<ReadAttachment>>();

  constructor(attachments: Attachments) {
    this.#attachments = attachments;
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
      files.map(({ content, ...description }) =>
        this.#cache.get({ content, ...description }, async () =>
          this.#attachments.upload(content, { ...options(), ...description }),
        ),
      ),
    );
  }

  /** Makes the next send upload these files anew. */
  forget(uploads: readonly CachedUpload[]): void {
    for (const { key } of uploads) this.#cache.forget(key);
  }

  #open(attachment: EmailAttachment, index: number, options: RequestOptions): Promise<ReadAttachment> {
    const source = unrepeatable(attachment);
    const known = source && this.#read.get(source);
    if (known) return known;
    const reading = read(attachment, `attachments[${index}]`, options);
    if (source) this.#read.set(source, reading);
    return reading;
  }
}

/** @throws ValidationError for more attachments than an email may have (R113). */
export function checkNumber(attachments: readonly unknown[], ids: readonly string[]): void {
  const most = limits.attachmentsPerEmail;
  if (attachments.length + ids.length <= most) return;
  const message = `must hold at most ${most} files, together with attachmentIds`;
  throw validationError(operation, [{ field: 'attachments', message, value: undefined }]);
}

async function read(
  attachment: EmailAttachment,
  field: string,
  options: RequestOptions,
): Promise<ReadAttachment> {
  const opened = openAttachment(attachment);
  if ('problem' in opened) {
    const { member, message } = opened.problem;
    throw validationError(operation, [
      { field: member === '' ? field : `${field}.${member}`, message, value: undefined },
    ]);
  }
  const { source, filename, inline } = opened;
  const content = await readFile(operation, source, options, field);
  return { content, filename, contentType: opened.contentType ?? contentTypeOf(filename), inline };
}
