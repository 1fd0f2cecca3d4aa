import type { OperationName, operations } from '../operations.ts';
import { attachmentDescriptions } from './attachments.ts';
import { contactListDescriptions } from './contact-lists.ts';
import { contactDescriptions } from './contacts.ts';
import { emailDescriptions } from './emails.ts';
import { verificationDescriptions } from './verification.ts';
import type { ErrorCode } from './errors.ts';
import type { Descriptions, Operation } from './operation.ts';

/** Error codes of every operation under `/api/v1`. */
export const commonErrors: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'RATE_LIMIT_EXCEEDED',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

const descriptions: Descriptions<typeof operations> = {
  ...emailDescriptions,
  ...attachmentDescriptions,
  ...contactListDescriptions,
  ...contactDescriptions,
  ...verificationDescriptions,
};

/** What an operation does, in one line. */
export function summaryOf({ name }: Operation): string {
  return descriptions[name as OperationName].summary;
}

/** Error codes of an operation, besides {@link commonErrors}. */
export function errorsOf({ name }: Operation): readonly ErrorCode[] {
  return descriptions[name as OperationName].errors;
}
