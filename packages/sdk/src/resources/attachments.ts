import {
  type Attachment,
  callback,
  type CreateUploadBody,
  fieldsOf,
  operations,
  readAttachment,
  readUpload,
  type Rows,
  type Upload,
} from '@mailrig/contract';
import { APIPromise, type WithResponse } from '../results/api-promise.ts';
import type { Caller } from '../call/caller.ts';
import { type Endpoint, endpoint } from '../endpoints/endpoint.ts';
import type { UploadedAttachment } from '../endpoints/uploaded-attachment.ts';
import { traceCaller } from '../results/call-site.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import { countdown } from '../call/scope.ts';
import { validationError } from '../call/request.ts';
import type { StorageRequest } from '../call/storage.ts';
import { contentTypeOf } from '../files/content-types.ts';
import { type FileContent, type FileSource, readFile, sizeOf } from '../files/file-source.ts';
import { measured, type UploadProgress } from '../files/measured.ts';
import { fetchOverXHR, hasXHR } from '../files/xhr.ts';
import * as z from 'zod/mini';
import { checkOptions, without } from '../options/check-options.ts';
import { requestRows, type RequestOptions } from '../options/options.ts';
import { canStreamUploads } from '../runtime/runtime.ts';

/** Options of `put`. */
export interface PutOptions extends Omit<RequestOptions, 'headers'> {
  /** MIME type, the same as in `createUpload`. Default: the type of the Blob. */
  readonly contentType?: string | undefined;
  /**
   * Called with the progress of the upload, from 0 to all bytes; a retry starts from 0 again. If it throws,
   * the client logs a warning and the upload continues.
   *
   * Node reports every part. Browsers do too, through `XMLHttpRequest`, unless the client has an option `ky`.
   * With option `fetch`, and in other runtimes, you see only the start and the end: they may not be able to
   * stream a request with a known length, which stores require.
   */
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** Options of `upload`. */
export interface UploadOptions extends RequestOptions, Pick<PutOptions, 'onProgress'> {
  /** Name that the recipient sees. Default: the name of the File, else `attachment`. */
  readonly filename?: string | undefined;
  /** MIME type. Default: the type of the Blob, else by the file extension, else `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** True for an image that the HTML shows as `<img src="cid:…">`. Default false. */
  readonly inline?: boolean | undefined;
}

const putRows = {
  ...without(requestRows, 'headers'),
  contentType: z.optional(z.string()),
  onProgress: z.optional(callback<NonNullable<PutOptions['onProgress']>>()),
} satisfies Rows<PutOptions>;
export const putOptions = z.object(putRows);
export const uploadOptions = z.object({
  ...putRows,
  ...requestRows,
  filename: z.optional(z.string()),
  inline: z.optional(z.boolean()),
} satisfies Rows<UploadOptions>);

const createUpload = endpoint(operations.createUpload, {
  normalise: readUpload,
  present: (upload): Upload => upload,
});
const putUpload = operations.putUpload.name;

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
    return new APIPromise(traceCaller(() => this.#caller.group('upload', () => this.#upload(file, options))));
  }

  /** Creates an upload. Put the file to its `uploadUrl` within an hour. */
  createUpload(params: CreateUploadBody, options?: RequestOptions): APIPromise<Upload> {
    return this.#caller.call(createUpload, { body: params }, options);
  }

  /**
   * Puts the bytes of a file to its upload URL. The store gets neither the API key nor the client's headers.
   * The client retries after lost connections and failures of the store.
   *
   * @param upload The result of `createUpload`.
   * @throws UploadError if the URL refuses the file; `details.reason` is the code of the store.
   */
  put(upload: Pick<Upload, 'uploadUrl'>, file: FileSource, options: PutOptions = {}): APIPromise<void> {
    return new APIPromise(
      traceCaller(async () => {
        checkOptions(putOptions, options, 'put');
        if (typeof fieldsOf(upload)['uploadUrl'] !== 'string') {
          throw invalidOption('the first argument must be the result of createUpload', 'put');
        }
        const remaining = countdown(options, this.#caller.totalTimeout);
        const content = await readFile(putUpload, file, remaining());
        return this.#put(upload, content, { ...options, ...remaining() });
      }),
    );
  }

  /**
   * Confirms an upload. You can send the file for seven days from then on.
   *
   * @param id The `attachmentId` from `createUpload`. You do not need its `uploadToken`.
   * @throws UploadError if the bytes are missing, late, or not of the declared size.
   * @throws NotFoundError if there is no such upload.
   */
  confirm(id: string, options?: RequestOptions): APIPromise<Attachment> {
    return this.#caller.call(confirmUpload(id), { params: { id } }, options);
  }

  async #upload(file: FileSource, options: UploadOptions): Promise<WithResponse<UploadedAttachment>> {
    checkOptions(uploadOptions, options, 'upload');
    const {
      filename = nameOf(file),
      contentType = (file instanceof Blob && file.type) || contentTypeOf(filename),
      inline,
      onProgress,
      ...request
    } = options;
    const remaining = countdown(request, this.#caller.totalTimeout);
    const content = await readFile('upload', file, remaining());
    const params = { filename, contentType, size: sizeOf(content), ...(inline !== undefined && { inline }) };
    const upload = await this.createUpload(params, remaining());
    await this.#put(upload, content, { ...remaining(), contentType, onProgress });
    const { data, ...answer } = await this.confirm(upload.attachmentId, remaining()).withResponse();
    const { contentId } = upload;
    const described = {
      filename,
      contentType,
      size: params.size,
      ...(contentId !== undefined && { contentId }),
    };
    return { ...answer, data: { ...described, ...data } };
  }

  async #put(
    { uploadUrl }: Pick<Upload, 'uploadUrl'>,
    content: FileContent,
    { contentType = content instanceof Blob ? content.type : '', onProgress, ...options }: PutOptions,
  ): Promise<WithResponse<void>> {
    const total = sizeOf(content);
    const report = (progress: UploadProgress) => this.#caller.notify('onProgress', onProgress, progress);
    const { sentBy } = this.#caller;
    const streams = onProgress !== undefined && sentBy !== 'fetch' && canStreamUploads();
    const listens = onProgress !== undefined && sentBy === 'platform' && !streams && hasXHR();
    const request: StorageRequest = {
      operation: putUpload,
      url: checkedUrl(uploadUrl),
      contentType: contentType || undefined,
      body: streams ? () => measured(content, report) : content,
      contentLength: streams ? total : undefined,
      fetch: listens ? fetchOverXHR(content, (sent) => report({ sent, total })) : undefined,
    };
    const shown = streams || listens;
    if (!shown) report({ sent: 0, total });
    const answer = await this.#caller.put(request, options);
    if (!shown) report({ sent: total, total });
    return answer;
  }
}

/** The response to a confirmation is empty or has the attachment (A76). */
function confirmUpload(id: string): Endpoint<Attachment> {
  return endpoint(operations.confirmUpload, {
    normalise: (payload) => readAttachment(id, payload),
    present: (attachment): Attachment => attachment ?? { id, status: 'uploaded' },
  });
}

function nameOf(file: FileSource): string {
  const name: unknown = file instanceof Blob ? Reflect.get(file, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'attachment';
}

function checkedUrl(url: string): URL {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password) return parsed;
  throw validationError(putUpload, [
    {
      field: 'uploadUrl',
      message: 'must be an absolute http or https URL without a user name or password',
      value: undefined,
    },
  ]);
}
