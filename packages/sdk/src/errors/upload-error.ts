import { APIError } from './api-error.ts';

/** A file did not arrive as it was announced: `UPLOAD_NOT_COMPLETE`, `UPLOAD_EXPIRED`, `FILE_SIZE_MISMATCH`. */
export class UploadError extends APIError {
  override name = 'UploadError';
}
