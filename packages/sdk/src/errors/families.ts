import { errorCodes, type ErrorFamily, isErrorCode } from '@mailrig/contract';
import { APIError, type APIErrorFacts } from './api-error.ts';
import { AuthenticationError } from './authentication-error.ts';
import { ConflictError } from './conflict-error.ts';
import { InsufficientCreditsError } from './insufficient-credits-error.ts';
import { NotFoundError } from './not-found-error.ts';
import { PermissionError } from './permission-error.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { SendError } from './send-error.ts';
import { ServerError } from './server-error.ts';
import { TooManyBatchesError } from './too-many-batches-error.ts';
import { UploadError } from './upload-error.ts';
import { ValidationError } from './validation-error.ts';

const classes: Readonly<Record<ErrorFamily | 'permission', (facts: APIErrorFacts) => APIError>> = {
  authentication: (facts) => new AuthenticationError(facts),
  permission: (facts) => new PermissionError(facts),
  validation: (facts) => new ValidationError(facts),
  'not-found': (facts) => new NotFoundError(facts),
  conflict: (facts) => new ConflictError(facts),
  'insufficient-credits': (facts) => new InsufficientCreditsError({ ...facts, code: 'INSUFFICIENT_CREDITS' }),
  'rate-limit': (facts) => new RateLimitError(facts),
  'too-many-batches': (facts) => new TooManyBatchesError({ ...facts, code: 'TOO_MANY_BATCHES' }),
  send: (facts) => new SendError(facts),
  upload: (facts) => new UploadError(facts),
  server: (facts) => new ServerError(facts),
  other: (facts) => new APIError(facts),
};

const familyByStatus: Readonly<Record<number, ErrorFamily | 'permission'>> = {
  400: 'validation',
  401: 'authentication',
  403: 'permission',
  404: 'not-found',
  409: 'conflict',
  422: 'validation',
  429: 'rate-limit',
};

/** The error of the code's family (decision A60); of the status' only where the code is not known. */
export function createAPIError(facts: APIErrorFacts): APIError {
  return classes[familyOf(facts)](facts);
}

function familyOf({ code, status = 0 }: APIErrorFacts): ErrorFamily | 'permission' {
  if (isErrorCode(code)) return errorCodes[code].family;
  return familyByStatus[status] ?? (status >= 500 ? 'server' : 'other');
}
