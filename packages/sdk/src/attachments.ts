import { type Attachment, type CreateUploadBody, operations, type Upload } from '@mailrig/contract';
import { APIPromise, type WithResponse } from './api-promise.ts';
import type { Caller } from './call/caller.ts';
import { type Endpoint, endpoint } from './call/endpoint.ts';
import { traceCaller } from './call/call-site.ts';
import { fieldsOf, withId } from './call/fields.ts';
import { validationError } from './call/request.ts';
import { openScope } from './call/scope.ts';
import type { StorageRequest } from './call/storage.ts';
import { contentTypeOf } from './attachments/content-types.ts';
import { type FileContent, type FileSource, sizeOf, toContent } from './attachments/file-source.ts';
import { measured, type UploadProgress } from './attachments/measured.ts';
import { fetchOverXHR, hasXHR } from './attachments/xhr.ts';
import type { RequestOptions } from './options.ts';
import { canStreamUploads, now } from './runtime.ts';

/** How to put bytes to an upload URL. */
export interface PutOptions extends Omit<RequestOptions, 'headers'> {
  /** MIME type that `createUpload` was told. Default: the Blob's own. */
  readonly contentType?: string | undefined;
  /**
   * Called with how far the upload has come, from 0 to all bytes, and from 0 again if a lost connection
   * is repeated. If it throws, the `logger` is told and the upload carries on.
   *
   * Node reports each part. So do browsers, which then upload through `XMLHttpRequest`, unless the client
   * has an option `fetch` or `ky`. Elsewhere, a streamed request does not tell its length, which stores
   * insist on, so only the beginning and the end are reported.
   */
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** How to upload a file. */
export interface UploadOptions extends RequestOptions, Pick<PutOptions, 'onProgress'> {
  /** Name that the recipient sees. Default: the File's own, else `attachment`. */
  readonly filename?: string | undefined;
  /** MIME type. Default: the Blob's own, else what the name's ending tells, else `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** True for an image that the HTML shows as `<img src="cid:…">`. Default false. */
  readonly inline?: boolean | undefined;
}

/** An attachment that was uploaded in one call. */
export interface UploadedAttachment extends Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
}

const createUpload = endpoint(operations.createUpload, {
  normalise: normaliseUpload,
  present: (upload): Upload => upload,
});
const putUpload = operations.putUpload.name;

/** Files to attach to emails: uploaded once, they can be sent for seven days. */
export class Attachments {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Uploads a file, ready to be sent: announces it, puts its bytes to the upload URL and confirms them.
   *
   * ```ts
   * const { id } = await mail.attachments.upload(file);
   * await mail.emails.send({ …, attachmentIds: [id] });
   * ```
   *
   * Streams are collected in memory first, because their size must be known. `timeout` applies to each
   * request: give a longer one for large files on slow lines. `totalTimeout` covers reading the stream.
   *
   * @throws ValidationError if the file is empty, too large, or of a type that is not allowed.
   * @throws UploadError if the upload URL refuses it.
   */
  upload(file: FileSource, options: UploadOptions = {}): APIPromise<UploadedAttachment> {
    return new APIPromise(traceCaller(() => this.#upload(file, options)));
  }

  /** Announces a file, and gets the URL to put it to within an hour. */
  createUpload(params: CreateUploadBody, options?: RequestOptions): APIPromise<Upload> {
    return this.#caller.call(createUpload, { body: params }, options);
  }

  /**
   * Puts the bytes of a file to its upload URL. Neither the API key nor any header of the client goes
   * there. Repeated after lost connections and failures of the store (R107).
   *
   * @param upload What `createUpload` gave.
   * @throws UploadError if the URL refuses it; `details.reason` is the store's own code.
   */
  put(upload: Pick<Upload, 'uploadUrl'>, file: FileSource, options: PutOptions = {}): APIPromise<void> {
    return new APIPromise(
      traceCaller(async () => {
        const remaining = countdown(options, this.#caller.totalTimeout);
        const content = await readFile(putUpload, file, remaining());
        return this.#put(upload, content, { ...options, ...remaining() });
      }),
    );
  }

  /**
   * Confirms that a file was put, which makes it usable in emails for seven days.
   *
   * @param id The `attachmentId` that `createUpload` gave; an `uploadToken` is not needed (A77).
   * @throws UploadError if the bytes are missing, late, or not as many as announced.
   * @throws NotFoundError if there is no such upload.
   */
  confirm(id: string, options?: RequestOptions): APIPromise<Attachment> {
    return this.#caller.call(confirmUpload(id), { params: { id } }, options);
  }

  async #upload(file: FileSource, options: UploadOptions): Promise<WithResponse<UploadedAttachment>> {
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
    const report = (progress: UploadProgress) => this.#caller.tell('onProgress', onProgress, progress);
    const streams = onProgress !== undefined && canStreamUploads();
    const listens = onProgress !== undefined && !streams && !this.#caller.hasOwnFetch && hasXHR();
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

/** A confirmation answers with nothing or with the attachment (A76). */
function confirmUpload(id: string): Endpoint<Attachment> {
  return endpoint(operations.confirmUpload, {
    normalise: (payload) => {
      const { attachmentId = id, ...record } = withId(payload);
      const { status = 'uploaded' } = record;
      return { id: attachmentId, ...record, status: status === 'ready' ? 'uploaded' : status };
    },
    present: (attachment): Attachment => attachment ?? { id, status: 'uploaded' },
  });
}

/** Accepts `id` for `attachmentId`. */
function normaliseUpload(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const upload = withId(fieldsOf(payload));
  return { attachmentId: upload['id'], ...upload };
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

/** Reads a file within the time that its call has. */
async function readFile(operation: string, file: FileSource, options: RequestOptions): Promise<FileContent> {
  const scope = openScope(options.signal, options.totalTimeout);
  try {
    return await toContent(operation, file, scope);
  } finally {
    scope.close();
  }
}

/** The options of each step of a call; the steps share its total timeout. */
function countdown(options: RequestOptions, ofClient: number | undefined): () => RequestOptions {
  const { totalTimeout = ofClient } = options;
  if (totalTimeout === undefined) return () => options;
  const end = now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - now()) });
}
