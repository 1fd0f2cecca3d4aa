import type { OperationName } from '@mailrig/contract';
import { confirmUpload, createUpload } from './attachments.ts';
import { createContactList, listContactLists, updateContactList } from './contact-lists.ts';
import { createContact, getContact, listContacts, suppressContact, updateContact } from './contacts.ts';
import { listEmails, sendEmail } from './emails.ts';
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
  createUpload,
  confirmUpload,
  listContactLists,
  createContactList,
  updateContactList,
  listContacts,
  createContact,
  getContact,
  updateContact,
  suppressContact,
  verifyEmail,
  createVerificationBatch,
  getVerification,
  listVerifications,
  getVerificationStats,
} satisfies { readonly [N in OperationName]?: AnyOperationHandler };
