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

interface Description {
  /** What the operation does, in one line. */
  readonly summary: string;
  /** Its error codes, besides {@link commonErrors}. */
  readonly errors: readonly ErrorCode[];
}

/** Not in the rows: an app's bundle contains them only if the app uses them. */
const descriptions: Readonly<Record<OperationName, Description>> = {
  sendEmail: {
    summary: 'Send an email',
    errors: [
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
  },
  listEmails: { summary: 'List sent emails', errors: [] },
  getEmail: { summary: 'Get an email', errors: ['NOT_FOUND'] },
  getEmailStats: { summary: 'Get email statistics', errors: [] },
  createUpload: {
    summary: 'Create a presigned upload URL',
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
  },
  putUpload: { summary: 'Upload the bytes of a file', errors: [] },
  confirmUpload: {
    summary: 'Confirm an upload',
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
  },
  listContactLists: { summary: 'List all contact lists', errors: [] },
  createContactList: { summary: 'Create a contact list', errors: [] },
  updateContactList: { summary: 'Update a contact list', errors: ['NOT_FOUND'] },
  getContactList: { summary: 'Get a contact list', errors: ['NOT_FOUND'] },
  deleteContactList: { summary: 'Delete a contact list with its contacts', errors: ['NOT_FOUND'] },
  getContactListStats: { summary: 'Count the contacts of a list by status', errors: ['NOT_FOUND'] },
  listContacts: { summary: 'List the contacts of a list', errors: ['LIST_NOT_FOUND'] },
  createContact: {
    summary: 'Add a contact to a list',
    errors: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
  },
  getContact: { summary: 'Get a contact', errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
  updateContact: {
    summary: 'Update a contact',
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
  },
  suppressContact: {
    summary: 'Suppress a contact in the whole domain',
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
  },
  deleteContact: { summary: 'Delete a contact from a list', errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'] },
  verifyEmail: { summary: 'Verify one address', errors: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'] },
  createVerificationBatch: {
    summary: 'Verify up to 1,000 addresses',
    errors: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
  },
  getVerification: { summary: 'Get the state of a verification', errors: ['NOT_FOUND'] },
  listVerifications: { summary: 'List verifications', errors: [] },
  getVerificationStats: { summary: 'Get verification statistics', errors: [] },
};

/** What an operation does, in one line. */
export function summaryOf({ name }: Operation): string {
  return descriptions[name as OperationName].summary;
}

/** Error codes of an operation, besides {@link commonErrors}. */
export function errorsOf({ name }: Operation): readonly ErrorCode[] {
  return descriptions[name as OperationName].errors;
}
