import type { OperationName } from '../operations.ts';
import type { ErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';

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

/** Not in the rows: an app's bundle contains them only if the app uses them. */
const ownErrors: Readonly<Record<OperationName, readonly ErrorCode[]>> = {
  sendEmail: [
    'IDEMPOTENCY_CONFLICT',
    'IDEMPOTENCY_IN_PROGRESS',
    'DOMAIN_VALIDATION_FAILED',
    'DNS_VERIFICATION_FAILED',
    'FROM_DOMAIN_MISMATCH',
    'TEMPLATE_NOT_FOUND',
    'TEMPLATE_RENDER_ERROR',
    'ATTACHMENT_NOT_FOUND',
    'ATTACHMENT_TOO_LARGE',
    'EMAIL_TOO_LARGE',
    'SPAM_SCORE_TOO_HIGH',
    'RECIPIENT_SUPPRESSED',
  ],
  listEmails: [],
  getEmail: ['NOT_FOUND'],
  getEmailStats: [],
  createUpload: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
  putUpload: [],
  confirmUpload: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
  listContactLists: [],
  createContactList: [],
  updateContactList: ['NOT_FOUND'],
  getContactList: ['NOT_FOUND'],
  deleteContactList: ['NOT_FOUND'],
  getContactListStats: ['NOT_FOUND'],
  listContacts: ['LIST_NOT_FOUND'],
  createContact: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
  getContact: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  updateContact: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
  suppressContact: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
  deleteContact: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  verifyEmail: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'],
  createVerificationBatch: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
  getVerification: ['NOT_FOUND'],
  listVerifications: [],
  getVerificationStats: [],
};

/** Error codes of an operation, besides {@link commonErrors}. */
export function errorsOf({ name }: Operation): readonly ErrorCode[] {
  return ownErrors[name as OperationName];
}
