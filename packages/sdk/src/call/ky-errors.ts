import { isForceRetryError, isKyError, isTimeoutError } from 'ky';

/** Whether ky gave up because its time limit was reached. */
export function isKyTimeout(error: unknown): boolean {
  // A DOMException of `AbortSignal.timeout()` has the same name, but no request.
  return isTimeoutError(error) && 'request' in error;
}

/** The cause of an error of ky. ky's own errors hold the request, and the request holds the key. */
export function causeOf(error: unknown): unknown {
  if (isForceRetryError(error)) {
    return new Error('it returned ky.retry(), but retries are up to the client: see option maxRetries');
  }
  let cause = error;
  for (let depth = 0, each = error; depth < 10 && each instanceof Error; depth += 1, each = each.cause) {
    if (isKyError(each)) cause = each.cause ?? new Error(each.message);
  }
  return cause;
}
