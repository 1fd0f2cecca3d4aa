import { confirmedAttachmentSchema, createUploadBodySchema, uploadSchema } from './attachments.ts';
import {
  contactListSchema,
  contactListsSchema,
  createContactListBodySchema,
  listContactListsQuerySchema,
  updateContactListBodySchema,
} from './contact-lists.ts';
import {
  contactPageSchema,
  contactSchema,
  createContactBodySchema,
  listContactsQuerySchema,
  suppressContactBodySchema,
  updateContactBodySchema,
} from './contacts.ts';
import { emailListSchema, listEmailsQuerySchema, sendEmailBodySchema, sendReceiptSchema } from './emails.ts';
import type { Operation, PathParameter } from './operation.ts';
import {
  createVerificationBatchBodySchema,
  listVerificationsQuerySchema,
  verificationBatchReceiptSchema,
  verificationPageSchema,
  verificationResultSchema,
  verificationSchema,
  verificationStatsSchema,
  verifyEmailBodySchema,
} from './verification.ts';
import type * as z from 'zod/mini';

/** Prefix of every API path; the version is nowhere else (api.md §9). */
export const apiPrefix = '/api/v1';

/**
 * THE TABLE: every operation of the service, one row each. The client's methods, the sandbox's
 * routes, the OpenAPI document and the docs read it.
 */
export const operations = {
  sendEmail: {
    name: 'sendEmail',
    resource: 'emails',
    summary: 'Send an email',
    method: 'POST',
    path: '/api/v1/emails',
    body: sendEmailBodySchema,
    response: sendReceiptSchema,
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
    retry: 'with-idempotency-key',
  },
  listEmails: {
    name: 'listEmails',
    resource: 'emails',
    summary: 'List sent emails',
    method: 'GET',
    path: '/api/v1/emails',
    query: listEmailsQuerySchema,
    response: emailListSchema,
    status: 200,
    errors: [],
    retry: 'safe',
  },
  createUpload: {
    name: 'createUpload',
    resource: 'attachments',
    summary: 'Create a presigned upload URL',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    body: createUploadBodySchema,
    response: uploadSchema,
    status: 201,
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
    retry: 'rate-limited-only',
  },
  putUpload: {
    name: 'putUpload',
    resource: 'attachments',
    summary: 'Upload the bytes of a file',
    method: 'PUT',
    path: '/uploads/{id}',
    status: 200,
    errors: [],
    retry: 'safe',
  },
  confirmUpload: {
    name: 'confirmUpload',
    resource: 'attachments',
    summary: 'Confirm an upload',
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    response: confirmedAttachmentSchema,
    status: 200,
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
    retry: 'safe',
  },
  listContactLists: {
    name: 'listContactLists',
    resource: 'contact lists',
    summary: 'List all contact lists',
    method: 'GET',
    path: '/api/v1/contact-lists',
    query: listContactListsQuerySchema,
    response: contactListsSchema,
    status: 200,
    errors: [],
    retry: 'safe',
  },
  createContactList: {
    name: 'createContactList',
    resource: 'contact lists',
    summary: 'Create a contact list',
    method: 'POST',
    path: '/api/v1/contact-lists',
    body: createContactListBodySchema,
    response: contactListSchema,
    status: 201,
    errors: [],
    retry: 'rate-limited-only',
  },
  updateContactList: {
    name: 'updateContactList',
    resource: 'contact lists',
    summary: 'Update a contact list',
    method: 'PUT',
    path: '/api/v1/contact-lists/{id}',
    body: updateContactListBodySchema,
    response: contactListSchema,
    status: 200,
    errors: ['NOT_FOUND'],
    retry: 'safe',
  },
  listContacts: {
    name: 'listContacts',
    resource: 'contacts',
    summary: 'List the contacts of a list',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts',
    query: listContactsQuerySchema,
    response: contactPageSchema,
    status: 200,
    errors: ['LIST_NOT_FOUND'],
    retry: 'safe',
  },
  createContact: {
    name: 'createContact',
    resource: 'contacts',
    summary: 'Add a contact to a list',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts',
    body: createContactBodySchema,
    response: contactSchema,
    status: 201,
    errors: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
    retry: 'rate-limited-only',
  },
  getContact: {
    name: 'getContact',
    resource: 'contacts',
    summary: 'Get a contact',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    response: contactSchema,
    status: 200,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
    retry: 'safe',
  },
  updateContact: {
    name: 'updateContact',
    resource: 'contacts',
    summary: 'Update a contact',
    method: 'PUT',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    body: updateContactBodySchema,
    response: contactSchema,
    status: 200,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
    retry: 'safe',
  },
  suppressContact: {
    name: 'suppressContact',
    resource: 'contacts',
    summary: 'Suppress a contact in the whole domain',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}/suppress',
    body: suppressContactBodySchema,
    status: 204,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
    retry: 'safe',
  },
  verifyEmail: {
    name: 'verifyEmail',
    resource: 'verification',
    summary: 'Verify one address',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    body: verifyEmailBodySchema,
    response: verificationResultSchema,
    status: 200,
    errors: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'],
    retry: 'rate-limited-only',
  },
  createVerificationBatch: {
    name: 'createVerificationBatch',
    resource: 'verification',
    summary: 'Verify up to 1,000 addresses',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    body: createVerificationBatchBodySchema,
    response: verificationBatchReceiptSchema,
    status: 202,
    errors: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
    retry: 'rate-limited-only',
  },
  getVerification: {
    name: 'getVerification',
    resource: 'verification',
    summary: 'Get the state of a verification',
    method: 'GET',
    path: '/api/v1/email-verification/{id}',
    response: verificationSchema,
    status: 200,
    errors: ['NOT_FOUND'],
    retry: 'safe',
  },
  listVerifications: {
    name: 'listVerifications',
    resource: 'verification',
    summary: 'List verifications',
    method: 'GET',
    path: '/api/v1/email-verification',
    query: listVerificationsQuerySchema,
    response: verificationPageSchema,
    status: 200,
    errors: [],
    retry: 'safe',
  },
  getVerificationStats: {
    name: 'getVerificationStats',
    resource: 'verification',
    summary: 'Get verification statistics',
    method: 'GET',
    path: '/api/v1/email-verification/stats',
    response: verificationStatsSchema,
    status: 200,
    errors: [],
    retry: 'safe',
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
