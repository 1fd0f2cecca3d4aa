import type { Attachment, CreateUploadBody, Upload } from '@mailrig/contract';
import { APIPromise, type WithResponse, traceCaller } from '../results/api-promise.ts';
import type { Caller } from '../call/caller.ts';
import { lazy, loadParts } from './lazy.ts';
import type { UploadedAttachment, PutOptions, UploadOptions } from '../files/upload.ts';
import type { FileSource } from '../files/file-source.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { hold } from '../runtime/streams.ts';

/** Files to attach to emails. You can send an uploaded file for seven days. */
export class Attachments {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Uploads a file in one call: creates the upload, puts the bytes to its URL and confirms it.
   *
   * ```ts
   * const { id } = await mail.attachments.upload(file);
   * await mail.emails.send({ …, attachmentIds: [id] });
   * ```
   *
   * Streams are read into memory first, because the service needs the size. `timeout` applies to each
   * request: set a longer one for large files on slow connections. `totalTimeout` includes the time to read
   * the stream.
   *
   * @throws ValidationError if the file is empty, too large, or of a type that is not allowed.
   * @throws UploadError if the upload URL refuses the file.
   */
  upload(file: FileSource, options: UploadOptions = {}): APIPromise<UploadedAttachment> {
    return this.#loaded(file, ({ upload }) =>
      this.#caller.group('upload', () => upload(this.#caller, this, file, options)),
    );
  }

  /** Creates an upload. Put the file to its `uploadUrl` within an hour. */
  createUpload(params: CreateUploadBody, options?: RequestOptions): APIPromise<Upload> {
    return this.#caller.call(lazy('createUpload'), { body: params }, options);
  }

  /**
   * Puts the bytes of a file to its upload URL. The store gets neither the API key nor the client's headers.
   * The client retries after lost connections and failures of the store.
   *
   * @param upload The result of `createUpload`.
   * @throws UploadError if the URL refuses the file; `details.reason` is the code of the store.
   */
  put(upload: Pick<Upload, 'uploadUrl'>, file: FileSource, options: PutOptions = {}): APIPromise<void> {
    return this.#loaded(file, ({ put }) => put(this.#caller, upload, file, options));
  }

  /**
   * Confirms an upload. You can send the file for seven days from then on.
   *
   * @param id The `attachmentId` from `createUpload`. You do not need its `uploadToken`.
   * @throws UploadError if the bytes are missing, late, or not of the declared size.
   * @throws NotFoundError if there is no such upload.
   */
  confirm(id: string, options?: RequestOptions): APIPromise<Attachment> {
    return this.#caller.call(async () => (await lazy('confirmUpload')())(id), { params: { id } }, options);
  }

  #loaded<T>(
    file: FileSource,
    work: (files: Awaited<ReturnType<typeof loadParts>>) => Promise<WithResponse<T>>,
  ): APIPromise<T> {
    const release = hold([file]);
    const run = async () => work(await loadParts());
    return new APIPromise(traceCaller(() => run().finally(release)));
  }
}
