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
import type { Call } from './operation.ts';
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

/**
 * The part of the table of operations that a call needs: the client carries this and not the rest of
 * a row (`operations`), which is for servers and documents.
 */
export const calls = {
  sendEmail: {
    name: 'sendEmail',
    method: 'POST',
    path: '/api/v1/emails',
    body: sendEmailBodySchema,
    response: sendReceiptSchema,
    retry: 'with-idempotency-key',
  },
  listEmails: {
    name: 'listEmails',
    method: 'GET',
    path: '/api/v1/emails',
    query: listEmailsQuerySchema,
    response: emailListSchema,
    retry: 'safe',
  },
  createUpload: {
    name: 'createUpload',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    body: createUploadBodySchema,
    response: uploadSchema,
    retry: 'rate-limited-only',
  },
  putUpload: {
    name: 'putUpload',
    method: 'PUT',
    path: '/uploads/{id}',
    retry: 'safe',
  },
  confirmUpload: {
    name: 'confirmUpload',
    method: 'POST',
    path: '/api/v1/attachments/{id}/confirm',
    response: confirmedAttachmentSchema,
    retry: 'safe',
  },
  listContactLists: {
    name: 'listContactLists',
    method: 'GET',
    path: '/api/v1/contact-lists',
    query: listContactListsQuerySchema,
    response: contactListsSchema,
    retry: 'safe',
  },
  createContactList: {
    name: 'createContactList',
    method: 'POST',
    path: '/api/v1/contact-lists',
    body: createContactListBodySchema,
    response: contactListSchema,
    retry: 'rate-limited-only',
  },
  updateContactList: {
    name: 'updateContactList',
    method: 'PUT',
    path: '/api/v1/contact-lists/{id}',
    body: updateContactListBodySchema,
    response: contactListSchema,
    retry: 'safe',
  },
  listContacts: {
    name: 'listContacts',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts',
    query: listContactsQuerySchema,
    response: contactPageSchema,
    retry: 'safe',
  },
  createContact: {
    name: 'createContact',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts',
    body: createContactBodySchema,
    response: contactSchema,
    retry: 'rate-limited-only',
  },
  getContact: {
    name: 'getContact',
    method: 'GET',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    response: contactSchema,
    retry: 'safe',
  },
  updateContact: {
    name: 'updateContact',
    method: 'PUT',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}',
    body: updateContactBodySchema,
    response: contactSchema,
    retry: 'safe',
  },
  suppressContact: {
    name: 'suppressContact',
    method: 'POST',
    path: '/api/v1/contact-lists/{listId}/contacts/{id}/suppress',
    body: suppressContactBodySchema,
    retry: 'safe',
  },
  verifyEmail: {
    name: 'verifyEmail',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    body: verifyEmailBodySchema,
    response: verificationResultSchema,
    retry: 'rate-limited-only',
  },
  createVerificationBatch: {
    name: 'createVerificationBatch',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    body: createVerificationBatchBodySchema,
    response: verificationBatchReceiptSchema,
    retry: 'rate-limited-only',
  },
  getVerification: {
    name: 'getVerification',
    method: 'GET',
    path: '/api/v1/email-verification/{id}',
    response: verificationSchema,
    retry: 'safe',
  },
  listVerifications: {
    name: 'listVerifications',
    method: 'GET',
    path: '/api/v1/email-verification',
    query: listVerificationsQuerySchema,
    response: verificationPageSchema,
    retry: 'safe',
  },
  getVerificationStats: {
    name: 'getVerificationStats',
    method: 'GET',
    path: '/api/v1/email-verification/stats',
    response: verificationStatsSchema,
    retry: 'safe',
  },
} as const satisfies Record<string, Call>;
