import { APIError } from './api-error.ts';

/**
 * A file did not arrive as it was announced: `UPLOAD_NOT_COMPLETE`, `UPLOAD_EXPIRED`,
 * `FILE_SIZE_MISMATCH`; or the upload address did not take it: `UPLOAD_FAILED`, with the storage's own
 * code as `details.reason`, for example `AccessDenied`.
 */
export class UploadError extends APIError {
  override name = 'UploadError';
}
