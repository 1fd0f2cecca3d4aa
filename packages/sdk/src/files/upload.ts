import {
  type Attachment,
  type CreateUploadBody,
  fieldsOf,
  attachmentOperations,
  type Upload,
} from '@mailrig/contract';
import { callback, type Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { Caller } from '../call/caller.ts';
import { validationError } from '../call/request.ts';
import {
  countdown,
  checkOptions,
  without,
  requestRows,
  type RequestOptions,
} from '../options/request-options.ts';
import { storageReader, type StorageRequest, storageRequest } from '../call/storage.ts';
import { invalidOption } from '../errors/mailrig-error.ts';
import type { APIPromise, WithResponse } from '../results/api-promise.ts';
import { canListenToUploads, canStreamUploads } from '../runtime/files.ts';
import { isBlob } from '../runtime/realms.ts';
import { contentTypeOf } from './content-types.ts';
import { type FileSource, readFile } from './file-source.ts';
import { measured, type UploadProgress } from './measured.ts';
import { fetchOverXHR } from './xhr.ts';

/** An attachment that `upload` stored and confirmed. */
export interface UploadedAttachment extends Attachment {
  /** Name that the recipient sees. */
  readonly filename: string;
  /** Declared MIME type. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Options of `put`. */
export interface PutOptions extends Omit<RequestOptions, 'headers'> {
  /** MIME type, the same as in `createUpload`. Default: the type of the Blob. */
  readonly contentType?: string | undefined;
  /**
   * Called with the progress of the upload, with 0 first and all bytes once it has succeeded; a retry starts from 0
   * again. If it throws, the client logs a warning and the upload continues.
   *
   * Node reports every part. Browsers do too, through `XMLHttpRequest`, unless the client has an option `ky` or a
   * service worker responds. With option `fetch`, in jsdom and happy-dom, and in other runtimes, you see only the start
   * and the end: they may not be able to stream a request with a known length, which stores require.
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

const putUpload = attachmentOperations.putUpload.name;

/** The calls of an upload, before and after its bytes. */
interface UploadService {
  createUpload(params: CreateUploadBody, options: RequestOptions): APIPromise<Upload>;
  confirm(id: string, options: RequestOptions): APIPromise<Attachment>;
}

/** Creates an upload, puts the bytes of a file to its URL, and confirms it. */
export async function upload(
  caller: Caller,
  service: UploadService,
  file: FileSource,
  options: UploadOptions,
): Promise<WithResponse<UploadedAttachment>> {
  checkOptions(uploadOptions, options, 'upload');
  const {
    filename = nameOf(file),
    contentType = (isBlob(file) && file.type) || (await contentTypeOf(filename)),
    inline,
    onProgress,
    ...request
  } = options;
  const remaining = countdown(request, caller.settings.limits);
  const content = await readFile('upload', file, remaining());
  const params = { filename, contentType, size: content.byteLength, ...(inline !== undefined && { inline }) };
  const created = await service.createUpload(params, remaining());
  await send(caller, created, content, { ...remaining(), contentType, onProgress });
  const { data, ...response } = await service.confirm(created.attachmentId, remaining()).withResponse();
  const { contentId } = created;
  const { inline: _inline, ...described } = { ...params, ...(contentId !== undefined && { contentId }) };
  return { ...response, data: { ...described, ...data } };
}

/** Puts the bytes of a file to an upload URL. */
export async function put(
  caller: Caller,
  created: Pick<Upload, 'uploadUrl'>,
  file: FileSource,
  options: PutOptions,
): Promise<WithResponse<void>> {
  checkOptions(putOptions, options, 'put');
  if (typeof fieldsOf(created)['uploadUrl'] !== 'string') {
    throw invalidOption('the first argument must be the result of createUpload', 'put');
  }
  const remaining = countdown(options, caller.settings.limits);
  const { contentType = isBlob(file) ? file.type : '' } = options;
  const content = await readFile(putUpload, file, remaining());
  return send(caller, created, content, { ...options, ...remaining(), contentType });
}

async function send(
  caller: Caller,
  { uploadUrl }: Pick<Upload, 'uploadUrl'>,
  content: Uint8Array<ArrayBuffer>,
  { contentType, onProgress, ...options }: PutOptions,
): Promise<WithResponse<void>> {
  const total = content.byteLength;
  let latest: number | undefined;
  const report = (sent: number) => {
    if (sent === latest) return;
    latest = sent;
    caller.notify('onProgress', onProgress, { sent, total });
  };
  const { fetch, ky } = caller.settings;
  const streams = onProgress !== undefined && !fetch && canStreamUploads();
  const listens = onProgress !== undefined && !fetch && !ky && canListenToUploads();
  const request: StorageRequest = {
    operation: putUpload,
    url: checkedUrl(uploadUrl),
    contentType: contentType || undefined,
    body: streams ? () => measured(content, report) : content,
    contentLength: streams ? total : undefined,
    fetch: listens ? fetchOverXHR(content, report) : undefined,
  };
  report(0);
  const response = await caller.put(storageRequest(request), storageReader, options);
  // A service worker, for one, hides the events of an upload from the page.
  report(total);
  return response;
}

function nameOf(file: FileSource): string {
  const name: unknown = isBlob(file) ? Reflect.get(file, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'attachment';
}

function checkedUrl(url: string): URL {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password) return parsed;
  const message = 'must be an absolute http or https URL without a user name or password';
  throw validationError(putUpload, { field: 'uploadUrl', message });
}
