import { calls } from './calls.ts';
import type { Operation, PathParameter } from './operation.ts';
import type * as z from 'zod/mini';

/** Prefix of every API path; the version is nowhere else (api.md §9). */
export const apiPrefix = '/api/v1';

/**
 * THE TABLE: every operation of the service, one row each. The client's methods, the sandbox's
 * routes, the OpenAPI document and the docs read it.
 */
export const operations = {
  sendEmail: {
    ...calls.sendEmail,
    resource: 'emails',
    summary: 'Send an email',
    status: 201,
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
  listEmails: {
    ...calls.listEmails,
    resource: 'emails',
    summary: 'List sent emails',
    status: 200,
    errors: [],
  },
  createUpload: {
    ...calls.createUpload,
    resource: 'attachments',
    summary: 'Create a presigned upload URL',
    status: 201,
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
  },
  putUpload: {
    ...calls.putUpload,
    resource: 'attachments',
    summary: 'Upload the bytes of a file',
    status: 200,
    errors: [],
  },
  confirmUpload: {
    ...calls.confirmUpload,
    resource: 'attachments',
    summary: 'Confirm an upload',
    status: 200,
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
  },
  listContactLists: {
    ...calls.listContactLists,
    resource: 'contact lists',
    summary: 'List all contact lists',
    status: 200,
    errors: [],
  },
  createContactList: {
    ...calls.createContactList,
    resource: 'contact lists',
    summary: 'Create a contact list',
    status: 201,
    errors: [],
  },
  updateContactList: {
    ...calls.updateContactList,
    resource: 'contact lists',
    summary: 'Update a contact list',
    status: 200,
    errors: ['NOT_FOUND'],
  },
  listContacts: {
    ...calls.listContacts,
    resource: 'contacts',
    summary: 'List the contacts of a list',
    status: 200,
    errors: ['LIST_NOT_FOUND'],
  },
  createContact: {
    ...calls.createContact,
    resource: 'contacts',
    summary: 'Add a contact to a list',
    status: 201,
    errors: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
  },
  getContact: {
    ...calls.getContact,
    resource: 'contacts',
    summary: 'Get a contact',
    status: 200,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
  },
  updateContact: {
    ...calls.updateContact,
    resource: 'contacts',
    summary: 'Update a contact',
    status: 200,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
  },
  suppressContact: {
    ...calls.suppressContact,
    resource: 'contacts',
    summary: 'Suppress a contact in the whole domain',
    status: 204,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
  },
  verifyEmail: {
    ...calls.verifyEmail,
    resource: 'verification',
    summary: 'Verify one address',
    status: 200,
    errors: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'],
  },
  createVerificationBatch: {
    ...calls.createVerificationBatch,
    resource: 'verification',
    summary: 'Verify up to 1,000 addresses',
    status: 202,
    errors: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
  },
  getVerification: {
    ...calls.getVerification,
    resource: 'verification',
    summary: 'Get the state of a verification',
    status: 200,
    errors: ['NOT_FOUND'],
  },
  listVerifications: {
    ...calls.listVerifications,
    resource: 'verification',
    summary: 'List verifications',
    status: 200,
    errors: [],
  },
  getVerificationStats: {
    ...calls.getVerificationStats,
    resource: 'verification',
    summary: 'Get verification statistics',
    status: 200,
    errors: [],
  },
} as const satisfies Record<string, Operation>;

/** Name of an operation. */
export type OperationName = keyof typeof operations;

type Row<N extends OperationName> = (typeof operations)[N];
type Parsed<S> = S extends z.ZodMiniType<infer T> ? T : undefined;

/** What a call of operation `N` is made of. */
export type OperationInput<N extends OperationName> = {
  readonly params: Readonly<Record<PathParameter<Row<N>['path']>, string>>;
  readonly query: Row<N> extends { query: infer S } ? Parsed<S> : undefined;
  readonly body: Row<N> extends { body: infer S } ? Parsed<S> : undefined;
};

/** Payload that operation `N` answers with, in its documented form. */
export type OperationPayload<N extends OperationName> =
  Row<N> extends { response: infer S } ? Parsed<S> : undefined;
