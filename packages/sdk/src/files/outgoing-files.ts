import { limits } from '@mailrig/contract';
import { readFile } from './file-source.ts';
import { validationError } from '../call/request.ts';
import { waitForShared } from '../call/waits.ts';
import type { SendResult } from '../endpoints/send.ts';
import { sourceFailed } from '../errors/client-errors.ts';
import { isAPIError } from '../errors/guards.ts';
import type { RequestOptions } from '../options/request-options.ts';
import type { WithResponse } from '../results/api-promise.ts';
import type { Time } from '../runtime/time.ts';
import {
  type AttachedFile,
  attachedFile,
  type EmailAttachment,
  openAttachment,
  type Refuse,
  unrepeatable,
} from './attachable.ts';
import { type CachedUpload, type ReadAttachment, UploadCache, type UploadFile } from './upload-cache.ts';

const operation = 'sendEmail';

/** An email as the caller gives it. */
interface EmailWithFiles {
  readonly attachments?: readonly EmailAttachment[] | undefined;
  readonly attachmentIds?: readonly string[] | undefined;
  readonly html?: string | undefined;
}

/** The requests of a send with files. */
interface Steps {
  /** Checks the body of an email, without its files, and the options of its request. */
  check(body: object, options: RequestOptions): void;
  send(body: object, options: RequestOptions): Promise<WithResponse<SendResult>>;
  /** Uploads a file that no earlier send did. */
  readonly upload: UploadFile;
}

/** The files of emails: read once, uploaded once. */
export class OutgoingFiles {
  readonly #steps: Steps;
  readonly #cache: UploadCache;
  /** The content of streams and responses: they can be read only once, but may go to many recipients. */
  readonly #streams = new WeakMap<object, Promise<ReadAttachment>>();
  /** The files that are read for the sends of this turn of the event loop. A later send may find them changed. */
  readonly #files = new Map<string, Promise<ReadAttachment>>();

  constructor(steps: Steps, time: Time) {
    this.#steps = steps;
    this.#cache = new UploadCache(steps.upload, time);
  }

  /**
   * Uploads the attachments of an email, all at once, and sends it.
   *
   * @param options Makes the options of each request, which share one time limit.
   * @throws ValidationError naming the attachment that cannot be used, for example `attachments[0].path`.
   */
  async send(
    email: EmailWithFiles,
    attachments: readonly EmailAttachment[],
    options: () => RequestOptions,
  ): Promise<WithResponse<SendResult>> {
    this.#steps.check(withFiles(email, []), options());
    checkNumber(attachments, email.attachmentIds ?? []);
    const uploads = await this.#upload(attachments, options);
    try {
      return await this.#steps.send(withFiles(email, uploads), options());
    } catch (error) {
      // The service no longer has an upload of an earlier send.
      const isGone = isAPIError(error, 'ATTACHMENT_NOT_FOUND') && uploads.some(({ isReused }) => isReused);
      if (!isGone) throw error;
      for (const one of uploads) this.#cache.forget(one);
      return this.#steps.send(withFiles(email, await this.#upload(attachments, options)), options());
    }
  }

  async #upload(
    attachments: readonly EmailAttachment[],
    options: () => RequestOptions,
  ): Promise<readonly CachedUpload[]> {
    const opened = await Promise.all(
      attachments.map((one, index) =>
        this.#open(one, index, options()).catch((cause: unknown) => {
          throw sourceFailed(operation, `file attachments[${index}] cannot be read`, 'not-sent', cause);
        }),
      ),
    );
    return Promise.all(
      opened.map(async (file) => ('key' in file ? file : this.#cache.get(operation, file, options()))),
    );
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
    const known = source ? this.#streams.get(source) : name && this.#files.get(name);
    const reading = known || readAttachment(attachment, field, options, file);
    if (source) this.#streams.set(source, reading);
    if (name && !known) {
      this.#files.set(name, reading);
      void Promise.resolve().then(() => this.#files.delete(name));
    }
    return waitForShared(operation, reading, options);
  }
}

async function readAttachment(
  attachment: EmailAttachment,
  field: string,
  { timeout }: RequestOptions,
  file?: AttachedFile,
): Promise<ReadAttachment> {
  const refuse: Refuse = (member, message) => {
    throw validationError(operation, { field: member === '' ? field : `${field}.${member}`, message });
  };
  const { source, ...description } = await openAttachment(attachment, refuse);
  // A file for many recipients is read for its one upload.
  const isKept = source instanceof Blob && source.size > 0;
  const content = isKept ? source : await readFile(operation, source, { timeout }, field);
  return { content, file, ...description };
}

/** @throws ValidationError for more attachments than an email may have (R113). */
function checkNumber(attachments: readonly unknown[], ids: readonly string[]): void {
  if (!Array.isArray(attachments)) {
    const message = 'must be an array of files, such as [{ path }]';
    throw validationError(operation, { field: 'attachments', message });
  }
  const most = limits.attachmentsPerEmail;
  if (attachments.length + ids.length <= most) return;
  const message = `must hold at most ${most} files, together with attachmentIds`;
  throw validationError(operation, { field: 'attachments', message });
}

/** The email with the ids of its files, and their content ids in its HTML. */
function withFiles(params: EmailWithFiles, uploads: readonly CachedUpload[]): object {
  const { attachments: _files, attachmentIds, html, ...email } = params;
  const ids = [...(attachmentIds ?? []), ...uploads.map(({ attachment }) => attachment.id)];
  return {
    ...email,
    ...(html !== undefined && { html: withContentIds(html, uploads) }),
    ...(ids.length > 0 && { attachmentIds: ids }),
  };
}

/** Replaces `cid:logo.png` by the content id of the inline file with this name. */
function withContentIds(html: string, uploads: readonly CachedUpload[]): string {
  const ids = new Map(uploads.map(({ attachment }) => [attachment.filename, attachment.contentId]));
  return html.replaceAll(/(?<=cid:)[^"'\s()<>]+/g, (name) => ids.get(name) ?? name);
}
