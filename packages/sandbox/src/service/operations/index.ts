import type { OperationName } from '@mailrig/contract';
import { confirmUpload, createUpload } from './attachments.ts';
import {
  createContactList,
  deleteContactList,
  getContactList,
  getContactListStats,
  listContactLists,
  updateContactList,
} from './contact-lists.ts';
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  suppressContact,
  updateContact,
} from './contacts.ts';
import { getEmail, getEmailStats, listEmails, sendEmail } from './emails.ts';
import type { AnyOperationHandler } from './operation.ts';
import {
  createVerificationBatch,
  getVerification,
  getVerificationStats,
  listVerifications,
  verifyEmail,
} from './verification.ts';

/** The handler of each operation, by name. */
export const handlers: Readonly<Record<string, AnyOperationHandler>> = {
  sendEmail,
  listEmails,
  getEmail,
  getEmailStats,
  createUpload,
  confirmUpload,
  listContactLists,
  createContactList,
  updateContactList,
  getContactList,
  deleteContactList,
  getContactListStats,
  listContacts,
  createContact,
  getContact,
  updateContact,
  suppressContact,
  deleteContact,
  verifyEmail,
  createVerificationBatch,
  getVerification,
  listVerifications,
  getVerificationStats,
} satisfies { readonly [N in OperationName]?: AnyOperationHandler };
