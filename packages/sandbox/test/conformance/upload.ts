import { expect } from 'vitest';
import { type TestResponse, responseOf, call, type Request, type Target } from '../harness.ts';

/** Path of the operation that creates an upload. */
export const presignedUrl = '/api/v1/attachments/presigned-url';

export const mebibyte = 1_048_576;

/** `data` of a created upload. */
export interface Upload {
  readonly attachmentId: string;
  readonly uploadUrl: string;
  readonly expiresAt: string;
  readonly contentId?: string | null;
  readonly uploadToken?: string;
}

/** Text as the bytes of a file. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** `length` bytes that cycle through every byte value. */
export function binary(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = index;
  return bytes;
}

/** The default file. */
export const content = bytesOf('%PDF-1.7 a report');

/** The declaration that matches {@link content}. */
export const report = { filename: 'report.pdf', contentType: 'application/pdf', size: content.length };

/** Creates an upload of {@link report} with other fields. `undefined` omits a field. */
export function createUpload(
  target: Target,
  fields: object = {},
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'POST', presignedUrl, { ...request, json: { ...report, ...fields } });
}

/** Creates an upload of {@link report} with other fields, and returns it. */
export async function newUpload(target: Target, fields: object = {}, request: Request = {}): Promise<Upload> {
  const response = await createUpload(target, fields, request);
  expect(response.outcome).toBe('201');
  return uploadIn(response);
}

/** The upload in a response. */
export function uploadIn(response: TestResponse): Upload {
  const body: { data: Upload } = JSON.parse(response.text);
  return body.data;
}

/** Uploads the bytes, by default as `application/pdf`. */
export async function put(
  target: Target,
  { uploadUrl }: Pick<Upload, 'uploadUrl'>,
  body: Uint8Array<ArrayBuffer> = content,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/pdf' },
): Promise<TestResponse> {
  return responseOf(await target.fetch(uploadUrl, { method: 'PUT', body, headers }));
}

/** Confirms an upload by its id or its token. */
export function confirm(target: Target, id: string, request: Request = {}): Promise<TestResponse> {
  return call(target, 'POST', `/api/v1/attachments/${id}/confirm`, request);
}

/** Creates, uploads and confirms `file`, so that it can be sent. */
export async function attach(
  target: Target,
  file: {
    readonly filename?: string;
    readonly contentType?: string;
    readonly inline?: boolean;
    readonly bytes?: Uint8Array<ArrayBuffer>;
  } = {},
  request: Request = {},
): Promise<Upload> {
  const { bytes = content, ...fields } = file;
  const { contentType } = { ...report, ...fields };
  const upload = await newUpload(target, { ...fields, size: bytes.length }, request);
  expect((await put(target, upload, bytes, { 'content-type': contentType })).status).toBe(200);
  expect((await confirm(target, upload.attachmentId, request)).outcome).toBe('200');
  return upload;
}
