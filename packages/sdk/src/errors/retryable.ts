import { errorCodes, isErrorCode, type OperationName, type operations } from '@mailrig/contract';
import type { ClientErrorCode, MailrigErrorCode, Outcome } from './codes.ts';

/** Facts that decide whether a failed call may be repeated. */
interface FailedCall {
  readonly code: MailrigErrorCode;
  readonly operation?: string | undefined;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
}

/** Operations that take effect again each time they are called. */
type Repeating = {
  [Name in OperationName]: (typeof operations)[Name]['retry'] extends 'if-not-done' ? Name : never;
}[OperationName];

// Written out, because the table of operations would be loaded with every error.
const repeating: Readonly<Record<Repeating | 'sendMany' | 'importMany' | 'verifyMany', true>> = {
  createContactList: true,
  createContact: true,
  createVerificationBatch: true,
  sendMany: true,
  importMany: true,
  verifyMany: true,
};

/** Codes of this package for failures that may be over the next time. */
const passing = new Set<string>([
  'ABORTED',
  'INVALID_RESPONSE',
  'NETWORK_ERROR',
  'THROTTLE_FAILED',
  'TIMEOUT_ERROR',
] satisfies readonly ClientErrorCode[]);

/**
 * Whether the same call can succeed later, and cannot do something twice: see `MailrigError.retryable`. It is the only
 * code that decides this.
 */
export function isRetryable({ code, operation = '', outcome, status = 0 }: FailedCall): boolean {
  if (!canPass(code, status)) return false;
  switch (outcome) {
    case 'succeeded':
      return isRead(operation);
    case 'unknown':
      return !Object.hasOwn(repeating, operation) && !/^(?:POST|PATCH) /.test(operation);
    default:
      return true;
  }
}

/** Whether the cause of a failure may be gone later. A known code decides, otherwise the status. */
function canPass(code: MailrigErrorCode, status: number): boolean {
  if (isErrorCode(code)) return errorCodes[code].retry !== 'never';
  return passing.has(code) || isTransientStatus(status);
}

/** Whether the client itself may retry after this refusal. A known code decides, otherwise the status. */
export function isTransient(code: string, status: number): boolean {
  if (!isErrorCode(code)) return isTransientStatus(status);
  const { retry } = errorCodes[code];
  return retry === 'after-wait' || retry === 'if-safe';
}

const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Whether a call only reads, so that all it lacks is the response. */
const isRead = (operation: string): boolean => /^(?:GET |changes$|get|list|waitFor)/.test(operation);
