import type * as z from 'zod/mini';
import { confirmedAttachmentSchema, createUploadBodySchema, uploadSchema } from './resources/attachments.ts';
import {
  contactListSchema,
  contactListsSchema,
  contactListStatsSchema,
  createContactListBodySchema,
  listContactListsQuerySchema,
  updateContactListBodySchema,
} from './resources/contact-lists.ts';
import {
  contactPageSchema,
  contactSchema,
  createContactBodySchema,
  listContactsQuerySchema,
  suppressContactBodySchema,
  updateContactBodySchema,
} from './resources/contacts.ts';
import {
  emailListSchema,
  emailRecordSchema,
  emailStatsRecordSchema,
  listEmailsQuerySchema,
  sendEmailBodySchema,
  sendReceiptSchema,
} from './resources/emails.ts';
import type { Endpoints, Operation } from './operations/operation.ts';
import type { PathParameter } from './operations/paths.ts';
import {
  createVerificationBatchBodySchema,
  listVerificationsQuerySchema,
  verificationBatchReceiptSchema,
  verificationPageSchema,
  verificationResultSchema,
  verificationSchema,
  verificationStatsSchema,
  verifyEmailBodySchema,
} from './resources/verification.ts';

/** Prefix of every API path, and the only place of the version (R16). */
export const apiPrefix = '/api/v1';

/**
 * The table of operations, one row each. The methods of the client, the routes of the sandbox, the
 * OpenAPI document and the docs read it. Rows that are `published` are not in the document of the service (A126). Use `check` with its schemas; zod builds each one when it is
 * first used.
 */
export const operations = {
  sendEmail: {
    name: 'sendEmail',
    resource: 'emails',
    method: 'POST',
    path: '/api/v1/emails',
    body: sendEmailBodySchema,
    status: 201,
    response: sendReceiptSchema,
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
    method: 'GET',
    path: '/api/v1/emails',
    query: listEmailsQuerySchema,
    status: 200,
    response: emailListSchema,
    errors: [],
    retry: 'safe',
  },
  getEmail: {
    name: 'getEmail',
    resource: 'emails',
    method: 'GET',
    path: '/api/v1/emails/{id}',
    status: 200,
    response: emailRecordSchema,
    errors: ['NOT_FOUND'],
    retry: 'safe',
    published: true,
  },
  getEmailStats: {
    name: 'getEmailStats',
    resource: 'emails',
    method: 'GET',
    path: '/api/v1/emails/stats',
    status: 200,
    response: emailStatsRecordSchema,
    errors: [],
    retry: 'safe',
    published: true,
  },
  createUpload: {
    name: 'createUpload',
    resource: 'attachments',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    body: createUploadBodySchema,
    status: 201,
    response: uploadSchema,
    errors: ['ATTACHMENT_TOO_LARGE', 'INVALID_CONTENT_TYPE'],
    retry: 'safe',
  },
  putUpload: {
    name: 'putUpload',
    resource: 'attachments',
    method: 'PUT',
    path: '/uploads/{id}',
    status: 200,
    errors: [],
    retry: 'safe',
  },
  confirmUpload: {
    name: 'confirmUpload',
    resource: 'attachments',
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    status: 200,
    response: confirmedAttachmentSchema,
    errors: ['UPLOAD_NOT_FOUND', 'UPLOAD_NOT_COMPLETE', 'UPLOAD_EXPIRED', 'FILE_SIZE_MISMATCH'],
    retry: 'safe',
  },
  listContactLists: {
    name: 'listContactLists',
    resource: 'contact lists',
    method: 'GET',
    path: '/api/v1/contact-lists',
    query: listContactListsQuerySchema,
    status: 200,
    response: contactListsSchema,
    errors: [],
    retry: 'safe',
  },
  createContactList: {
    name: 'createContactList',
    resource: 'contact lists',
    method: 'POST',
    path: '/api/v1/contact-lists',
    body: createContactListBodySchema,
    status: 201,
    response: contactListSchema,
    errors: [],
    retry: 'if-not-done',
  },
  updateContactList: {
    name: 'updateContactList',
    resource: 'contact lists',
    method: 'PUT',
    path: '/api/v1/contact-lists/{id}',
    body: updateContactListBodySchema,
    status: 200,
    response: contactListSchema,
    errors: ['NOT_FOUND'],
    retry: 'safe',
  },
  getContactList: {
    name: 'getContactList',
    resource: 'contact lists',
    method: 'GET',
    path: '/api/v1/contact-lists/{id}',
    status: 200,
    response: contactListSchema,
    errors: ['NOT_FOUND'],
    retry: 'safe',
    published: true,
  },
  deleteContactList: {
    name: 'deleteContactList',
    resource: 'contact lists',
    method: 'DELETE',
    path: '/api/v1/contact-lists/{id}',
    status: 204,
    errors: ['NOT_FOUND'],
    retry: 'safe',
    published: true,
  },
  getContactListStats: {
    name: 'getContactListStats',
    resource: 'contact lists',
    method: 'GET',
    path: '/api/v1/contact-lists/{id}/stats',
    status: 200,
    response: contactListStatsSchema,
    errors: ['NOT_FOUND'],
    retry: 'safe',
    published: true,
  },
  listContacts: {
    name: 'listContacts',
    resource: 'contacts',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts',
    query: listContactsQuerySchema,
    status: 200,
    response: contactPageSchema,
    errors: ['LIST_NOT_FOUND'],
    retry: 'safe',
  },
  createContact: {
    name: 'createContact',
    resource: 'contacts',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts',
    body: createContactBodySchema,
    status: 201,
    response: contactSchema,
    errors: ['LIST_NOT_FOUND', 'CONTACT_ALREADY_EXISTS', 'INVALID_CUSTOM_FIELD'],
    retry: 'if-not-done',
  },
  getContact: {
    name: 'getContact',
    resource: 'contacts',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    status: 200,
    response: contactSchema,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
    retry: 'safe',
  },
  updateContact: {
    name: 'updateContact',
    resource: 'contacts',
    method: 'PUT',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    body: updateContactBodySchema,
    status: 200,
    response: contactSchema,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'INVALID_CUSTOM_FIELD'],
    retry: 'safe',
  },
  suppressContact: {
    name: 'suppressContact',
    resource: 'contacts',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}/suppress',
    body: suppressContactBodySchema,
    status: 204,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND', 'ALREADY_SUPPRESSED'],
    retry: 'safe',
  },
  deleteContact: {
    name: 'deleteContact',
    resource: 'contacts',
    method: 'DELETE',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    status: 204,
    errors: ['LIST_NOT_FOUND', 'CONTACT_NOT_FOUND'],
    retry: 'safe',
    published: true,
  },
  verifyEmail: {
    name: 'verifyEmail',
    resource: 'verification',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    body: verifyEmailBodySchema,
    status: 200,
    response: verificationResultSchema,
    errors: ['INVALID_EMAIL', 'INSUFFICIENT_CREDITS'],
    retry: 'safe',
  },
  createVerificationBatch: {
    name: 'createVerificationBatch',
    resource: 'verification',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    body: createVerificationBatchBodySchema,
    status: 202,
    statusAtOnce: 200,
    response: verificationBatchReceiptSchema,
    errors: ['BATCH_TOO_LARGE', 'TOO_MANY_BATCHES', 'INSUFFICIENT_CREDITS'],
    retry: 'if-not-done',
  },
  getVerification: {
    name: 'getVerification',
    resource: 'verification',
    method: 'GET',
    path: '/api/v1/email-verification/{id}',
    status: 200,
    response: verificationSchema,
    errors: ['NOT_FOUND'],
    retry: 'safe',
  },
  listVerifications: {
    name: 'listVerifications',
    resource: 'verification',
    method: 'GET',
    path: '/api/v1/email-verification',
    query: listVerificationsQuerySchema,
    status: 200,
    response: verificationPageSchema,
    errors: [],
    retry: 'safe',
  },
  getVerificationStats: {
    name: 'getVerificationStats',
    resource: 'verification',
    method: 'GET',
    path: '/api/v1/email-verification/stats',
    status: 200,
    response: verificationStatsSchema,
    errors: [],
    retry: 'safe',
  },
} as const satisfies Record<string, Operation>;

/** The rows of a service with these endpoints. */
export function operationsOf(endpoints: Endpoints): readonly Operation[] {
  const rows: readonly Operation[] = Object.values(operations);
  return endpoints === 'published' ? rows : rows.filter(({ published }) => !published);
}

/**
 * Why a sandbox with the documented endpoints does not serve an operation, and what to do (A126).
 *
 * @param name Name of the operation.
 */
export function unservedReason(name: string): string {
  return `The documentation of the service lacks ${name}, and only its published clients call it; to serve it, create the sandbox with endpoints: 'published', or start it with --endpoints published`;
}

/** Name of an operation. */
export type OperationName = keyof typeof operations;

/**
 * Whether there is an operation of this name.
 *
 * @param name For example `sendEmail`.
 */
export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

type Row<N extends OperationName> = (typeof operations)[N];
type Parsed<S> = S extends z.ZodMiniType<infer T> ? T : undefined;

/** Input of a call of operation `N`. */
export type OperationInput<N extends OperationName> = {
  /** Values of the `{parameters}` in the path. */
  readonly params: Readonly<Record<PathParameter<Row<N>['path']>, string>>;
  /** The query, if the operation reads one. */
  readonly query: Row<N> extends { query: infer S } ? Parsed<S> : undefined;
  /** The JSON body, if the operation reads one. */
  readonly body: Row<N> extends { body: infer S } ? Parsed<S> : undefined;
};

/** Documented response payload of operation `N`. `undefined` if it has none. */
export type OperationPayload<N extends OperationName> =
  Row<N> extends { response: infer S } ? Parsed<S> : undefined;
